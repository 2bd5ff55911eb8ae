from pydantic import JsonValue

from captures.model import LaterShape
from sanitize.events import RequestSeen
from sanitize.later import later_shapes
from sanitize.parts import logical_requests
from sanitize.policy import policy_of
from sanitize.shapes import seen_tools
from tests.sanitize.bodies import (
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    function,
    functions,
    namespace,
    program,
    warm_up_body,
)
from tests.support.builders import LOOKUP, message_seen, planted, request_seen

DEFERRED = request_seen(body=claude_body(builtin("ToolSearch")))
INLINE = request_seen(body=claude_body(claude_tool()))
PROGRAM = message_seen(body=codex_body(tools=[functions(program())]))

OTHER: dict[str, JsonValue] = {"name": "other", "description": "Made-up text of the other one."}


def _later(*requests: RequestSeen, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,)) -> tuple[LaterShape, ...]:
    given = planted(*tools)
    policy = policy_of(given)
    first, *others = logical_requests(requests)
    shapes = [seen.shape for seen in seen_tools(first.parts(), given, policy=policy)]
    return later_shapes(shapes, others, given, policy=policy)


def _presentations(later: tuple[LaterShape, ...]) -> list[tuple[int, list[str]]]:
    return [(shape.attempt, [tool.presentation for tool in shape.tools]) for shape in later]


def _chained(*items: JsonValue) -> RequestSeen:
    return message_seen(body=codex_body(*items, previous_response_id="r1"))


def test_what_a_client_comes_to_after_errors_is_kept_once() -> None:
    assert _presentations(_later(DEFERRED, DEFERRED, INLINE, INLINE, DEFERRED)) == [(3, ["inline"])]


def test_a_pointer_that_moved_is_no_new_shape() -> None:
    assert _later(INLINE, request_seen(body=claude_body(builtin("Write"), claude_tool()))) == ()


def test_a_definition_that_changed_is_a_new_shape() -> None:
    loaded = request_seen(body=claude_body(claude_tool(defer_loading=True)))
    (later,) = _later(INLINE, loaded)
    (tool,) = later.tools
    assert tool.presentation == "inline"
    assert tool.definition == claude_tool(defer_loading=True)


def test_a_chained_request_without_tools_shows_what_was_shown_before() -> None:
    assert _later(PROGRAM, _chained()) == ()


def test_a_request_without_tools_that_is_not_chained_shows_that_they_are_gone() -> None:
    assert _presentations(_later(PROGRAM, message_seen(body=codex_body()))) == [(2, ["absent"])]


def test_a_chained_request_that_loads_one_tool_leaves_the_others_as_they_were() -> None:
    loaded: JsonValue = {"type": "tool_search_output", "tools": [namespace()]}
    later = _later(PROGRAM, _chained(loaded), tools=(LOOKUP, OTHER))
    assert _presentations(later) == [(2, ["namespaced", "deferred"])]


def test_a_warm_up_after_the_first_request_belongs_to_the_next() -> None:
    warm_up = message_seen(role="warm-up", body=warm_up_body(tools=[namespace(), function("wait")]))
    assert _presentations(_later(PROGRAM, warm_up, _chained())) == [(2, ["namespaced"])]


def test_a_request_that_cannot_be_read_shows_nothing() -> None:
    assert _later(INLINE, request_seen(fault="body-not-json")) == ()
