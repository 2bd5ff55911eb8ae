from pydantic import JsonValue

from captures.model import AbsentTool, DeferredTool, DescribedTool, InlineTool, NamespacedTool, ToolShape
from sanitize.changes import changes_of
from sanitize.parts import Part
from sanitize.places import tool_entries
from sanitize.policy import policy_of
from sanitize.shapes import seen_tools
from tests.sanitize.bodies import (
    NAME,
    additional_tools,
    builtin,
    claude_body,
    claude_tool,
    codex_body,
    function,
    functions,
    namespace,
    program,
    text_item,
    warm_up_body,
)
from tests.support.builders import LOOKUP, planted

DECLARED = (
    "Runs a program.\n### `mcp__shape_probe__lookup`\nLooks up one synthetic record.\n"
    "declare const tools: { mcp__shape_probe__lookup(args: {}): Promise<Made>; };"
)

ABSENT = AbsentTool(alias="shape_probe", name="lookup", presentation="absent")

OTHER: dict[str, JsonValue] = {"name": "other", "description": "Made-up text of the other one."}


def _parts(*bodies: JsonValue) -> list[Part]:
    return [
        Part(role="warm-up" if number else "model", entries=tool_entries(body), body=body)
        for number, body in enumerate(bodies)
    ]


def _shapes(*bodies: JsonValue, tools: tuple[dict[str, JsonValue], ...] = (LOOKUP,)) -> list[ToolShape]:
    given = planted(*tools)
    return [seen.shape for seen in seen_tools(_parts(*bodies), given, policy=policy_of(given))]


def _inline(shown: dict[str, JsonValue], pointer: str = "$.tools[1]") -> InlineTool:
    return InlineTool(
        alias="shape_probe",
        name="lookup",
        presentation="inline",
        shown_as=NAME,
        role="model",
        pointer=pointer,
        definition=shown,
        changes=changes_of(LOOKUP, shown, policy=policy_of(planted())),
    )


def _described(*, inside: str, pointer: str, shown_as: str = NAME) -> DescribedTool:
    return DescribedTool(
        alias="shape_probe",
        name="lookup",
        presentation="described",
        inside=inside,
        shown_as=shown_as,
        role="model",
        pointer=pointer,
    )


def _deferred(via: str, *, shown_as: str | None = None, pointer: str | None = None) -> DeferredTool:
    return DeferredTool(
        alias="shape_probe",
        name="lookup",
        presentation="deferred",
        via=via,
        announced=shown_as is not None,
        shown_as=shown_as,
        role=None if shown_as is None else "model",
        pointer=pointer,
    )


def test_a_definition_at_the_top_is_inline() -> None:
    assert _shapes(claude_body(claude_tool())) == [_inline(claude_tool())]


def test_a_definition_is_inline_although_a_note_lists_its_name_and_a_search_tool_is_there() -> None:
    body = claude_body(claude_tool(), builtin("ToolSearch"), note=f"Made-up list:\n{NAME}")
    assert _shapes(body) == [_inline(claude_tool())]


def test_a_definition_in_a_namespace_is_namespaced() -> None:
    shown = function("lookup", description=LOOKUP["description"], parameters=LOOKUP["inputSchema"])
    body = codex_body(tools=[function("wait"), namespace(shown)])
    assert _shapes(body) == [
        NamespacedTool(
            alias="shape_probe",
            name="lookup",
            presentation="namespaced",
            namespace="mcp__shape_probe",
            shown_as="lookup",
            role="model",
            pointer="$.tools[1].tools[0]",
            definition=shown,
            changes=changes_of(LOOKUP, shown, policy=policy_of(planted())),
        )
    ]


def test_inline_goes_before_namespaced() -> None:
    body = claude_body(namespace(), claude_tool())
    assert _shapes(body) == [_inline(claude_tool(), pointer="$.tools[2]")]


def test_a_definition_goes_before_a_description() -> None:
    (shape,) = _shapes(codex_body(tools=[functions(program(DECLARED)), namespace()]))
    assert shape.presentation == "namespaced"


def test_a_declaration_in_the_text_of_another_tool_is_described() -> None:
    body = codex_body(additional_tools(functions(program(DECLARED))))
    assert _shapes(body) == [_described(inside="functions.exec", pointer="$.input[0].tools[0].tools[0].description")]


def test_a_declaration_is_described_also_where_tools_may_be_deferred() -> None:
    text = f"{program()['description']}\ndeclare: {NAME}(args)"
    assert _shapes(codex_body(tools=[program(text)])) == [_described(inside="exec", pointer="$.tools[0].description")]


def test_planted_text_alone_is_described_under_the_own_name_of_the_tool() -> None:
    body = claude_body(builtin("Run", description="Can do: Looks up one synthetic record."))
    assert _shapes(body) == [_described(inside="Run", pointer="$.tools[1].description", shown_as="lookup")]


def test_a_name_in_the_text_of_another_tool_is_described_where_there_is_no_way_to_hidden_tools() -> None:
    body = claude_body(builtin("Run", description=f"Can do {NAME}."))
    assert _shapes(body) == [_described(inside="Run", pointer="$.tools[1].description")]


def test_a_name_in_the_text_of_a_search_tool_is_an_announcement() -> None:
    body = claude_body(builtin("MCPSearch", description=f"Made-up list: {NAME}."))
    assert _shapes(body) == [_deferred("MCPSearch", shown_as=NAME, pointer="$.tools[1].description")]
    body = codex_body(tools=[{"type": "tool_search", "description": "Made-up list:\n- shape_probe"}])
    assert _shapes(body) == [_deferred("tool_search", shown_as="shape_probe", pointer="$.tools[0].description")]


def test_a_tool_behind_claudes_search_is_deferred_and_announced_in_a_note() -> None:
    body = claude_body(builtin("ToolSearch"), note=f"Made-up list:\nWebFetch\n{NAME}\n")
    assert _shapes(body) == [_deferred("ToolSearch", shown_as=NAME, pointer="$.messages[1].content[0].text")]


def test_a_tool_behind_the_program_tool_is_deferred_and_not_announced() -> None:
    warm_up = warm_up_body(additional_tools(functions(program(), function("wait"))))
    model = codex_body(previous_response_id="r1")
    assert _shapes(model, warm_up) == [_deferred("functions.exec")]


def test_a_tool_behind_the_program_tool_can_be_announced_by_its_server() -> None:
    note = text_item("developer", "<tools>\n- mcp__shape_probe\n</tools>")
    body = codex_body(additional_tools(functions(program())), note)
    expected = _deferred("functions.exec", shown_as="mcp__shape_probe", pointer="$.input[1].content[0].text")
    assert _shapes(body) == [expected]


def test_a_name_in_a_note_without_a_way_is_absent() -> None:
    assert _shapes(claude_body(note=f"Made-up list:\n{NAME}")) == [ABSENT]


def test_the_model_request_is_searched_before_the_warm_up() -> None:
    assert _shapes(claude_body(builtin("ToolSearch")), claude_body(claude_tool())) == [_deferred("ToolSearch")]


def test_a_definition_that_is_only_in_the_warm_up_says_so() -> None:
    (shape,) = _shapes(codex_body(previous_response_id="r1"), claude_body(claude_tool()))
    assert shape == _inline(claude_tool()).model_copy(update={"role": "warm-up"})


def test_each_planted_tool_has_a_shape_and_none_is_that_of_another() -> None:
    other = claude_tool(name="mcp__shape_probe__other", description=OTHER["description"], input_schema={})
    shapes = _shapes(claude_body(other), tools=(LOOKUP, OTHER))
    assert [(shape.name, shape.presentation) for shape in shapes] == [("lookup", "absent"), ("other", "inline")]


def test_a_declaration_of_another_planted_tool_describes_only_that() -> None:
    body = codex_body(tools=[program("Made up: mcp__shape_probe__other(args)")])
    shapes = _shapes(body, tools=(LOOKUP, OTHER))
    assert [shape.presentation for shape in shapes] == ["absent", "described"]


def test_the_tool_of_another_server_under_our_name_is_not_ours() -> None:
    foreign = claude_tool(description="Made-up text of another server.", input_schema={"type": "object"})
    assert _shapes(claude_body(foreign)) == [ABSENT]


def test_a_tool_without_name_and_text_is_absent_under_an_empty_name() -> None:
    absent = AbsentTool(alias="shape_probe", name="", presentation="absent")
    assert _shapes(claude_body(claude_tool()), tools=({"name": None},)) == [absent]


def test_the_carrier_is_the_entry_that_the_shape_is_about() -> None:
    given = planted()
    body = codex_body(tools=[functions(program())])
    for parts, entry in ((_parts(body), 1), (_parts(claude_body(claude_tool())), 1)):
        (seen,) = seen_tools(parts, given, policy=policy_of(given))
        assert seen.carrier is not None
        assert (seen.carrier.role, seen.carrier.entry) == ("model", parts[0].entries[entry])
    (absent,) = seen_tools(_parts(claude_body()), given, policy=policy_of(given))
    assert absent.carrier is None
