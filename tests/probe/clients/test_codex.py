import base64
import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from probe.clients.codex import Codex
from probe.clients.settings import Setting
from probe.installs.packages import PACKAGES
from probe.sandbox.place import Launch
from tests.support.errands import BRIDGE, JAILED, UNJAILED, base, errand

CONFIG_FILE = "home-0f/.codex/config.toml"
LOGIN_FILE = "home-0f/.codex/auth.json"
KEYS = {"CODEX_API_KEY": "sk-c0ffee", "OPENAI_API_KEY": "sk-c0ffee"}
FORGETFUL = "--ephemeral"
FEATURES = {"apps": False, "plugins": False, "unbounded_connection_retries": False}


def launch(*options: str, **env: str) -> Launch:
    """What is started, without the files. `options` are what a version or a setting adds."""
    return Launch(
        argv=(
            "/opt/client",
            "exec",
            "--json",
            "--skip-git-repo-check",
            "--sandbox=read-only",
            *options,
            "Say OK. (marker)",
        ),
        env={
            **base(),
            "CODEX_HOME": "/scratch/home-0f/.codex",
            "OPENAI_BASE_URL": "http://127.0.0.1:4242/v1",
            **env,
        },
        cwd="/scratch/work-0f",
    )


def config(features: dict[str, bool], alias: str = "some_alias") -> dict[str, object]:
    """The whole config.toml."""
    return {
        "openai_base_url": "http://127.0.0.1:4242/v1",
        "chatgpt_base_url": "http://127.0.0.1:4242/backend-api/",
        "cli_auth_credentials_store": "file",
        "check_for_update_on_startup": False,
        "analytics": {"enabled": False},
        "history": {"persistence": "none"},
        "features": features,
        "mcp_servers": {
            alias: {
                "command": BRIDGE[0],
                "args": list(BRIDGE[1:]),
                "required": True,
                "startup_timeout_sec": 30,
            }
        },
    }


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("0.40.0", launch(**KEYS)),
        ("0.109.0", launch(**KEYS)),
        ("0.110.0", launch(FORGETFUL, **KEYS)),
        ("0.154.0", launch(FORGETFUL, **KEYS)),
        ("of-tomorrow", launch(FORGETFUL, **KEYS)),
    ],
)
def test_each_version_gets_the_options_that_it_knows(version: str, expected: Launch) -> None:
    found = Codex().launch(errand(version))

    assert replace(found, files={}) == expected
    assert {name: tomllib.loads(text) for name, text in found.files.items()} == {CONFIG_FILE: config(FEATURES)}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"model": "some-model"}, launch(FORGETFUL, "--model=some-model", **KEYS)),
        ({"auth": "api-key", "isolation": "namespace", "transport": "http"}, launch(FORGETFUL, **KEYS)),
    ],
)
def test_a_setting_changes_its_own_option_alone(settings: dict[str, str], expected: Launch) -> None:
    found = Codex().launch(errand("0.171.0", settings))

    assert replace(found, files={}) == expected
    assert tomllib.loads(found.files[CONFIG_FILE]) == config(FEATURES)


def test_a_feature_flag_is_set_by_its_name_and_may_be_one_of_ours() -> None:
    flags = {"feature.code_mode": "true", "feature.apps": "true", "feature.some.dotted-name": "false"}
    found = Codex().launch(errand("0.171.0", flags))

    assert tomllib.loads(found.files[CONFIG_FILE]) == config(
        {**FEATURES, "apps": True, "code_mode": True, "some.dotted-name": False}
    )


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"granted_tools": ("lookup",)}, {"default_tools_approval_mode": "approve"}),
        ({"tool_timeout_seconds": 5}, {"tool_timeout_sec": 5}),
    ],
)
def test_the_server_has_a_line_for_a_grant_and_one_for_a_time_limit(
    changes: dict[str, Any], lines: dict[str, object]
) -> None:
    found = Codex().launch(errand("0.171.0", **changes))
    expected: dict[str, Any] = config(FEATURES)
    expected["mcp_servers"]["some_alias"] |= lines

    assert replace(found, files={}) == launch(FORGETFUL, **KEYS)
    assert tomllib.loads(found.files[CONFIG_FILE]) == expected


def test_a_made_up_login_takes_the_place_of_the_key() -> None:
    found = Codex().launch(errand("0.171.0", {"auth": "chatgpt"}))
    login = json.loads(found.files[LOGIN_FILE])
    tokens = login.pop("tokens")
    header, claims, _signature = tokens["id_token"].split(".")

    assert replace(found, files={}) == launch(FORGETFUL)
    assert set(found.files) == {CONFIG_FILE, LOGIN_FILE}
    assert login == {
        "auth_mode": "chatgpt",
        "OPENAI_API_KEY": None,
        "last_refresh": "2099-12-01T00:00:00.000000Z",
    }
    assert tokens == {
        "id_token": tokens["id_token"],
        "access_token": tokens["id_token"],
        "refresh_token": "refresh-c0ffee",
        "account_id": "account-c0ffee",
    }
    assert (decoded(header), decoded(claims)) == (
        {"alg": "none", "typ": "JWT"},
        {
            "email": "c0ffee@example.invalid",
            "exp": 4102444800,
            "https://api.openai.com/auth": {
                "chatgpt_account_id": "account-c0ffee",
                "chatgpt_plan_type": "pro",
                "chatgpt_user_id": "user-c0ffee",
            },
        },
    )


def decoded(part: str) -> object:
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def test_without_a_jail_the_environment_has_the_refusing_proxy() -> None:
    jailed, unjailed = (Codex().launch(errand("0.171.0", place=place)).env for place in (JAILED, UNJAILED))

    assert len(unjailed) == len(jailed) + 8


@pytest.mark.parametrize("text", ["my.server", "My Server", 'a "quoted" \\ one', "ä 😀", "line\nbreak \x7f \x00"])
def test_an_alias_or_a_path_that_needs_quoting_reaches_the_configuration_as_it_is(text: str) -> None:
    place = replace(JAILED, bridge=(f"/{text}/python3", text))
    expected = config(FEATURES, text)
    server = expected["mcp_servers"]
    assert isinstance(server, dict)
    server[text] |= {"command": f"/{text}/python3", "args": [text]}

    assert tomllib.loads(Codex().launch(errand("0.171.0", place=place, alias=text)).files[CONFIG_FILE]) == expected


@pytest.mark.parametrize(
    ("output", "version"),
    [
        ("codex-cli 0.154.0\n", "0.154.0"),
        ("codex 0.40.0", "0.40.0"),
        ("codex-cli 0.172.0-alpha.1\n", "0.172.0-alpha.1"),
        ("2.1.268 (Claude Code)\n", None),
        ("codex-cli\n", None),
        ("codex-cli 0.154\n", None),
        ("codex-cli 0.154.0 and more\n", None),
        ("codex-cli ٣.154.0\n", None),
        ("", None),
    ],
)
def test_a_version_is_read_only_from_what_this_client_prints(output: str, version: str | None) -> None:
    assert Codex().version_in(output) == version


@pytest.mark.parametrize(
    ("stdout", "expected"),
    [
        (b'{"type": "thread.started"}\n{"type": "turn.completed"}\n', True),
        (b'a warning\n\xff\n[]\n{"type": "turn.completed"}', True),
        (b"[" * 200_000 + b'\n{"type": "turn.completed"}', True),
        (b'{"type": "thread.started"}\n{"type": "turn.failed"}\n', False),
        (b'{"type": "turn.comp', False),
        (b'"turn.completed"', False),
        (b"", False),
    ],
)
def test_a_turn_is_completed_when_one_of_the_events_says_so(stdout: bytes, *, expected: bool) -> None:
    assert Codex().said_completed(stdout) is expected


def test_it_says_what_it_is_and_what_it_takes() -> None:
    client = Codex()

    assert (client.name, client.dialect, client.managed_directories, client.package) == (
        "codex",
        "openai-responses",
        ("/etc/codex",),
        PACKAGES["codex"],
    )
    assert dict(client.settings) == {
        "isolation": Setting(
            choices=("namespace", "environment"), says="insist on one isolation; else the best to be had"
        ),
        "auth": Setting(choices=("api-key", "chatgpt"), default="api-key", says="a key, or a made-up ChatGPT login"),
        "feature.*": Setting(choices=("true", "false"), says="a feature flag: feature.NAME"),
        "model": Setting(says="--model"),
        "transport": Setting(choices=("websocket", "http"), default="websocket", says="http: upgrades get 426"),
    }
