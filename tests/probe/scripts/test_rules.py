import pytest

from captures.words import CallKind
from probe.errors import SetupError
from probe.scripts.rules import ScriptError, check_script, has_wide_character, problems_of
from probe.scripts.script import Item, Say, Script, Turn, When
from tests.probe.scripts.samples import call

NO_NAME = "is no name: up to 48 letters, digits, _ and -, starting with a letter or digit"
NO_TEXT = "has half of a surrogate pair, which is no text"


def sentences(*turns: Turn) -> list[tuple[str, str]]:
    return [(".".join(map(str, problem.steps)), problem.sentence) for problem in problems_of(Script(turns))]


def one(**changes: object) -> Turn:
    return Turn(**({"name": "a", "items": (Say("OK"),)} | changes))  # type: ignore[arg-type]


def test_a_script_that_uses_everything_has_no_problem() -> None:
    turns = (
        one(name="a", items=(Say("é"), call("tool_use", id="1")), fault="split-character"),
        one(name="b-2_", items=(call("function_call", id="2", namespace="n"),), when=When(answers="1")),
        one(name="3", items=(call("custom_tool_call", id="3", namespace="n", arguments=""),)),
        one(name="d", items=(call("tool_search_call", id="4", name="tool_search", arguments=[]),)),
        one(name="e", items=(), status=400, when=When(header="X-a", no_header="x-b", has_text="x"), repeats=True),
        one(name="f", items=(), fault="truncated", repeats=True),
    )

    assert sentences(*turns) == []


@pytest.mark.parametrize(
    ("turn", "place", "sentence"),
    [
        (one(name=""), "name", NO_NAME),
        (one(name="a b"), "name", NO_NAME),
        (one(name="x" * 49), "name", NO_NAME),
        (one(name="a\n"), "name", NO_NAME),
        (one(items=(), status=399), "status", "is no status of an error; give one from 400 to 599"),
        (one(items=(), status=600), "status", "is no status of an error; give one from 400 to 599"),
        (one(status=400), "status", "stands beside items; give a status or items, not both"),
        (one(items=(), status=400, fault="crlf"), "fault", "stands beside a status; faults are of turns with items"),
        (
            one(fault="split-character"),
            "fault",
            "needs a character of several bytes, such as é, in the text or in the arguments",
        ),
        (one(when=When(header="a b")), "when.header", "is no name of a header"),
        (one(when=When(no_header="")), "when.no_header", "is no name of a header"),
        (
            one(when=When(header="X-a", no_header="x-A")),
            "when.no_header",
            "is the header that is asked for; no request has it and has it not",
        ),
        (one(when=When(answers="x")), "when.answers", "is the id of no call in this script"),
        (one(when=When(has_text="")), "when.has_text", "is empty; leave it out"),
        (one(when=When(has_text="\ud800")), "when.has_text", NO_TEXT),
        (one(items=(Say("OK"), Say("\udfff"))), "items.1.text", NO_TEXT),
    ],
)
def test_each_problem_of_a_turn_has_a_place_and_a_sentence(turn: Turn, place: str, sentence: str) -> None:
    assert sentences(one(name="z"), turn) == [(f"turns.1.{place}", sentence)]


@pytest.mark.parametrize(
    ("item", "place", "sentence"),
    [
        (call("tool_use", id=""), "id", NO_NAME),
        (call("tool_use", id="_"), "id", NO_NAME),
        (call("tool_use", name=""), "name", "is empty"),
        (call("tool_use", name="\ud800"), "name", NO_TEXT),
        (call("tool_use", arguments={"\ud800": 1}), "arguments", NO_TEXT),
        (call("tool_use", namespace="n"), "namespace", "is no field of this call"),
        (call("function_call", name=""), "name", "is empty"),
        (call("function_call", namespace="\ud800"), "namespace", NO_TEXT),
        (
            call("custom_tool_call", arguments={}),
            "arguments",
            "is not a string: a custom_tool_call has an input text",
        ),
        (call("tool_search_call"), "name", "is not tool_search, the only name of this call"),
        (call("tool_search_call", name="tool_search", namespace="n"), "namespace", "is no field of this call"),
    ],
)
def test_each_problem_of_a_call_has_a_place_and_a_sentence(item: Item, place: str, sentence: str) -> None:
    assert sentences(one(items=(Say("OK"), item))) == [(f"turns.0.items.1.{place}", sentence)]


def test_a_script_has_turns() -> None:
    assert sentences() == [("turns", "has no turn; give it one")]


def test_names_and_ids_are_each_given_once() -> None:
    twice = (call("tool_use", id="x"), call("tool_use", id="x"))

    assert sentences(one(items=twice), one(name="b"), one(items=twice[:1])) == [
        ("turns.2.name", "is the name of an earlier turn; give each its own"),
        ("turns.0.items.1.id", "is the id of an earlier call; give each its own"),
        ("turns.2.items.0.id", "is the id of an earlier call; give each its own"),
    ]


def test_no_turn_comes_after_one_that_answers_every_request() -> None:
    sentence = "comes after a turn that answers every request; put that one last"

    assert sentences(
        one(name="a", repeats=True, when=When(has_text="x")), one(name="b", repeats=True), one(name="c"), one(name="d")
    ) == [("turns.2", sentence), ("turns.3", sentence)]


@pytest.mark.parametrize(
    ("item", "is_wide"),
    [
        (Say("OK"), False),
        (Say("é"), True),
        (call("tool_use", arguments={"a": "é"}), True),
        (call("tool_use", arguments={"é": 1}), True),
        (call("tool_use", arguments=None, name="é"), False),
    ],
)
def test_characters_of_several_bytes_are_found_in_texts_and_arguments(item: Item, is_wide: bool) -> None:  # noqa: FBT001
    assert has_wide_character(item) is is_wide


KINDS: frozenset[CallKind] = frozenset({"function_call", "custom_tool_call"})


def test_a_call_of_another_dialect_is_refused_with_those_that_there_are() -> None:
    script = Script((one(items=(Say("OK"), call("function_call"), call("tool_use", id="2"))),))

    with pytest.raises(SetupError) as raised:
        check_script(script, dialect="Made Up", kinds=KINDS)

    assert str(raised.value) == (
        "the script: $.turns[0].items[2].kind is no call of Made Up; it has custom_tool_call, function_call"
    )


def test_the_first_problem_is_raised() -> None:
    with pytest.raises(ScriptError, match=r"^the script: \$\.turns has no turn; give it one$"):
        check_script(Script(()), dialect="Made Up", kinds=KINDS)


def test_a_script_that_can_be_played_is_passed() -> None:
    check_script(Script((one(items=(call("function_call"),)),)), dialect="Made Up", kinds=KINDS)
