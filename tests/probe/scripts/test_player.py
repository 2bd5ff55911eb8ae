import pytest
from pydantic import JsonValue

from probe.scripts.player import Player, RequestFacts, is_met
from probe.scripts.script import Say, Script, Turn, When


def facts(*answered: str, header_names: tuple[str, ...] = (), body: JsonValue = None) -> RequestFacts:
    return RequestFacts(header_names=header_names, answered=frozenset(answered), body=body)


def names_of(player: Player, *requests: RequestFacts) -> list[str | None]:
    turns = [player.turn_for(request) for request in requests]
    return [None if turn is None else turn.name for turn in turns]


def test_turns_are_used_up_in_order() -> None:
    player = Player(Script((Turn(name="first"), Turn(name="second"))))

    assert names_of(player, facts(), facts(), facts()) == ["first", "second", None]
    assert (player.unused, player.unscripted) == ((), 1)


def test_the_first_turn_whose_condition_is_met_is_taken() -> None:
    first = Turn(name="call", items=(Say("x"),), when=When(answers="one"))
    player = Player(Script((first, Turn(name="start"), Turn(name="end", when=When(answers="two")))))

    assert names_of(player, facts(), facts("one"), facts("one", "two")) == ["start", "call", "end"]
    assert (player.unused, player.unscripted) == ((), 0)


def test_a_turn_that_repeats_is_never_used_up() -> None:
    player = Player(Script((Turn(name="once"), Turn(name="again", repeats=True))))

    assert names_of(player, facts(), facts(), facts()) == ["once", "again", "again"]
    assert player.unused == ()


def test_turns_that_answered_nothing_are_named_in_order() -> None:
    asked = When(header="x-made-up")
    player = Player(Script((Turn(name="b", when=asked), Turn(name="c"), Turn(name="a", when=asked, repeats=True))))

    assert list(player.unused) == ["b", "c", "a"]
    assert names_of(player, facts(), facts()) == ["c", None]
    assert (list(player.unused), player.unscripted) == (["b", "a"], 1)


def test_two_players_of_one_script_do_not_know_of_each_other() -> None:
    script = Script((Turn(name="only"),))

    assert [names_of(Player(script), facts()) for _ in range(2)] == [["only"], ["only"]]


@pytest.mark.parametrize(
    ("when", "is_meant"),
    [
        (When(), True),
        (When(header="X-Agent"), True),
        (When(header="x-other"), False),
        (When(no_header="x-AGENT"), False),
        (When(no_header="x-other"), True),
        (When(answers="one"), True),
        (When(answers="two"), False),
        (When(has_text="ade-u"), True),
        (When(has_text="ey-of"), True),
        (When(has_text="elsewhere"), False),
        (When(header="x-agent", no_header="x-other", answers="one", has_text="made"), True),
        (When(header="x-agent", no_header="x-other", answers="two", has_text="made"), False),
    ],
)
def test_a_condition_is_met_by_names_ids_and_texts(when: When, is_meant: bool) -> None:  # noqa: FBT001
    asked = facts("one", header_names=("Host", "x-aGent"), body={"a": [{"key-of-it": "made-up"}, 1]})

    assert is_met(when, asked) is is_meant


def test_a_body_never_shows_in_a_repr() -> None:
    assert "made-up" not in repr(facts(body="made-up"))
