import json

import pytest
from pydantic import JsonValue

from captures.model import Added, DeferredTool, Loaded, ToolShape
from sanitize.answers import answers_in
from sanitize.events import RequestSeen
from sanitize.loaded import deferred_in, with_loaded, without_loaded
from sanitize.parts import logical_requests
from sanitize.policy import policy_of
from sanitize.shapes import seen_tools
from tests.sanitize.bodies import (
    DESCRIPTION,
    NAME,
    SCHEMA,
    additional_tools,
    answered,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    found_tools,
    function,
    functions,
    input_text,
    namespace,
    nested,
    output,
    program,
    tool_result,
    tool_use,
    warm_up_body,
)
from tests.support.builders import LOOKUP, message_seen, planted, request_seen

OTHER: dict[str, JsonValue] = {"name": "other", "description": "Made-up text of the other one."}

DEFERRED = request_seen(body=claude_body(builtin("ToolSearch"), note=f"Made-up list:\n{NAME}"))

REFERENCE: JsonValue = [{"type": "tool_reference", "tool_name": NAME}]

PROGRAM = message_seen(body=codex_body(additional_tools(functions(program(), function("wait")))))

DECLARED = f"{DESCRIPTION}\n\nmade-up declaration: {NAME}(args)"


def _claude(*tools: JsonValue) -> RequestSeen:
    body = claude_body(builtin("ToolSearch"), *tools, note=f"Made-up list:\n{NAME}")
    return request_seen(body=answered(body, tool_use("call-1", "ToolSearch"), tool_result("call-1", REFERENCE)))


def _codex(*items: JsonValue) -> RequestSeen:
    return message_seen(body=codex_body(*items, previous_response_id="r1"))


def _shapes(
    *requests: RequestSeen, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,), asked: tuple[str, ...] = ("call-1",)
) -> tuple[ToolShape, ...]:
    """The shapes, with the answers to the calls that are asked for definitions."""
    given = planted(*tools)
    policy = policy_of(given)
    first, *others = logical_requests(requests)
    found = answers_in(others)
    return with_loaded(
        [seen.shape for seen in seen_tools(first.parts(), given, policy=policy)],
        others,
        answers=[answer for call_id, answer in found.items() if call_id in asked],
        planted=given,
        policy=policy,
    )


def _loaded(*requests: RequestSeen, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,)) -> list[Loaded | None]:
    return [shape.loaded if isinstance(shape, DeferredTool) else None for shape in _shapes(*requests, tools=tools)]


def test_a_definition_that_claude_marks_is_loaded() -> None:
    (shape,) = _shapes(DEFERRED, _claude(), _claude(claude_tool(defer_loading=True)))
    assert isinstance(shape, DeferredTool)
    assert (shape.announced, shape.shown_as, shape.pointer) == (True, NAME, "$.messages[1].content[0].text")
    assert shape.loaded is not None
    assert (shape.loaded.attempt, shape.loaded.pointer) == (3, "$.tools[2]")
    assert shape.loaded.definition == claude_tool(defer_loading=True)
    assert Added(path="$.defer_loading", change="added") in shape.loaded.changes


def test_the_first_one_that_came_stays() -> None:
    (loaded,) = _loaded(
        DEFERRED, _claude(claude_tool(defer_loading=True)), _claude(claude_tool(defer_loading=True, strict=True))
    )
    assert loaded is not None
    assert (loaded.attempt, loaded.definition) == (2, claude_tool(defer_loading=True))


@pytest.mark.parametrize("mark", [{}, {"defer_loading": False}, {"defer_loading": "true"}])
def test_a_definition_without_the_mark_is_not_loaded(mark: dict[str, JsonValue]) -> None:
    assert _loaded(DEFERRED, _claude(claude_tool(**mark))) == [None]


def test_a_tool_that_was_inline_at_first_is_not_loaded() -> None:
    shapes = _shapes(request_seen(body=claude_body(claude_tool())), _claude(claude_tool(defer_loading=True)))
    assert [shape.presentation for shape in shapes] == ["inline"]


def test_a_definition_in_what_a_search_of_codex_found_is_loaded() -> None:
    lookup = function("lookup", description=DESCRIPTION, parameters=SCHEMA, defer_loading=True)
    (loaded,) = _loaded(PROGRAM, _codex(found_tools("call-9", namespace(lookup))))
    assert loaded is not None
    assert (loaded.attempt, loaded.pointer) == (2, "$.input[0].tools[0].tools[0]")
    assert loaded.definition == lookup


def test_a_definition_in_a_warm_up_is_loaded_too() -> None:
    warm_up = message_seen(role="warm-up", body=warm_up_body(found_tools("call-9", namespace())))
    (loaded,) = _loaded(PROGRAM, warm_up, _codex())
    assert loaded is not None
    assert loaded.attempt == 2


def test_of_several_tools_each_has_its_own() -> None:
    other = function("other", description=OTHER["description"])
    loaded = _loaded(PROGRAM, _codex(found_tools("call-9", namespace(other))), tools=(LOOKUP, OTHER))
    assert loaded[0] is None
    assert loaded[1] is not None
    assert loaded[1].definition["name"] == "other"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"name": "wait", "description": "Made up."}, {"name": NAME, "description": DECLARED}, 1]),
        json.dumps({"name": NAME, "description": DECLARED}),
        "Made-up heading:\n[cut\n" + json.dumps([{"name": NAME, "description": DECLARED}]) + "\nMade-up end.",
    ],
)
def test_an_entry_of_a_list_that_a_program_printed_is_loaded(text: str) -> None:
    (loaded,) = _loaded(PROGRAM, _codex(output("call-1", input_text("Made-up heading.", text))))
    assert loaded is not None
    assert (loaded.attempt, loaded.pointer) == (2, "$.input[0].output[1].text")
    assert loaded.definition == {"name": NAME, "description": "<string>"}


def test_a_list_says_what_became_of_the_tool() -> None:
    text = json.dumps([{"name": NAME, "description": DECLARED}])
    (loaded,) = _loaded(PROGRAM, _codex(output("call-1", text)))
    assert loaded is not None
    assert loaded.pointer == "$.input[0].output"
    assert [(change.path, change.change) for change in loaded.changes] == [
        ("$.annotations", "dropped"),
        ("$.description", "rewritten"),
        ("$.inputSchema", "dropped"),
        ("$.name", "renamed"),
        ("$.title", "dropped"),
    ]


def test_a_description_that_a_list_shows_as_planted_stays() -> None:
    text = json.dumps([{"name": NAME, "description": DESCRIPTION}])
    (loaded,) = _loaded(PROGRAM, _codex(output("call-1", text)))
    assert loaded is not None
    assert loaded.definition == {"name": NAME, "description": DESCRIPTION}


@pytest.mark.parametrize(
    "text",
    [
        "Made up.",
        "[1, {}, {'no': 'JSON'}]",
        json.dumps([{"name": "wait", "description": "Made up."}]),
        json.dumps([{"name": 1}, "x", None]),
        json.dumps([{"name": NAME, "description": DECLARED}])[:-2],
        "[" * 100_000,
        "[1]\n" * 16 + json.dumps([{"name": NAME, "description": DECLARED}]),
    ],
)
def test_a_text_without_an_entry_loads_nothing(text: str) -> None:
    assert _loaded(PROGRAM, _codex(output("call-1", input_text(text)))) == [None]


def test_an_answer_to_another_call_loads_nothing() -> None:
    text = json.dumps([{"name": NAME, "description": DECLARED}])
    assert _loaded(PROGRAM, _codex(output("call-2", text))) == [None]


def test_an_answer_in_a_request_of_somebody_else_loads_nothing() -> None:
    given = planted()
    policy = policy_of(given)
    text = json.dumps([{"name": NAME, "description": DECLARED}])
    first, second = logical_requests([PROGRAM, _codex(output("call-1", text))])
    shapes = [seen.shape for seen in seen_tools(first.parts(), given, policy=policy)]
    found = answers_in([second]).values()
    assert with_loaded(shapes, [], answers=found, planted=given, policy=policy) == tuple(shapes)


def test_a_structured_definition_is_preferred_to_a_list_in_one_request() -> None:
    text = json.dumps([{"name": NAME, "description": DECLARED}])
    (loaded,) = _loaded(PROGRAM, _codex(output("call-1", text), found_tools("call-9", namespace())))
    assert loaded is not None
    assert loaded.pointer == "$.input[1].tools[0].tools[0]"


def test_an_answer_of_any_depth_loads_nothing() -> None:
    assert _loaded(PROGRAM, _codex(output("call-1", nested(10_000, "[{}]")))) == [None]


def test_without_what_was_loaded_a_part_is_as_before() -> None:
    given = planted()
    (marked,) = logical_requests([_claude(claude_tool(defer_loading=True))])
    (plain,) = logical_requests([_claude(claude_tool())])
    ((part,), (same,)) = marked.parts(), plain.parts()
    (without,) = without_loaded([part], {0}, given)
    assert [entry.name for entry in without.entries] == ["Read", "ToolSearch"]
    assert without.body is part.body
    assert without_loaded([part], set(), given) == (part,)
    assert without_loaded([same], {0}, given) == (same,)


def test_the_numbers_of_deferred_tools() -> None:
    shapes = _shapes(
        request_seen(body=claude_body(claude_tool(), builtin("ToolSearch"))), DEFERRED, tools=(OTHER, LOOKUP)
    )
    assert [shape.presentation for shape in shapes] == ["deferred", "inline"]
    assert deferred_in(shapes) == {0}
