import pytest
from pydantic import JsonValue

from sanitize.policy import Policy, policy_of
from sanitize.summaries import RequestSummary, request_summary
from tests.support.builders import message_seen, planted, request_seen

POLICY: Policy = policy_of(planted())


def tools_of(*tools: JsonValue, known: tuple[str, ...] = ()) -> tuple[str, ...]:
    return request_summary(request_seen(body={"tools": [*tools]}), POLICY, known_names=known).tools


def named(*names: str) -> list[JsonValue]:
    return [{"name": name} for name in names]


def test_a_request_is_summarized_in_names() -> None:
    body: JsonValue = {"model": "made-up", "messages": ["made up"], "tools": named("Read", "mcp__shape_probe__lookup")}

    summary = request_summary(request_seen(header_names=("X-App", "Host", "host"), body=body), POLICY)

    assert summary == RequestSummary(
        role="model",
        method="POST",
        path="/v1/messages",
        transport="http",
        header_names=("host", "x-app"),
        tools=("Read", "mcp__shape_probe__lookup"),
        fault=None,
    )
    assert summary.line == ("model POST /v1/messages http; headers: host, x-app; tools: Read, mcp__shape_probe__lookup")


def test_a_line_says_what_there_is_and_no_more() -> None:
    bare = request_summary(request_seen(role="side", method="HEAD", path="/", header_names=()), POLICY)
    faulty = request_summary(message_seen(fault="body-not-json"), POLICY)

    assert bare.line == "side HEAD / http"
    assert (
        faulty.line == "model GET /v1/responses websocket; headers: authorization, content-type; fault: body-not-json"
    )


def test_what_is_no_name_becomes_a_placeholder() -> None:
    seen = request_seen(method="any text", path="/v1/accounts/4711", header_names=("no name",))

    summary = request_summary(seen, POLICY)

    assert (summary.method, summary.path, summary.header_names) == ("<name>", "/v1/accounts/<id>", ("<name>",))


@pytest.mark.parametrize("name", ["Read", "apply_patch", "list_mcp_resources", "web_search_2", "lookup"])
def test_a_name_like_those_of_built_in_tools_stays(name: str) -> None:
    assert tools_of({"name": name}) == (name,)


@pytest.mark.parametrize(
    "name",
    [
        "mcp__somebody__deploy",
        "MCP__somebody__deploy",
        "mcp_somebody_deploy",
        "somebody__deploy",
        "somebody/deploy",
        "some body",
        "_private",
        "a" * 65,
        "x1234567890",
        "",
    ],
)
def test_a_name_that_may_be_of_a_server_of_somebody_is_a_placeholder(name: str) -> None:
    assert tools_of({"name": name}) == ("<name>",)


@pytest.mark.parametrize("name", ["mcp__shape_probe__lookup", "shape_probe/lookup", "mcp__shape_probe"])
def test_a_name_that_was_planted_stays(name: str) -> None:
    assert tools_of({"name": name}) == (name,)


def test_a_name_that_the_caller_knows_stays() -> None:
    names = named("mcp__mine__deploy", "mcp__other__deploy")

    assert tools_of(*names, known=("mcp__mine__deploy",)) == ("mcp__mine__deploy", "<name>")


def test_tools_in_containers_have_the_names_of_these_before_theirs() -> None:
    containers: list[JsonValue] = [
        {"type": "namespace", "name": "functions", "tools": named("exec")},
        {"type": "namespace", "name": "mcp__shape_probe", "tools": named("lookup")},
        {"type": "namespace", "name": "mcp__somebody", "tools": named("deploy", "lookup")},
    ]

    assert tools_of(*containers) == (
        "functions",
        "functions.exec",
        "mcp__shape_probe",
        "mcp__shape_probe.lookup",
        "<name>",
        "<name>.<name>",
        "<name>.lookup",
    )


def test_a_tool_without_a_name_is_called_by_its_type() -> None:
    assert tools_of({"type": "web_search"}, {}) == ("web_search", "<name>")


def test_the_same_name_twice_is_there_twice() -> None:
    assert tools_of(*named("twice", "twice")) == ("twice", "twice")
