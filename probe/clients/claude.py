"""Claude Code in print mode. Facts measured with 1.0.0 to 2.1.332 on loopback."""

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

_CONFIG: Final = "mcp.json"


@dataclass(frozen=True, slots=True)
class Claude:
    """Talks Anthropic Messages over HTTP; takes its MCP servers from `--mcp-config`."""

    name: str = "claude"
    dialect: str = "anthropic-messages"

    @property
    def package(self) -> Package:
        """Its npm package."""
        return PACKAGES["claude"]

    @property
    def settings(self) -> Mapping[str, Setting]:
        """What `--set` takes."""
        return {
            **COMMON,
            "auth": Setting(
                choices=("api-key", "token"), default="api-key", says="x-api-key, or authorization: Bearer"
            ),
            "model": Setting(says="--model"),
            "retries": Setting(
                pattern=r"\d{1,2}",
                form="a number from 0 to 99",
                says="CLAUDE_CODE_MAX_RETRIES: fewer attempts after 401, 429, 5xx and closed connections",
            ),
            "tool-search": Setting(
                pattern=r"true|false|auto(:\d{1,3})?", form="true, false, auto or auto:N", says="ENABLE_TOOL_SEARCH"
            ),
            "transport": Setting(choices=("http",), default="http", says="it has no other"),
        }

    @property
    def managed_directories(self) -> tuple[str, ...]:
        """Managed settings and managed MCP servers."""
        return ("/etc/claude-code",)

    def version_in(self, output: str) -> str | None:
        """Read `2.1.268 (Claude Code)`."""
        found = re.match(r"(\d+\.\d+\.\d+[0-9A-Za-z.+-]*) \(Claude Code\)\s*$", output, re.ASCII)
        return found[1] if found else None

    def launch(self, errand: Errand) -> Launch:
        """Start print mode with the synthetic server alone.

        `--strict-mcp-config` and `--settings` are not known to 1.0.0, and `--no-session-persistence` not before about
        2.0.60; the scratch home makes them redundant there. `--mcp-config` is variadic: with a space it would swallow
        the prompt.
        """
        place = errand.place
        settings = {"disableAllHooks": True}
        arguments = ["--print", f"--mcp-config={place.root}/{_CONFIG}", "--output-format=json"]
        if is_at_least(errand.version, "1.0.128"):
            arguments += ["--strict-mcp-config", f"--settings={json.dumps(settings)}"]
        if is_at_least(errand.version, "2.0.77"):
            arguments.append("--no-session-persistence")
        if model := errand.settings.get("model"):
            arguments.append(f"--model={model}")
        if errand.granted_tools:
            arguments.append(f"--allowedTools={_granted(errand)}")
        server = {"type": "stdio", "command": place.bridge[0], "args": list(place.bridge[1:]), "env": {}}
        return Launch(
            argv=(*errand.program, *arguments, errand.prompt),
            env=_environment(errand),
            cwd=place.work,
            files={_CONFIG: json.dumps({"mcpServers": {errand.alias: server}})},
            directories=(f"home-{place.word}/.claude",),
        )

    def said_completed(self, stdout: bytes) -> bool:
        """Read the result object of `--output-format=json`; its `subtype` says success even for an API error."""
        try:
            result = json.loads(stdout)
        except (ValueError, RecursionError):
            return False
        return isinstance(result, dict) and result.get("type") == "result" and result.get("is_error") is False


def _granted(errand: Errand) -> str:
    """The synthetic server as a whole, or for 1.0.0, which does not know that form, each of its tools."""
    server = f"mcp__{errand.alias}"
    if is_at_least(errand.version, "1.0.128"):
        return server
    return ",".join(f"{server}__{name}" for name in errand.granted_tools)


def _environment(errand: Errand) -> dict[str, str]:
    settings = errand.settings
    key = "ANTHROPIC_AUTH_TOKEN" if settings.get("auth") == "token" else "ANTHROPIC_API_KEY"
    found = {
        **base_environment(errand.place),
        "ANTHROPIC_BASE_URL": errand.place.provider_url,
        key: f"sk-ant-{errand.credential}",
        "CLAUDE_CONFIG_DIR": f"{errand.place.home}/.claude",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_TELEMETRY": "1",
    }
    if not is_at_least(errand.version, "2.1.268"):
        found["MCP_CONNECTION_NONBLOCKING"] = "false"  # 2.1.170 and 2.1.220 do not wait for the server otherwise
    if "tool-search" in settings:
        found["ENABLE_TOOL_SEARCH"] = settings["tool-search"]
    if errand.tool_timeout_seconds is not None:
        found["MCP_TOOL_TIMEOUT"] = str(errand.tool_timeout_seconds * 1000)
    if "retries" in settings:
        found["CLAUDE_CODE_MAX_RETRIES"] = settings["retries"]
    return found
