from pydantic import JsonValue

from captures.model import CarrierRole, Envelope
from sanitize.envelopes import envelopes_of
from sanitize.places import tool_entries
from sanitize.policy import policy_of
from sanitize.shapes import Carrier
from tests.sanitize.bodies import additional_tools, claude_body, claude_tool, codex_body, function, functions, program
from tests.support.builders import planted


def _envelopes(body: JsonValue, *names: str, role: CarrierRole = "model") -> tuple[Envelope, ...]:
    carriers = [Carrier(role=role, entry=entry) for entry in tool_entries(body) if entry.name in names]
    return envelopes_of(carriers, policy=policy_of(planted()))


def _children(*tools: JsonValue) -> tuple[dict[str, JsonValue], ...]:
    (envelope,) = _envelopes({"tools": [functions(*tools, {"name": "leaf"})]}, "leaf")
    return envelope.tools[:-1]


def test_the_namespace_of_the_way_to_a_tool_is_an_envelope_with_placeholders() -> None:
    body = codex_body(additional_tools(functions(program(), function("wait"), function("ask"))))
    assert _envelopes(body, "exec", role="warm-up") == (
        Envelope(
            role="warm-up",
            pointer="$.input[0].tools[0]",
            type="namespace",
            name="functions",
            tools=(
                {"type": "custom", "name": "exec", "format": "<custom grammar>"},
                {"type": "function", "name": "wait", "parameters": {}, "strict": "<boolean>"},
                {"type": "function", "name": "ask", "parameters": {}, "strict": "<boolean>"},
            ),
        ),
    )


def test_the_keys_of_a_child_are_in_one_order_whatever_the_order_in_the_body() -> None:
    (child,) = _children(dict(reversed(function("wait", zeta=1, alpha=None).items())))
    assert list(child.items()) == [
        ("type", "function"),
        ("name", "wait"),
        ("alpha", "<null>"),
        ("parameters", {}),
        ("strict", "<boolean>"),
        ("zeta", "<number>"),
    ]


def test_nothing_but_names_is_kept_of_a_child() -> None:
    assert _children(
        {"name": "Any body's text", "type": "of tomorrow", "description": "Made up."},
        {"type": 1, "name": None, "format": {"type": "x"}, "tags": ["a"], "hint": "b", "any body's text": 1},
        "odd",
    ) == (
        {"type": "<name>", "name": "<name>"},
        {"type": "<number>", "name": "<null>", "<name>": "<number>", "format": {}, "hint": "<string>", "tags": []},
    )


def test_a_container_of_tools_of_no_interest_is_no_envelope() -> None:
    assert _envelopes(codex_body(tools=[functions(program())])) == ()


def test_a_tool_outside_any_container_has_no_envelope() -> None:
    assert _envelopes(claude_body(claude_tool()), "mcp__shape_probe__lookup") == ()


def test_an_envelope_of_several_tools_is_one_and_envelopes_are_in_order() -> None:
    body: JsonValue = {
        "tools": [functions({"name": "a"}, {"name": "b"})],
        "input": [{"tools": [functions({"name": "a"})]}],
    }
    assert [envelope.pointer for envelope in _envelopes(body, "b", "a")] == ["$.input[0].tools[0]", "$.tools[0]"]


def test_an_envelope_of_the_model_request_comes_before_one_of_the_warm_up() -> None:
    (entry,) = (entry for entry in tool_entries({"tools": [functions({"name": "a"})]}) if entry.name == "a")
    carriers = [Carrier(role="warm-up", entry=entry), Carrier(role="model", entry=entry)]
    assert [envelope.role for envelope in envelopes_of(carriers, policy=policy_of(planted()))] == ["model", "warm-up"]


def test_a_namespace_without_children_wraps_nothing() -> None:
    container, leaf = tool_entries({"tools": [functions({"name": "a"})]})
    assert leaf.containers == (container,)
    assert container.is_container
