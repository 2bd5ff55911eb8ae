import json
from dataclasses import replace

import pytest

from probe.clients.claude import Claude
from probe.clients.settings import Setting
from probe.installs.packages import PACKAGES
from probe.sandbox.place import Launch
from tests.support.errands import BRIDGE, JAILED, UNJAILED, base, errand

CONFIG = {
    "mcpServers": {"some_alias": {"type": "stdio", "command": BRIDGE[0], "args": list(BRIDGE[1:]), "env": {}}},
}
BLOCKING = {"MCP_CONNECTION_NONBLOCKING": "false"}
STRICT = ("--strict-mcp-config", '--settings={"disableAllHooks": true}')
FORGETFUL = "--no-session-persistence"


def launch(*options: str, **env: str) -> Launch:
    """What is started, without the files. `options` are what a version or a setting adds."""
    return Launch(
        argv=(
            "/opt/client",
            "--print",
            "--mcp-config=/scratch/mcp.json",
            "--output-format=json",
            *options,
            "Say OK. (marker)",
        ),
        env={
            **base(),
            "ANTHROPIC_API_KEY": "sk-ant-c0ffee",
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:4242",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CONFIG_DIR": "/scratch/home-0f/.claude",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_TELEMETRY": "1",
            **env,
        },
        cwd="/scratch/work-0f",
        directories=("home-0f/.claude",),
    )


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.0.0", launch(**BLOCKING)),
        ("1.0.127", launch(**BLOCKING)),
        ("1.0.128", launch(*STRICT, **BLOCKING)),
        ("2.0.76", launch(*STRICT, **BLOCKING)),
        ("2.0.77", launch(*STRICT, FORGETFUL, **BLOCKING)),
        ("2.1.267", launch(*STRICT, FORGETFUL, **BLOCKING)),
        ("2.1.268", launch(*STRICT, FORGETFUL)),
        ("2.1.332", launch(*STRICT, FORGETFUL)),
        ("of-tomorrow", launch(*STRICT, FORGETFUL)),
    ],
)
def test_each_version_gets_the_options_that_it_knows(version: str, expected: Launch) -> None:
    found = Claude().launch(errand(version))

    assert replace(found, files={}) == expected
    assert {name: json.loads(text) for name, text in found.files.items()} == {"mcp.json": CONFIG}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"model": "some-model"}, launch(*STRICT, FORGETFUL, "--model=some-model")),
        ({"tool-search": "auto:5"}, launch(*STRICT, FORGETFUL, ENABLE_TOOL_SEARCH="auto:5")),
        ({"retries": "1"}, launch(*STRICT, FORGETFUL, CLAUDE_CODE_MAX_RETRIES="1")),
        ({"auth": "api-key", "isolation": "namespace", "transport": "http"}, launch(*STRICT, FORGETFUL)),
    ],
)
def test_each_setting_changes_its_own_option_or_variable(settings: dict[str, str], expected: Launch) -> None:
    assert replace(Claude().launch(errand("2.1.332", settings)), files={}) == expected


@pytest.mark.parametrize(
    ("version", "granted"),
    [
        ("1.0.0", "mcp__some_alias__lookup,mcp__some_alias__other"),
        ("1.0.128", "mcp__some_alias"),
        ("2.1.332", "mcp__some_alias"),
    ],
)
def test_the_tools_of_the_server_can_be_granted(version: str, granted: str) -> None:
    plain = Claude().launch(errand(version)).argv

    argv = Claude().launch(errand(version, granted_tools=("lookup", "other"))).argv

    assert argv == (*plain[:-1], f"--allowedTools={granted}", plain[-1])


def test_a_time_limit_for_calls_is_given_in_milliseconds() -> None:
    found = Claude().launch(errand("2.1.332", tool_timeout_seconds=5))

    assert replace(found, files={}) == launch(*STRICT, FORGETFUL, MCP_TOOL_TIMEOUT="5000")


def test_a_token_takes_the_place_of_the_key() -> None:
    env = dict(launch().env)
    env["ANTHROPIC_AUTH_TOKEN"] = env.pop("ANTHROPIC_API_KEY")

    assert Claude().launch(errand("2.1.332", {"auth": "token"})).env == env


def test_without_a_jail_the_environment_has_the_refusing_proxy() -> None:
    jailed, unjailed = (Claude().launch(errand("2.1.332", place=place)).env for place in (JAILED, UNJAILED))

    assert {name for name in unjailed if name not in jailed} == {
        *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    }


def test_an_alias_that_needs_quoting_reaches_the_configuration_as_it_is() -> None:
    alias = 'My "Server" \\ ä 😀'

    assert list(json.loads(Claude().launch(errand("2.1.332", alias=alias)).files["mcp.json"])["mcpServers"]) == [alias]


@pytest.mark.parametrize(
    ("output", "version"),
    [
        ("2.1.268 (Claude Code)\n", "2.1.268"),
        ("2.2.0-beta.1 (Claude Code)", "2.2.0-beta.1"),
        ("codex-cli 0.154.0\n", None),
        ("2.1.268\n", None),
        ("2.1 (Claude Code)\n", None),
        ("warning: old\n2.1.268 (Claude Code)\n", None),
        ("2.1.268 (Claude Code)\nand more\n", None),
        ("٢.1.268 (Claude Code)\n", None),
        ("", None),
    ],
)
def test_a_version_is_read_only_from_what_this_client_prints(output: str, version: str | None) -> None:
    assert Claude().version_in(output) == version


@pytest.mark.parametrize(
    ("stdout", "expected"),
    [
        (b'{"type": "result", "subtype": "success", "is_error": false}\n', True),
        (b'{"type": "result", "subtype": "success", "is_error": true}', False),
        (b'{"type": "result", "is_error": 0}', False),
        (b'{"type": "result"}', False),
        (b'{"type": "system", "is_error": false}', False),
        (b'[{"type": "result", "is_error": false}]', False),
        (b"null", False),
        (b"", False),
        (b"API Error", False),
        (b"\xff\xfe\xff", False),
        (b"[" * 200_000, False),
        (b'{"type": "result", "is_error": false, "n": ' + b"9" * 5000 + b"}", False),
    ],
)
def test_a_turn_is_completed_when_the_result_says_that_it_is_no_error(stdout: bytes, *, expected: bool) -> None:
    assert Claude().said_completed(stdout) is expected


def test_it_says_what_it_is_and_what_it_takes() -> None:
    client = Claude()

    assert (client.name, client.dialect, client.managed_directories, client.package) == (
        "claude",
        "anthropic-messages",
        ("/etc/claude-code",),
        PACKAGES["claude"],
    )
    assert dict(client.settings) == {
        "isolation": Setting(
            choices=("namespace", "environment"), says="insist on one isolation; else the best to be had"
        ),
        "auth": Setting(choices=("api-key", "token"), default="api-key", says="x-api-key, or authorization: Bearer"),
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
