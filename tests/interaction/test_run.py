"""A run from the command line to the file: what is captured, and how it is shown."""

import json
from typing import Any, Final

import pytest

from captures import canonical
from captures.model import Capture, ShapesFile
from fake_mcp.catalog import LOOKUP
from tests.interaction.requirements import covers
from tests.support.stage import Stage, ended
from tests.support.steps import (
    FUNCTION,
    INLINE,
    LIST,
    NAMESPACE,
    TELL,
    TOOL_SEARCH,
    ask,
    ask_codex,
    messages,
    responses,
)

TOOL: Final = LOOKUP.tools[0]
SCHEMA: Final = TOOL["inputSchema"]

HTTP_NAMES: Final = ["authorization", "connection", "content-length", "host"]
WEBSOCKET_NAMES: Final = [
    "authorization",
    "connection",
    "host",
    "sec-websocket-key",
    "sec-websocket-version",
    "upgrade",
]

SESSION: Final = {
    "methods": ["initialize", "notifications/initialized", "tools/list"],
    "protocol_version": "2025-11-25",
    "listed_before_model_request": True,
}

EXEC: Final = (
    "Made up. Nested tools are on the `tools` object.\n"
    "Their names are made identifiers, as mcp__made__up is.\n"
    "Deferred ones may be omitted; ALL_TOOLS has every one."
)
"""Has what the traits are about, in words of ours."""

FUNCTIONS: Final = {
    "type": "namespace",
    "name": "functions",
    "description": "Made up.",
    "tools": [
        {"type": "custom", "name": "exec", "description": EXEC, "format": {"type": "grammar", "definition": "made up"}},
        {"type": "function", "name": "wait", "description": "Made up.", "strict": False, "parameters": {"type": "x"}},
    ],
}

INLINE_SHAPE: Final = {
    "alias": "shape_probe",
    "name": "lookup",
    "presentation": "inline",
    "shown_as": "mcp__shape_probe__lookup",
    "role": "model",
    "pointer": "$.tools[1]",
    "definition": {
        "name": "mcp__shape_probe__lookup",
        "description": TOOL["description"],
        "input_schema": SCHEMA,
    },
    "changes": [
        {"path": "$.annotations", "change": "dropped"},
        {"path": "$.inputSchema", "change": "renamed", "to": "input_schema"},
        {"path": "$.name", "change": "renamed", "to": "mcp__shape_probe__lookup"},
        {"path": "$.title", "change": "dropped"},
    ],
}


def outcome(**changes: object) -> dict[str, object]:
    return {
        "exit_code": 0,
        "attempts": 1,
        "turn_completed": True,
        "refused_lookups": 0,
        "refused_connections": 0,
        **changes,
    }


def group(role: str, method: str, path: str, transport: str, **more: object) -> dict[str, object]:
    names = HTTP_NAMES if transport == "http" else WEBSOCKET_NAMES
    return {
        "role": role,
        "method": method,
        "path": path,
        "transport": transport,
        "count": 1,
        "header_names": names,
        **more,
    }


def sighting(token: str, pointer: str, place: str) -> dict[str, str]:
    return {"token": token, "role": "model", "pointer": pointer, "place": place}


def only_capture(stage: Stage) -> Any:  # noqa: ANN401 - JSON
    [capture] = stage.shapes()["captures"]
    return capture


@covers("capture.messages", "output.summary")
def test_a_messages_client_gives_a_whole_capture_and_one_line(stage: Stage) -> None:
    hello = ask(method="HEAD", path="/api/hello", raw="")
    client = stage.released("claude", hello, LIST, ask(messages({"name": "Read"}, INLINE)))

    done = stage.run("run", client.spec)

    assert done.stdout.splitlines() == [
        (
            "CLIENT  VERSION  CONDITIONS    SHOWN   AS                        AT          CHANGES"
            "                                                                                        ATTEMPTS  EXIT"
            "  VERDICT"
        ),
        (
            "claude  2.1.268  reply=accept  inline  mcp__shape_probe__lookup  $.tools[1]  dropped: annotations, title; "
            "renamed: inputSchema→input_schema, name→mcp__shape_probe__lookup  1         0     observed"
        ),
    ]
    assert (done.exit_code, done.stderr) == (0, "written: native-tool-shapes.json\n")
    assert canonical.loads(stage.file.read_bytes(), name="the file") == ShapesFile.model_validate(
        {
            "schema_version": 1,
            "fixture": {"alias": "shape_probe", "tool": TOOL},
            "captures": [
                {
                    "client": {"name": "claude", "version": "2.1.268"},
                    "scenario": "first-request",
                    "conditions": {
                        "requested": {"reply": "accept"},
                        "observed": {
                            "isolation": only_capture(stage)["conditions"]["observed"]["isolation"],
                            "transport": "http",
                        },
                    },
                    "verdict": {"kind": "observed"},
                    "mcp": SESSION,
                    "requests": [
                        group("model", "POST", "/v1/messages", "http"),
                        group("side", "HEAD", "/api/hello", "http"),
                    ],
                    "tools": [INLINE_SHAPE],
                    "envelopes": [],
                    "traits": {},
                    "sightings": [
                        sighting("alias", "$.tools[1].name", "tool-name"),
                        sighting("tool.name", "$.tools[1].name", "tool-name"),
                        sighting("tool.description", "$.tools[1].description", "tool-description"),
                        sighting(
                            "property.query.description",
                            "$.tools[1].input_schema.properties.query.description",
                            "tool-schema",
                        ),
                    ],
                    "later_shapes": [],
                    "outcome": outcome(),
                }
            ],
        }
    )
    assert stage.run("validate", stage.file).stdout == f"{stage.file}: ok\n"


@covers("capture.responses")
def test_a_responses_client_gives_a_whole_capture(stage: Stage) -> None:
    client = stage.released("codex", LIST, ask_codex(responses(FUNCTIONS)))

    assert stage.run("run", client.spec, "--reply", "close").exit_code == 0
    assert Capture.model_validate(only_capture(stage)) == Capture.model_validate(
        {
            "client": {"name": "codex", "version": "0.154.0"},
            "scenario": "first-request",
            "conditions": {
                "requested": {"reply": "close"},
                "observed": {
                    "isolation": only_capture(stage)["conditions"]["observed"]["isolation"],
                    "transport": "websocket",
                },
            },
            "verdict": {"kind": "observed"},
            "mcp": SESSION,
            "requests": [
                group("model", "GET", "/v1/responses", "websocket"),
                group("upgrade", "GET", "/v1/responses", "websocket"),
            ],
            "tools": [
                {
                    "alias": "shape_probe",
                    "name": "lookup",
                    "presentation": "deferred",
                    "via": "functions.exec",
                    "announced": False,
                    "shown_as": None,
                    "role": None,
                    "pointer": None,
                }
            ],
            "envelopes": [
                {
                    "role": "model",
                    "pointer": "$.tools[0]",
                    "type": "namespace",
                    "name": "functions",
                    "tools": [
                        {"type": "custom", "name": "exec", "format": "<custom grammar>"},
                        {"type": "function", "name": "wait", "parameters": {}, "strict": "<boolean>"},
                    ],
                }
            ],
            "traits": {
                "exec.all_tools_enumerates_nested_tools": True,
                "exec.deferred_tools_may_be_omitted": True,
                "exec.names_normalized_to_identifiers": True,
                "exec.nested_tools_on_tools_object": True,
            },
            "sightings": [],
            "later_shapes": [],
            "outcome": outcome(exit_code=1, turn_completed=False),
        }
    )


@covers("capture.responses")
def test_the_same_client_over_http_has_its_upgrade_refused(stage: Stage) -> None:
    body = responses(NAMESPACE)
    client = stage.released("codex", LIST, ask_codex(body), ask_codex(body, transport="http"))

    stage.run("run", client.spec, "--set", "transport=http")

    capture = only_capture(stage)
    assert capture["requests"] == [
        group("model", "POST", "/v1/responses", "http"),
        group("upgrade", "GET", "/v1/responses", "websocket"),
    ]
    assert [capture["conditions"]["observed"]["transport"], capture["tools"][0]["pointer"], capture["outcome"]] == [
        "http",
        "$.tools[0].tools[0]",
        outcome(),
    ]


@covers("capture.responses")
def test_a_made_up_login_is_what_the_client_logs_in_with(stage: Stage) -> None:
    client = stage.released("codex", TELL, LIST, ask_codex(responses(FUNCTION)))
    process = stage.start("run", client.spec, "--set", "auth=chatgpt", "--json")

    known = client.ear.hear()
    done = ended(process)

    assert known["key"].count(".") == 2
    assert json.loads(done.stdout)["captures"][0]["conditions"]["requested"] == {"auth": "chatgpt", "reply": "accept"}


@covers("capture.later-shape")
def test_what_is_shown_after_an_error_is_a_later_shape(stage: Stage) -> None:
    named = {"type": "text", "text": "{prompt} There is mcp__{alias}__{tool.name}."}
    first = messages(TOOL_SEARCH, messages=[{"role": "user", "content": [named]}])
    client = stage.released("claude", LIST, ask(first), ask(messages(TOOL_SEARCH, INLINE)))

    stage.run("run", client.spec, "--reply", "refuse")

    capture = only_capture(stage)
    deferred = {
        "alias": "shape_probe",
        "name": "lookup",
        "presentation": "deferred",
        "via": "ToolSearch",
        "announced": True,
        "shown_as": "mcp__shape_probe__lookup",
        "role": "model",
        "pointer": "$.messages[0].content[0].text",
    }
    expected = {
        **capture,
        "tools": [deferred],
        "later_shapes": [{"attempt": 2, "tools": [INLINE_SHAPE]}],
        "outcome": outcome(exit_code=1, attempts=2, turn_completed=False),
    }
    assert Capture.model_validate(capture) == Capture.model_validate(expected)


@covers("capture.unknown-place")
def test_planted_text_in_an_unknown_place_is_a_warning(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask(messages(INLINE, catalogue={"entry": "{tool.description}"})))

    done = stage.run("run", client.spec)

    assert done.stderr.splitlines() == [
        (
            "shape-probe: claude 2.1.268: unknown place: tool.description surfaced at $.catalogue.entry, "
            "which no rule knows; please report it"
        ),
        "written: native-tool-shapes.json",
    ]
    assert sighting("tool.description", "$.catalogue.entry", "unknown") in only_capture(stage)["sightings"]


@covers("capture.reply")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("accept", outcome()),
        ("refuse", outcome(exit_code=1, turn_completed=False)),
        ("close", outcome(exit_code=1, turn_completed=False)),
        ("status:529", outcome(exit_code=1, turn_completed=False)),
    ],
)
def test_the_reply_decides_how_the_turn_ends(stage: Stage, reply: str, expected: dict[str, object]) -> None:
    client = stage.released("claude", LIST, ask())

    done = stage.run("run", client.spec, "--reply", reply)

    assert (done.exit_code, only_capture(stage)["outcome"]) == (0, expected)
    assert only_capture(stage)["conditions"]["requested"] == {"reply": reply}


@covers("spec.on-path")
def test_without_a_spec_what_is_on_path_is_run(stage: Stage) -> None:
    stage.at_path("claude", LIST, ask(), version="7.1.2")

    done = stage.run("run", "--out", "-")

    assert [capture["client"] for capture in json.loads(done.stdout)["captures"]] == [
        {"name": "claude", "version": "7.1.2"}
    ]


@covers("spec.on-path")
def test_without_a_spec_and_a_client_the_message_says_what_to_write(stage: Stage) -> None:
    done = stage.run("run", environ={"PATH": str(stage.programs)})

    assert (done.exit_code, done.stdout, stage.left()) == (2, "", [])
    assert done.stderr == (
        "shape-probe: neither claude nor codex is on PATH; name a release, for example: "
        "shape-probe run claude@latest codex@latest\n"
    )
