"""The fields of a script's file, as pydantic models, and their JSON Schema (2020-12). What they mean: docs/scripts.md.

Rules of this file: a released field never changes its meaning; a new one has a default; anything else moves
`SCRIPT_VERSION`. Whether turns fit together is asked in `probe.scripts.rules`.
"""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator
from pydantic_core import PydanticCustomError

from probe.scripts.script import TOOL_SEARCH, Call, Fault, Say, Script, Turn, When

SCRIPT_VERSION: Final = 1
"""Of the files that this release reads and writes."""

OUR_RULE: Final = "shape-probe"
"""The type of the errors whose messages are ours."""


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SayEntry(_Entry):
    """Text of the model."""

    kind: Literal["say"]
    text: str

    def value(self) -> Say:
        """What it stands for."""
        return Say(self.text)


class ToolUseEntry(_Entry):
    """A call in the dialect Anthropic Messages."""

    kind: Literal["tool_use"]
    id: str
    name: str
    arguments: JsonValue

    def value(self) -> Call:
        """What it stands for."""
        return Call(kind=self.kind, name=self.name, arguments=self.arguments, id=self.id)


class FunctionCallEntry(_Entry):
    """A call of a function in the dialect OpenAI Responses."""

    kind: Literal["function_call"]
    id: str
    namespace: str | None = None
    name: str
    arguments: JsonValue

    def value(self) -> Call:
        """What it stands for."""
        return Call(kind=self.kind, name=self.name, arguments=self.arguments, id=self.id, namespace=self.namespace)


class CustomToolCallEntry(_Entry):
    """A call of a custom tool in the dialect OpenAI Responses; its arguments are one text."""

    kind: Literal["custom_tool_call"]
    id: str
    namespace: str | None = None
    name: str
    arguments: str

    def value(self) -> Call:
        """What it stands for."""
        return Call(kind=self.kind, name=self.name, arguments=self.arguments, id=self.id, namespace=self.namespace)


class ToolSearchCallEntry(_Entry):
    """A call of the client's tool search in the dialect OpenAI Responses."""

    kind: Literal["tool_search_call"]
    id: str
    arguments: JsonValue

    def value(self) -> Call:
        """What it stands for."""
        return Call(kind=self.kind, name=TOOL_SEARCH, arguments=self.arguments, id=self.id)


ItemEntry = Annotated[
    SayEntry | ToolUseEntry | FunctionCallEntry | CustomToolCallEntry | ToolSearchCallEntry,
    Field(discriminator="kind"),
]


class WhenEntry(_Entry):
    """Conditions on the request."""

    header: str | None = None
    no_header: str | None = None
    answers: str | None = None
    has_text: str | None = None

    def value(self) -> When:
        """What it stands for."""
        return When(header=self.header, no_header=self.no_header, answers=self.answers, has_text=self.has_text)


class TurnEntry(_Entry):
    """One answer. Either `items` or `status` is given; an answer that says nothing has empty `items`."""

    name: str
    when: WhenEntry = WhenEntry()
    items: list[ItemEntry] | None = None
    status: int | None = None
    fault: Fault | None = None
    repeats: bool = False

    @model_validator(mode="after")
    def _answers(self) -> Self:
        if self.items is None and self.status is None:
            raise PydanticCustomError(OUR_RULE, "has neither items nor a status; give one of them")
        return self

    def value(self) -> Turn:
        """What it stands for."""
        return Turn(
            name=self.name,
            items=tuple(item.value() for item in self.items or ()),
            when=self.when.value(),
            status=self.status,
            fault=self.fault,
            repeats=self.repeats,
        )


class ScriptFile(_Entry):
    """A script."""

    script_version: Literal[1]
    turns: list[TurnEntry]

    def value(self) -> Script:
        """What it stands for."""
        return Script(tuple(turn.value() for turn in self.turns))


def script_schema() -> dict[str, Any]:
    """The JSON Schema of the file, as a JSON value."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ScriptFile.model_json_schema()}
