from typing import Any, Final

import pytest
from pydantic import JsonValue

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, rules_of
from tests.captures.samples import DEFERRED, LOADED

TEXT: Final = "Looks up one synthetic record."
LIMIT: Final[dict[str, JsonValue]] = {"type": "integer", "minimum": 1}
PROPERTIES: Final[dict[str, JsonValue]] = {"limit": LIMIT}
SCHEMA: Final[dict[str, JsonValue]] = {"type": "object", "properties": PROPERTIES}
RENAMED: Final[dict[str, JsonValue]] = {"path": "$.inputSchema", "change": "renamed", "to": "parameters"}
CUT: Final[dict[str, JsonValue]] = {"path": "$.description", "change": "truncated", "kept": 5, "of": 30}


def defined(*changes: dict[str, JsonValue], without: tuple[str, ...] = (), **fields: JsonValue) -> Changes:
    """A capture with one inline tool, whose definition has these fields changed."""
    entry: dict[str, Any] = {"name": "mcp__x__lookup", "description": TEXT, "parameters": SCHEMA, **fields}
    tool = {
        "alias": "x",
        "name": "lookup",
        "presentation": "inline",
        "shown_as": "mcp__x__lookup",
        "role": "model",
        "pointer": "$.tools[3]",
        "definition": {key: value for key, value in entry.items() if key not in without},
        "changes": [RENAMED, *changes],
    }
    return {"tools": [tool]}


def limited(**fields: JsonValue) -> dict[str, JsonValue]:
    """The schema with another property."""
    return {**SCHEMA, "properties": {"limit": fields}}


def loaded(**fields: JsonValue) -> Changes:
    return {"tools": [{**LOADED, "loaded": {**LOADED["loaded"], **fields}}]}


def dropped(path: str) -> dict[str, JsonValue]:
    return {"path": path, "change": "dropped"}


def rewritten(path: str) -> dict[str, JsonValue]:
    return {"path": path, "change": "rewritten"}


def added(path: str) -> dict[str, JsonValue]:
    return {"path": path, "change": "added"}


MINIMUM: Final = "$.inputSchema.properties.limit.minimum"

TRIGGERS: Final = [
    Trigger(
        old=defined(),
        new=defined(name="x_lookup"),
        finding=finding_of(
            "name-rewritten-differently",
            "$.tools[0].definition.name",
            "lookup is named x_lookup, no longer mcp__x__lookup",
            before="mcp__x__lookup",
            after="x_lookup",
        ),
        near=(defined(), defined(title="Lookup")),
    ),
    Trigger(
        old=defined(),
        new=defined(dropped(MINIMUM), parameters=limited(type="integer")),
        finding=finding_of(
            "schema-keyword-dropped",
            "$.tools[0].definition.parameters.properties.limit.minimum",
            "The schema of lookup no longer has minimum of limit",
            before=1,
            after=None,
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(rewritten(MINIMUM), parameters=limited(type="integer", minimum=2))),
    ),
    Trigger(
        old=defined(dropped(MINIMUM), parameters=limited(type="integer")),
        new=defined(),
        finding=finding_of(
            "schema-keyword-restored",
            "$.tools[0].definition.parameters.properties.limit.minimum",
            "The schema of lookup has minimum of limit again",
            before=None,
            after=1,
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(parameters=limited(type="integer")), defined(added("$.parameters.properties.limit.minimum"))),
    ),
    Trigger(
        old=defined(),
        new=defined(added('$.parameters["$schema"]'), parameters={**SCHEMA, "$schema": "<string>"}),
        finding=finding_of(
            "schema-keyword-added",
            '$.tools[0].definition.parameters["$schema"]',
            "The schema of lookup has $schema, which the server does not say",
            before=None,
            after="<string>",
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(added("$.strict"), strict=False)),
    ),
    Trigger(
        old=defined(),
        new=defined(rewritten("$.inputSchema.properties.limit.type"), parameters=limited(type="number", minimum=1)),
        finding=finding_of(
            "schema-rewritten-differently",
            "$.tools[0].definition.parameters.properties.limit.type",
            "The schema of lookup says number for type of limit, no longer integer",
            before="integer",
            after="number",
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(parameters=limited(type="integer"))),
    ),
    Trigger(
        old=defined(),
        new={
            "tools": [
                {
                    **defined()["tools"][0],
                    "definition": {"name": "mcp__x__lookup", "description": TEXT, "input_schema": SCHEMA},
                    "changes": [{**RENAMED, "to": "input_schema"}],
                }
            ]
        },
        finding=finding_of(
            "schema-key-renamed",
            "$.tools[0].definition.input_schema",
            "The schema of lookup stands under input_schema, no longer under parameters",
            before="parameters",
            after="input_schema",
            also=("$.tools[0].definition.parameters", "$.tools[0].changes[0]"),
        ),
        near=(defined(), defined(dropped("$.inputSchema"), without=("parameters",))),
    ),
    Trigger(
        old=defined(),
        new=defined(CUT, description=TEXT[:5]),
        finding=finding_of(
            "description-truncated",
            "$.tools[0].definition.description",
            "The description of lookup is cut after 5 of 30 characters",
            before="Looks up one synthetic record.",
            after="Looks",
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(description="<string>")),
    ),
    Trigger(
        old=defined(CUT, description=TEXT[:5]),
        new=defined(),
        finding=finding_of(
            "description-restored",
            "$.tools[0].definition.description",
            "The description of lookup is shown whole again",
            before="Looks",
            after="Looks up one synthetic record.",
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(CUT, description=TEXT[:5]), defined(rewritten("$.description"), description="<string>")),
    ),
    Trigger(
        old=defined(),
        new=defined(rewritten("$.description"), description="<string>"),
        finding=finding_of(
            "description-rewritten",
            "$.tools[0].definition.description",
            "The description of lookup is another text",
            before="Looks up one synthetic record.",
            after="<string>",
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(CUT, description=TEXT[:5])),
    ),
    Trigger(
        old=defined(),
        new=defined(added("$.strict"), strict=False),
        finding=finding_of(
            "definition-key-added",
            "$.tools[0].definition.strict",
            "The definition of lookup also has strict",
            before=None,
            after=False,
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(strict=True), defined(strict=False)),
    ),
    Trigger(
        old=defined(annotations={}),
        new=defined(dropped("$.annotations")),
        finding=finding_of(
            "definition-key-dropped",
            "$.tools[0].definition.annotations",
            "The definition of lookup no longer has annotations",
            before={},
            after=None,
            also=("$.tools[0].changes[1]",),
        ),
        near=(defined(), defined(annotations={})),
    ),
    Trigger(
        old=defined(strict=True),
        new=defined(strict=False),
        finding=finding_of(
            "definition-value-changed",
            "$.tools[0].definition.strict",
            "The definition of lookup says false for strict, no longer true",
            before=True,
            after=False,
        ),
        near=(defined(), defined(strict=False)),
    ),
    Trigger(
        old=defined(type="function"),
        new=defined(type="custom"),
        finding=finding_of(
            "definition-type-changed",
            "$.tools[0].definition.type",
            "The definition of lookup is of the type custom, no longer function",
            before="function",
            after="custom",
        ),
        near=(defined(), defined(type="custom")),
    ),
    Trigger(
        old=defined(dropped("$.title")),
        new=defined(rewritten("$.title")),
        finding=finding_of(
            "change-described-differently",
            "$.tools[0].changes[1]",
            "What became of title of lookup is described in other words",
            before="dropped",
            after="rewritten",
        ),
        near=(defined(title="Lookup"), defined(dropped("$.title"))),
    ),
    Trigger(
        old={"tools": [DEFERRED]},
        new={"tools": [LOADED]},
        finding=finding_of(
            "definition-loads",
            "$.tools[0].loaded",
            "The definition of lookup now comes when the model asks for it",
            before=None,
            after=2,
        ),
        near=({"tools": [LOADED]}, {"tools": [DEFERRED]}),
    ),
    Trigger(
        old={"tools": [LOADED]},
        new={"tools": [DEFERRED]},
        finding=finding_of(
            "definition-no-longer-loads",
            "$.tools[0].loaded",
            "The definition of lookup no longer comes when the model asks for it",
            before=2,
            after=None,
        ),
        near=({"tools": [DEFERRED]}, {"tools": [LOADED]}),
    ),
    Trigger(
        old=loaded(),
        new=loaded(attempt=3),
        finding=finding_of(
            "definition-loads-at-another-request",
            "$.tools[0].loaded.attempt",
            "The definition of lookup comes with request 3, no longer with request 2",
            before=2,
            after=3,
        ),
        near=(loaded(), loaded(pointer="$.input[1].output")),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


def test_keys_of_one_property_that_are_lost_together_are_one_finding() -> None:
    old = defined(parameters=limited(type="integer", minimum=1, maximum=3, description="A limit."))

    assert found(old, defined(parameters=limited(type="integer"))) == (
        finding_of(
            "schema-keyword-dropped",
            "$.tools[0].definition.parameters.properties.limit.minimum",
            "The schema of lookup no longer has minimum, maximum and description of limit",
            before={"minimum": 1, "maximum": 3, "description": "A limit."},
            after=None,
            also=(
                "$.tools[0].definition.parameters.properties.limit.maximum",
                "$.tools[0].definition.parameters.properties.limit.description",
            ),
        ),
    )


def test_a_property_that_is_lost_is_called_one() -> None:
    new = defined(parameters={"type": "object", "properties": {}})

    assert [each.sentence for each in found(defined(), new)] == [
        "The schema of lookup no longer has the property limit"
    ]


def test_items_of_a_list_are_under_its_key() -> None:
    first, last = "limit", "query"
    old, new = (defined(parameters={**SCHEMA, "required": [*each]}) for each in ((first, last), (last, first)))

    assert [(each.sentence, each.before, each.after) for each in found(old, new)] == [
        (
            "The schema of lookup has another value for required",
            {"required.0": "limit", "required.1": "query"},
            {"required.0": "query", "required.1": "limit"},
        )
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (defined(), defined(without=("parameters",)), "lookup is shown without a schema"),
        (
            defined(dropped("$.inputSchema"), without=("parameters",)),
            defined(),
            "lookup is shown with a schema again",
        ),
        (
            defined(without=("parameters",)),
            defined(),
            "lookup is shown with a schema, which the server does not say",
        ),
        (defined(), defined(parameters="<string>"), "lookup is shown with a schema of another kind"),
    ],
)
def test_a_whole_schema_comes_and_goes_as_one(old: Changes, new: Changes, sentence: str) -> None:
    assert [each.sentence for each in found(old, new)] == [sentence]


def test_a_description_in_the_schema_is_told_by_its_property() -> None:
    cut = {**CUT, "path": "$.inputSchema.properties.limit.description"}
    old = defined(parameters=limited(description="A long limit."))
    new = defined(cut, parameters=limited(description="A lon"))

    assert [each.sentence for each in found(old, new)] == [
        "The description of limit in the schema of lookup is cut after 5 of 30 characters"
    ]


def test_sightings_go_with_what_they_are_in() -> None:
    sighting = {"role": "model", "place": "tool-description", "token": "tool.description"}
    old = {**defined(), "sightings": [{**sighting, "pointer": "$.tools[3].description"}]}

    assert [(each.rule, each.also) for each in found(old, defined(without=("description",)))] == [
        ("definition-key-dropped", ("$.sightings[0]",))
    ]


def test_what_the_model_is_given_when_it_asks_is_judged_alike() -> None:
    new = loaded(definition={"name": "lookup", "description": "<string>"})

    assert [(each.rule, each.sentence) for each in found(loaded(), new)] == [
        (
            "name-rewritten-differently",
            "When the model asks for it: lookup is named lookup, no longer mcp__shape_probe__lookup",
        )
    ]


def test_what_a_sub_agent_is_given_when_it_asks_says_so() -> None:
    sides = [
        {"tools": [LOADED], "header_names_of_child": [], "header_names_of_parent": []},
        {"tools": loaded(definition={"name": "x"})["tools"], "header_names_of_child": [], "header_names_of_parent": []},
    ]
    old, new = ({"subagent": {**side, "body_keys_of_child": [], "body_keys_of_parent": []}} for side in sides)

    assert [each.sentence for each in found(old, new)] == [
        "For a sub-agent, when the model asks for it: the definition of lookup no longer has description",
        "For a sub-agent, when the model asks for it: lookup is named x, no longer mcp__shape_probe__lookup",
    ][::-1]
