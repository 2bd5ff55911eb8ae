"""Codex in exec mode. Facts measured with 0.40.0 to 0.171.0 on loopback."""

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from probe.clients.client import Errand, is_at_least
from probe.clients.environment import base_environment
from probe.clients.settings import COMMON, Setting
from probe.installs.packages import PACKAGES, Package
from probe.sandbox.place import Launch

_FAR_FUTURE: Final = 4102444800
"""2100-01-01: a made-up login does not run out."""

_FEATURES: Final = {
    "apps": "false",
    "plugins": "false",  # 0.154.0 would wait 5 s at its end for a download
    "unbounded_connection_retries": "false",  # 0.154.0 and later never give up otherwise
}


@dataclass(frozen=True, slots=True)
class Codex:
    """Talks OpenAI Responses over WebSocket, or HTTP; takes everything from `config.toml` in CODEX_HOME."""

    name: str = "codex"
    dialect: str = "openai-responses"

    @property
    def package(self) -> Package:
        """Its npm package."""
        return PACKAGES["codex"]

    @property
    def settings(self) -> Mapping[str, Setting]:
        """What `--set` takes."""
        return {
            **COMMON,
            "auth": Setting(
                choices=("api-key", "chatgpt"), default="api-key", says="a key, or a made-up ChatGPT login"
            ),
            "feature.*": Setting(choices=("true", "false"), says="a feature flag: feature.NAME"),
            "model": Setting(says="--model"),
            "transport": Setting(choices=("websocket", "http"), default="websocket", says="http: upgrades get 426"),
        }

    @property
    def managed_directories(self) -> tuple[str, ...]:
        """Managed configuration and requirements."""
        return ("/etc/codex",)

    def version_in(self, output: str) -> str | None:
        """Read `codex-cli 0.154.0`."""
        found = re.match(r"codex(?:-cli)? (\d+\.\d+\.\d+[0-9A-Za-z.+-]*)\s*$", output, re.ASCII)
        return found[1] if found else None

    def launch(self, errand: Errand) -> Launch:
        """Start `exec` with the synthetic server alone, read-only, without a session file.

        `--ephemeral` is not known to 0.80.0 and is to 0.110.0; the scratch home makes it redundant before that.
        """
        place = errand.place
        codex_home = f"home-{place.word}/.codex"
        arguments = ["exec", "--json", "--skip-git-repo-check", "--sandbox=read-only"]
        if is_at_least(errand.version, "0.110.0"):
            arguments.append("--ephemeral")
        if model := errand.settings.get("model"):
            arguments.append(f"--model={model}")
        env = {
            **base_environment(place),
            "CODEX_HOME": f"{place.home}/.codex",
            "OPENAI_BASE_URL": f"{place.provider_url}/v1",  # read by 0.110.0 and older
        }
        files = {f"{codex_home}/config.toml": _config(errand)}
        if errand.settings.get("auth") == "chatgpt":
            files[f"{codex_home}/auth.json"] = _login(errand.credential)
        else:
            env["CODEX_API_KEY"] = env["OPENAI_API_KEY"] = f"sk-{errand.credential}"
        return Launch(
            argv=(*errand.program, *arguments, errand.prompt),
            env=env,
            cwd=place.work,
            files=files,
        )

    def said_completed(self, stdout: bytes) -> bool:
        """Look for the `turn.completed` event in the JSON lines of `--json`."""
        for line in stdout.splitlines():
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(event, dict) and event.get("type") == "turn.completed":
                return True
        return False


def _config(errand: Errand) -> str:
    """Write config.toml."""
    flags = dict(_FEATURES)
    for key, value in errand.settings.items():
        if key.startswith("feature."):
            flags[key.removeprefix("feature.")] = value
    url = errand.place.provider_url
    bridge = errand.place.bridge
    lines = [
        f"openai_base_url = {_toml(url + '/v1')}",
        f"chatgpt_base_url = {_toml(url + '/backend-api/')}",
        'cli_auth_credentials_store = "file"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[history]",
        'persistence = "none"',
        "[features]",
        *(f"{_toml(name)} = {value}" for name, value in sorted(flags.items())),
        f"[mcp_servers.{_toml(errand.alias)}]",
        f"command = {_toml(bridge[0])}",
        f"args = {_toml(list(bridge[1:]))}",
        "required = true",  # 0.154.0 and later would leave a server out after about a second, without a word
        "startup_timeout_sec = 30",
    ]
    if errand.granted_tools:
        lines.append('default_tools_approval_mode = "approve"')  # a tool with a readOnlyHint runs anyway (0.154.0)
    if errand.tool_timeout_seconds is not None:
        lines.append(f"tool_timeout_sec = {errand.tool_timeout_seconds}")
    return "\n".join(lines) + "\n"


def _toml(value: str | list[str]) -> str:
    """Write a TOML string, or an array of them: as JSON, but TOML takes neither surrogate escapes nor a bare DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _login(credential: str) -> str:
    """Make up a ChatGPT login. No version that was measured checks a signature."""
    claims = {
        "email": f"{credential}@example.invalid",
        "exp": _FAR_FUTURE,
        "https://api.openai.com/auth": {
            "chatgpt_account_id": f"account-{credential}",
            "chatgpt_plan_type": "pro",
            "chatgpt_user_id": f"user-{credential}",
        },
    }
    token = ".".join((_encoded({"alg": "none", "typ": "JWT"}), _encoded(claims), "c2lnbmF0dXJl"))
    tokens = {
        "id_token": token,
        "access_token": token,
        "refresh_token": f"refresh-{credential}",
        "account_id": f"account-{credential}",
    }
    return json.dumps(
        {
            "auth_mode": "chatgpt",
            "OPENAI_API_KEY": None,
            "tokens": tokens,
            "last_refresh": "2099-12-01T00:00:00.000000Z",
        }
    )


def _encoded(part: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
