"""The plugin in the pytest runs of somebody else, each a process of its own, where every warning is an error."""

import re
import subprocess
import sys
from textwrap import dedent
from typing import Final

import pytest

from tests.support.places import REPOSITORY

pytest_plugins = ["pytester"]

ASK: Final = """
    import json
    import subprocess
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    from probe.scripts.script import Call, Say, Script, Turn

    HELLO = Script((Turn(name="hello", items=(Say("Hello"),)),))

    def ask(url, *tools):
        body = {"messages": [{"content": "made up"}], "tools": [{"name": name} for name in tools]}
        try:
            with urlopen(Request(url + "/v1/messages", json.dumps(body).encode())) as answer:
                return json.load(answer)["content"]
        except HTTPError as error:
            with error:
                return error.status
"""

OUR_CLIENT: Final = """
    import json
    import subprocess
    from urllib.request import Request, urlopen

    import pytest

    def ask(url, messages):
        body = {"messages": messages, "tools": [{"name": "mcp__shape_probe__lookup"}]}
        with urlopen(Request(url + "/v1/messages", json.dumps(body).encode())) as answer:
            return json.load(answer)["content"]

    @pytest.fixture
    def run_our_client():
        def run(url, config):
            [server] = config["mcpServers"].values()
            [called] = ask(url, [{"role": "user", "content": "made up"}])
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
            call["params"] = {"name": called["name"].split("__")[-1], "arguments": called["input"]}
            argv, line = [server["command"], *server["args"]], json.dumps(call) + "\\n"
            told = subprocess.run(argv, input=line.encode(), check=True, stdout=subprocess.PIPE).stdout
            result = {"type": "tool_result", "tool_use_id": called["id"]}
            ask(url, [{"content": [{**result, "content": json.loads(told)["result"]["content"]}]}])
        return run
"""
"""A client that is as whole as the example in the documentation needs it."""

EXAMPLE: Final = re.compile(r"^```python example\n(.*?)^```$", re.MULTILINE | re.DOTALL)

NOT_WHOLE: Final = "the script was not played whole: "


def outcome(pytester: pytest.Pytester, tests: str, *options: str, conftest: str = "") -> pytest.RunResult:
    pytester.makepyfile(conftest=conftest, test_theirs=f"{dedent(ASK)}\n{dedent(tests)}")
    return pytester.runpytest_subprocess("-W", "error", "-p", "no:anyio", "-p", "no:cacheprovider", *options)


@pytest.fixture(autouse=True)
def _their_settings(pytester: pytest.Pytester) -> None:
    """Without a scope, pytest-asyncio warns, and a warning is an error here."""
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n")


def test_a_script_that_plays_whole_is_a_test_that_passes(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    def test_it(fake_provider):
        provider = fake_provider("anthropic-messages", script=HELLO)
        assert ask(provider.url, "Read") == [{"type": "text", "text": "Hello"}]
        assert [request.tools for request in provider.requests] == [("Read",)]
        assert (provider.unused, provider.unscripted) == ((), 0)

    async def test_it_where_a_loop_runs(fake_provider):
        assert ask(fake_provider(reply="status:529").url, "Read") == 529
    """,
    )

    run.assert_outcomes(passed=2)


def test_a_script_that_does_not_play_whole_fails_its_test_loudly(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    def test_unused(fake_provider):
        fake_provider(script=HELLO)

    def test_unscripted(fake_provider):
        first, second = fake_provider(script=HELLO), fake_provider(script=HELLO)
        assert [ask(first.url, "Read") for _ in range(3)][1:] == [400, 400]
    """,
    )

    run.assert_outcomes(passed=2, errors=2)
    assert run.ret == pytest.ExitCode.TESTS_FAILED
    run.stdout.fnmatch_lines(
        [
            f"{NOT_WHOLE}no request came for 1 turn (hello)",
            f"{NOT_WHOLE}no turn was left for 2 model requests; no request came for 1 turn (hello)",
        ]
    )


def test_a_script_that_may_differ_fails_nothing(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    def test_it(fake_provider):
        assert fake_provider(script=HELLO, may_differ=True).unused == ("hello",)
    """,
    )

    run.assert_outcomes(passed=1)


def test_a_test_that_fails_by_itself_says_why_and_leaves_nothing_open(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    def test_it(fake_provider, synthetic_mcp):
        fake_provider()
        synthetic_mcp()
        assert "theirs" == "ours"

    def test_a_wrong_use(fake_provider):
        fake_provider("made-up")
    """,
    )

    run.assert_outcomes(failed=2)
    run.stdout.fnmatch_lines(["*there is no dialect of that name; the dialects are anthropic-messages, *"])


def test_a_host_can_start_the_synthetic_server_and_its_calls_are_known(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    def test_it(synthetic_mcp):
        server, other = synthetic_mcp(), synthetic_mcp("paged")
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        call["params"] = {"name": "lookup", "arguments": {"query": "q1"}}
        argv = [server.command, *server.args]
        subprocess.run(argv, input=json.dumps(call).encode(), check=True, stdout=subprocess.DEVNULL)
        assert [(each.name, each.arguments) for each in server.calls] == []

        subprocess.run(argv, input=json.dumps(call).encode() + b"\\n", check=True, stdout=subprocess.DEVNULL)
        assert [(each.name, each.arguments) for each in server.calls] == [("lookup", {"query": "q1"})]
        assert (other.calls, list(other.config["mcpServers"])) == ((), ["shape_probe_paged"])
    """,
    )

    run.assert_outcomes(passed=1)


def test_a_capture_can_be_asked_for_in_any_scope(pytester: pytest.Pytester) -> None:
    run = outcome(
        pytester,
        """
    import pytest
    from probe.errors import SetupError

    @pytest.fixture(scope="session")
    def refusal(shape_capture):
        with pytest.raises(SetupError) as raised:
            shape_capture("nobody@1.0.0")
        return str(raised.value)

    def test_it(refusal):
        assert refusal == "there is no client 'nobody'; the clients are claude, codex"
    """,
    )

    run.assert_outcomes(passed=1)


def test_the_plugin_is_there_without_being_named_and_has_three_fixtures(pytester: pytest.Pytester) -> None:
    run = outcome(pytester, "", "--fixtures", "-q")

    assert {line.split()[0] for line in run.outlines if "pytest_plugin.py:" in line and "/probe/" in line} == {
        "fake_provider",
        "synthetic_mcp",
        "shape_capture",
    }


def test_the_example_in_the_documentation_passes(pytester: pytest.Pytester) -> None:
    [example] = EXAMPLE.findall((REPOSITORY / "docs" / "pytest.md").read_text(encoding="utf-8"))

    run = outcome(pytester, example, conftest=OUR_CLIENT)

    run.assert_outcomes(passed=1)


def test_it_can_be_switched_off(pytester: pytest.Pytester) -> None:
    run = outcome(pytester, "def test_it(fake_provider): pass", "-p", "no:shape_probe")

    run.assert_outcomes(errors=1)


def test_loading_it_imports_nothing_but_pytest() -> None:
    look = "before = set(sys.modules); import probe.pytest_plugin; print(sorted(set(sys.modules) - before))"
    command = [sys.executable, "-c", f"import sys, pytest; {look}"]

    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30, check=True)

    assert done.stdout == "['probe', 'probe.pytest_plugin']\n"
