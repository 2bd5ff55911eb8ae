"""The shapes file as frozen values. What these classes cannot hold, no file of ours can hold.

Rules of this file: field order is the order in the file; a field is optional only where the docs say what its
absence means; a change of a name or of a meaning moves `SCHEMA_VERSION` and adds a step to `captures.upgrades`;
a new field or word also needs its rule in `captures.rules`.
"""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from captures.words import CallKind, Isolation, Role, Transport

_T = TypeVar("_T")

Many = Annotated[tuple[_T, ...], Field(strict=False)]
"""A tuple of values. Not strict itself, so that a JSON array can become one; its items are."""


class Value(BaseModel):
    """A frozen value that refuses fields that it does not know."""

    # hide_input_in_errors: a message of pydantic never repeats what a file holds.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)


class ClientId(Value):
    """The client under test: `claude`, `codex`, and the exact version that its binary says it is."""

    name: str
    version: str


class Fixture(Value):
    """What the synthetic MCP server offered: its alias in the client's configuration, and the tools as served."""

    alias: str
    tool: dict[str, JsonValue]
    more_tools: Many[dict[str, JsonValue]] = ()
    """The other tools that it offered at any time of the run, in the order of offering."""


class ObservedConditions(Value):
    """What the run really had. `transport` is that of the first model request, null when there was none."""

    isolation: Isolation
    transport: Transport | None


class Conditions(Value):
    """The axes of a run: as asked for on the command line (only what was asked for), and as observed."""

    requested: dict[str, str]
    observed: ObservedConditions


class Observed(Value):
    """The capture is what the client shows the model."""

    kind: Literal["observed"]


class Unstable(Value):
    """Runs of one question differ, at these pointers into the capture (JSONPath)."""

    kind: Literal["unstable"]
    pointers: Many[str]


Reason = Literal[
    "no-model-request",
    "server-never-listed",
    "listed-after-model-request",
    "deadline-before-model-request",
    "body-over-cap",
    "undecodable-body",
    "body-not-json",
    "unscripted-request",
    "unused-turn",
]
"""Why a run shows nothing about the tool. Closed: a new reason is a new word here and in docs/file-format.md."""


class Inconclusive(Value):
    """The run shows nothing about the tool. Never reads as "the tool is gone", never replaces a baseline."""

    kind: Literal["inconclusive"]
    reason: Reason


Verdict = Annotated[Observed | Unstable | Inconclusive, Field(discriminator="kind")]


class McpSession(Value):
    """What the client said to the synthetic server on its first connection.

    `methods` is in the order of arrival, up to the first model request; `protocol_version` is what the client asked
    for first; `listed_before_model_request` is what makes a capture valid.
    """

    methods: Many[str]
    protocol_version: str | None
    listed_before_model_request: bool


class RequestGroup(Value):
    """Requests of one role that look alike.

    `path` is without query and with `<id>` for identifiers; `header_names` are lower-case and sorted (for WebSocket
    messages: those of the upgrade that they came over); `count` is null when the deadline cut the run, as the number
    would then be the clock's and not the client's.
    """

    role: Role
    method: str
    path: str
    transport: Transport
    count: int | None
    header_names: Many[str]


class Dropped(Value):
    """What the MCP server said at `path` is not shown."""

    path: str
    change: Literal["dropped"]


class Renamed(Value):
    """What the MCP server said at `path` is shown under the key, or for `$.name` as the name, `to`."""

    path: str
    change: Literal["renamed"]
    to: str


class Rewritten(Value):
    """What stands at `path` is shown with another value; the definition holds it."""

    path: str
    change: Literal["rewritten"]


class Truncated(Value):
    """The text at `path` is shown up to a point: `kept` of `of` code points."""

    path: str
    change: Literal["truncated"]
    kept: int
    of: int


class Added(Value):
    """The client shows something at `path` (in the definition as shown) that the MCP server did not say."""

    path: str
    change: Literal["added"]


Change = Annotated[Dropped | Renamed | Rewritten | Truncated | Added, Field(discriminator="change")]

CarrierRole = Literal["model", "warm-up"]
"""Which part of the first logical model request has a thing: some Codex versions put tools in the warm-up alone."""


class InlineTool(Value):
    """A full definition in a tools array, at `pointer`."""

    alias: str
    name: str
    presentation: Literal["inline"]
    shown_as: str
    role: CarrierRole
    pointer: str
    definition: dict[str, JsonValue]
    changes: Many[Change]


class NamespacedTool(Value):
    """A full definition as a child of the namespace entry called `namespace`."""

    alias: str
    name: str
    presentation: Literal["namespaced"]
    namespace: str
    shown_as: str
    role: CarrierRole
    pointer: str
    definition: dict[str, JsonValue]
    changes: Many[Change]


class DescribedTool(Value):
    """Rendered inside the description of the tool called `inside`; `shown_as` is the name used there."""

    alias: str
    name: str
    presentation: Literal["described"]
    inside: str
    shown_as: str
    role: CarrierRole
    pointer: str


class Loaded(Value):
    """The definition of a deferred tool as it came when the model asked for it.

    `pointer` leads to it in the body of the model request number `attempt`.
    """

    attempt: int
    pointer: str
    definition: dict[str, JsonValue]
    changes: Many[Change]


class DeferredTool(Value):
    """The definition is withheld; `via` names the way to it.

    `announced` says whether the tool's or server's name is shown: then `shown_as` is that name and `pointer` the string
    that has it, else both are null.
    """

    alias: str
    name: str
    presentation: Literal["deferred"]
    via: str
    announced: bool
    shown_as: str | None
    role: CarrierRole | None
    pointer: str | None
    loaded: Loaded | None = None
    """Only scenarios that have the model load it can fill this in."""


class AbsentTool(Value):
    """No trace, and no way to it that we know."""

    alias: str
    name: str
    presentation: Literal["absent"]


ToolShape = Annotated[
    InlineTool | NamespacedTool | DescribedTool | DeferredTool | AbsentTool, Field(discriminator="presentation")
]


class Envelope(Value):
    """A container that the client wraps tools in: child names and types, placeholders for the rest, no descriptions."""

    role: CarrierRole
    pointer: str
    type: str
    name: str
    tools: Many[dict[str, JsonValue]]


Place = Literal["tool-name", "tool-description", "tool-schema", "namespace", "message", "metadata", "unknown"]
"""What kind of string a token surfaced in. `metadata` is for the provider alone. `unknown` is loud: no rule knows the
place, it may be tomorrow's shape."""


class Sighting(Value):
    """A planted token surfaced in the string at `pointer`."""

    token: str
    role: CarrierRole
    pointer: str
    place: Place


class LaterShape(Value):
    """A shape that differs from the first one, as first seen in the model request number `attempt` (from 1)."""

    attempt: int
    tools: Many[ToolShape]


class Survival(Value):
    """How much of a planted text is in a string: `head` code points from its start and `tail` from its end, of `of`.

    A text that is there whole has `head == of` and `tail == 0`. What is cut out of the middle is `of - head - tail`.
    """

    token: str
    head: int
    tail: int
    of: int


class TextSeen(Value):
    """A string that the model reads: where, how many code points, and which planted texts are in it."""

    pointer: str
    length: int
    planted: Many[Survival]


class BlockSeen(Value):
    """One block of an answer. `type` is `string` for a bare string; `keys` are the keys beside `type`."""

    type: str
    keys: Many[str]
    texts: Many[TextSeen]


class Answer(Value):
    """What came back to the model for a call, in the model request number `attempt`.

    `is_error` is the answer's own mark, null when it has none.
    """

    attempt: int
    pointer: str
    type: str
    is_error: bool | None
    blocks: Many[BlockSeen]


class Call(Value):
    """A call that the script had the model make, and what became of it.

    `route` is the script's word for it; `shown_as` and `namespace` are what the model called (for a program: the name
    in it, such as `tools.mcp__shape_probe__lookup`); `arguments` are as the synthetic server got them, null when the
    call never reached it; `answer` is null when nothing came back.
    """

    route: str
    kind: CallKind
    shown_as: str
    namespace: str | None
    reached_server: bool
    arguments: dict[str, JsonValue] | None
    answer: Answer | None


class Subagent(Value):
    """How the requests of a sub-agent differ from its parent's, by names alone, and how the tools are shown to it."""

    header_names_of_child: Many[str]
    header_names_of_parent: Many[str]
    body_keys_of_child: Many[str]
    body_keys_of_parent: Many[str]
    tools: Many[ToolShape]


class Outcome(Value):
    """How the run ended.

    `exit_code` is negative for a signal (as in Python's subprocess) and null when the deadline ended the run;
    `attempts`, the number of model requests, is then null too. `refused_lookups` counts the different host names that
    the client asked for, `refused_connections` its attempts to leave loopback.
    """

    exit_code: int | None
    attempts: int | None
    turn_completed: bool
    refused_lookups: int
    refused_connections: int


class Capture(Value):
    """The sanitized record of one run."""

    client: ClientId
    scenario: str
    conditions: Conditions
    verdict: Verdict
    mcp: McpSession
    requests: Many[RequestGroup]
    tools: Many[ToolShape]
    envelopes: Many[Envelope]
    traits: dict[str, bool]
    sightings: Many[Sighting]
    later_shapes: Many[LaterShape]
    calls: Many[Call] = ()
    """What the script called, in its order; empty in scenarios that call nothing."""
    subagent: Subagent | None = None
    """In the scenario that starts one, else null."""
    outcome: Outcome


class ShapesFile(Value):
    """`native-tool-shapes.json`: captures of one fixture, sorted by client, version, scenario, conditions."""

    schema_version: Literal[1]
    fixture: Fixture
    captures: Many[Capture]
