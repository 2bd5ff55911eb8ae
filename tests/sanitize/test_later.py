from pydantic import JsonValue

from captures.model import DeferredTool, LaterShape
from sanitize.events import RequestSeen
from sanitize.later import later_shapes
from sanitize.parts import logical_requests
from sanitize.policy import policy_of
from sanitize.shapes import seen_tools
from tests.sanitize.bodies import (
    NAME,
    additional_tools,
    answered,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    found_tools,
    function,
    functions,
    namespace,
    program,
    tool_result,
    tool_use,
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


def test_a_chained_request_that_brings_one_tool_leaves_the_others_as_they_were() -> None:
    later = _later(PROGRAM, _chained(additional_tools(namespace())), tools=(LOOKUP, OTHER))
    assert _presentations(later) == [(2, ["namespaced", "deferred"])]


def test_a_deferred_tool_that_was_loaded_is_no_new_shape() -> None:
    assert _later(PROGRAM, _chained(found_tools("call-1", namespace())), _chained()) == ()
    history = codex_body(found_tools("call-1", namespace()), tools=[functions(program())])
    assert _later(PROGRAM, message_seen(body=history)) == ()
    marked = request_seen(body=claude_body(builtin("ToolSearch"), claude_tool(defer_loading=True)))
    assert _later(DEFERRED, marked, marked) == ()


def test_a_deferred_tool_that_becomes_inline_unasked_is_a_new_shape_even_after_it_was_loaded() -> None:
    marked = request_seen(body=claude_body(builtin("ToolSearch"), claude_tool(defer_loading=True)))
    assert _presentations(_later(DEFERRED, marked, INLINE)) == [(3, ["inline"])]


def test_a_tool_that_was_absent_and_is_found_is_a_new_shape() -> None:
    bare = message_seen(body=codex_body(tools=[function("wait")]))
    assert _presentations(_later(bare, _chained(found_tools("call-1", namespace())))) == [(2, ["namespaced"])]


def test_the_words_of_the_model_and_of_its_answers_make_no_new_shape() -> None:
    body = claude_body(builtin("ToolSearch"))
    called = answered(body, tool_use("call-1"), tool_result("call-1", f"Made-up words about {NAME}."))
    assert _later(DEFERRED, request_seen(body=called)) == ()


def test_a_list_that_changes_shows_what_came_what_went_and_what_became_different() -> None:
    before, after = ({**OTHER, "description": f"Made-up text from {when} the change."} for when in ("before", "after"))
    added: dict[str, JsonValue] = {"name": "added", "description": "Made-up text of a new one."}
    removed: dict[str, JsonValue] = {"name": "removed", "description": "Made-up text of an old one."}
    tools = (LOOKUP, before, removed, after, added)

    def body(*offered: dict[str, JsonValue]) -> RequestSeen:
        shown = [
            claude_tool(name=f"mcp__shape_probe__{tool['name']}", description=tool["description"]) for tool in offered
        ]
        return request_seen(body=claude_body(claude_tool(), *shown))

    later = _later(body(before, removed), body(before, removed), body(after, added), tools=tools)
    assert _presentations(later) == [(3, ["inline", "absent", "absent", "inline", "inline"])]
    frozen = _later(body(before, removed), body(before, removed, added), tools=tools)
    assert _presentations(frozen) == [(2, ["inline", "inline", "inline", "absent", "inline"])]


def test_a_tool_that_a_note_announces_later_is_a_new_shape() -> None:
    first, second = (
        request_seen(body=claude_body(builtin("ToolSearch"), note=note))
        for note in (NAME, f"{NAME}\nmcp__shape_probe__other")
    )
    (later,) = _later(first, second, tools=(LOOKUP, OTHER))
    assert [tool.shown_as for tool in later.tools if isinstance(tool, DeferredTool)] == [
        NAME,
        "mcp__shape_probe__other",
    ]


def test_a_warm_up_after_the_first_request_belongs_to_the_next() -> None:
    warm_up = message_seen(role="warm-up", body=warm_up_body(tools=[namespace(), function("wait")]))
    assert _presentations(_later(PROGRAM, warm_up, _chained())) == [(2, ["namespaced"])]


def test_a_request_that_cannot_be_read_shows_nothing() -> None:
    assert _later(INLINE, request_seen(fault="body-not-json")) == ()
