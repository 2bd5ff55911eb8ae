import json
from base64 import b64decode
from collections.abc import Iterator

import pytest

from fake_mcp.catalog import CallAnswer, Json
from fake_mcp.media import png, wav
from fake_mcp.result_kinds import NOT_MCP, RESULT_KINDS, PlantedString, planted_texts

LONG = {"text-1kB": 1_000, "text-100kB": 100_000, "text-2MB": 2_000_000}

WORDS_OF_MCP = {
    "text",
    "image",
    "audio",
    "resource",
    "resource_link",
    "image/png",
    "audio/wav",
    "text/plain",
    "application/octet-stream",
    "user",
    "assistant",
    "shape_probe_unknown",
}
"""The strings of results that are not planted."""

STAND_INS = {"result.blob.decoded", "result.text.before", "result.text.between", "result.text.after"}


def sent(answer: CallAnswer) -> Json:
    """The result, or the error, as it goes over the wire."""
    if answer.error is not None:
        return answer.error
    return answer.result() if callable(answer.result) else answer.result


def strings_in(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from strings_in(item)
        case dict():
            for item in value.values():
                yield from strings_in(item)


def text_of(kind: str, name: str = "result.text") -> str:
    [text] = [planted.text for planted in planted_texts(kind) if planted.token == name]
    return text


def test_the_kinds_are_those_of_the_results_scenario() -> None:
    assert list(RESULT_KINDS) == [
        "text",
        "several-texts",
        "empty",
        "structured-with-text",
        "structured-without-text",
        "error-with-text",
        "error-empty",
        "rpc-error",
        "image",
        "audio",
        "embedded-text-resource",
        "embedded-blob-resource",
        "resource-link",
        "block-annotations-and-meta",
        "unknown-block",
        "text-1kB",
        "text-100kB",
        "text-2MB",
        "lone-surrogate-and-nul",
    ]
    assert NOT_MCP - RESULT_KINDS.keys() == set()


@pytest.mark.parametrize("kind", RESULT_KINDS)
def test_each_kind_answers_a_query_of_its_name(kind: str) -> None:
    assert RESULT_KINDS[kind].query == f"kind-{kind}"


@pytest.mark.parametrize("kind", RESULT_KINDS)
def test_every_string_of_a_result_is_planted_or_a_word_of_mcp(kind: str) -> None:
    found = [text for text in strings_in(sent(RESULT_KINDS[kind])) if text not in WORDS_OF_MCP]
    planted = [planted.text for planted in planted_texts(kind) if planted.token not in STAND_INS]

    assert sorted(found) == sorted(planted)


def test_no_planted_string_is_in_another_one_and_no_token_is_there_twice() -> None:
    whole = [
        (f"{kind}: {planted.token}", planted.text)
        for kind in RESULT_KINDS
        for planted in planted_texts(kind)
        if planted.token not in STAND_INS
    ]

    assert [(name, other) for name, text in whole for other, longer in whole if name != other and text in longer] == []
    assert len({name for name, _ in whole}) == len(whole)


def test_planted_strings_say_their_token_and_their_kind() -> None:
    assert planted_texts("resource-link") == (
        PlantedString(token="result.uri", text="shape-probe://planted/resource-link"),
        PlantedString(token="result.name", text="planted-name-of-resource-link"),
        PlantedString(token="result.title", text="Planted result.title of resource-link."),
        PlantedString(token="result.description", text="Planted result.description of resource-link."),
    )
    assert planted_texts("empty") == ()


def test_results_are_as_the_schema_has_them() -> None:
    """The ones that another test does not judge by the types of the SDK alone."""
    kinds = ("empty", "error-empty", "error-with-text", "structured-without-text", "several-texts", "rpc-error")

    assert [sent(RESULT_KINDS[kind]) for kind in kinds] == [
        {"content": []},
        {"content": [], "isError": True},
        {"content": [{"type": "text", "text": "Planted result.text of error-with-text."}], "isError": True},
        {
            "content": [],
            "structuredContent": {"value": "Planted result.structured.value of structured-without-text."},
        },
        {
            "content": [
                {"type": "text", "text": f"Planted result.text[{number}] of several-texts."} for number in range(3)
            ]
        },
        {
            "code": -32603,
            "message": "Planted result.error.message of rpc-error.",
            "data": {"value": "Planted result.error.data.value of rpc-error."},
        },
    ]


def test_blocks_have_annotations_and_meta_of_their_own() -> None:
    kind = "block-annotations-and-meta"

    assert sent(RESULT_KINDS[kind]) == {
        "content": [
            {
                "type": "text",
                "text": f"Planted result.text[{number}] of {kind}.",
                "annotations": {"audience": [audience], "priority": priority},
                "_meta": {"shape-probe/value": f"Planted result.text[{number}].meta.value of {kind}."},
            }
            for number, audience, priority in ((0, "user", 1), (1, "assistant", 0))
        ],
        "_meta": {"shape-probe/value": f"Planted result.meta.value of {kind}."},
    }


def test_an_unknown_block_stands_beside_a_text() -> None:
    assert sent(RESULT_KINDS["unknown-block"]) == {
        "content": [
            {"type": "text", "text": "Planted result.text of unknown-block."},
            {"type": "shape_probe_unknown", "value": "Planted result.unknown.value of unknown-block."},
        ]
    }


def test_binary_data_is_base64() -> None:
    blob = "embedded-blob-resource"

    assert b64decode(text_of("image", "result.image"), validate=True) == png()
    assert b64decode(text_of("audio", "result.audio"), validate=True) == wav()
    assert b64decode(text_of(blob, "result.blob"), validate=True).decode() == text_of(blob, "result.blob.decoded")


@pytest.mark.parametrize(("kind", "size"), LONG.items())
def test_long_texts_have_their_name_at_both_ends_and_are_as_long_as_it_says(kind: str, size: int) -> None:
    text = text_of(kind)

    assert (len(text), len(text.encode())) == (size, size)
    assert (text.startswith(f"{kind}."), text.endswith(f".{kind}")) == (True, True)


def test_long_texts_are_made_when_they_are_asked_for_and_once() -> None:
    lazy = [kind for kind, answer in RESULT_KINDS.items() if callable(answer.result)]

    assert lazy == list(LONG)
    assert text_of("text-2MB") is text_of("text-2MB")


def test_what_stands_around_a_half_pair_and_a_nul_is_planted_too() -> None:
    kind = "lone-surrogate-and-nul"
    before, between, after = (text_of(kind, f"result.text.{part}") for part in ("before", "between", "after"))

    assert text_of(kind) == f"{before}\ud83d{between}\x00{after}"
    assert b"\\ud83d" in json.dumps(sent(RESULT_KINDS[kind])).encode("ascii")


def test_an_unknown_kind_is_refused_with_the_names_of_the_known_ones() -> None:
    with pytest.raises(ValueError, match="the kinds are text, several-texts, empty"):
        planted_texts("none")


def test_no_text_is_in_the_repr() -> None:
    assert repr(planted_texts("text")) == "(PlantedString(token='result.text'),)"
