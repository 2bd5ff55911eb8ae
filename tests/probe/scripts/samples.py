"""Made-up calls for the tests of scripts and of what is made of them."""

from pydantic import JsonValue

from captures.words import CallKind
from probe.scripts.script import Call


def call(
    kind: CallKind,
    *,
    name: str = "lookup",
    arguments: JsonValue = "unset",
    id: str = "one",  # noqa: A002 - the field's name
    namespace: str | None = None,
) -> Call:
    """A call of the synthetic tool; the input of a custom tool is a text."""
    if arguments == "unset":
        arguments = "text(1)" if kind == "custom_tool_call" else {"query": "q1"}
    return Call(kind=kind, name=name, arguments=arguments, id=id, namespace=namespace)
