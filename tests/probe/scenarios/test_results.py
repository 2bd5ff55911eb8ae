from fake_mcp.catalog import CallAnswer
from fake_mcp.result_kinds import RESULT_KINDS, planted_texts
from probe.scenarios.results import CATALOG, KINDS, claude_script, codex_script
from probe.scenarios.turns import CLAUDE, CODEX
from tests.probe.scenarios.occasions import checked, occasion, routes

HANGING = "lone-surrogate-and-nul"


def test_every_kind_is_asked_for_once_and_the_one_that_may_hang_comes_last() -> None:
    assert (sorted(KINDS), KINDS[-1]) == (sorted(RESULT_KINDS), HANGING)


def test_claude_code_makes_a_call_for_each_kind() -> None:
    assert routes(checked(claude_script(occasion("2.1.268")), CLAUDE)) == [kind.lower() for kind in KINDS]


def test_a_tool_that_is_held_back_is_loaded_first() -> None:
    assert routes(checked(claude_script(occasion("2.1.332")), CLAUDE))[:2] == ["load", "text"]


def test_codex_makes_two_calls_for_each_kind() -> None:
    found = routes(checked(codex_script(occasion("0.171.0")), CODEX))

    assert found == [
        *(f"exec.{kind.lower()}" for kind in KINDS[:-1]),
        *(f"direct.{kind.lower()}" for kind in KINDS[:-1]),
        f"exec.{HANGING}",
        f"direct.{HANGING}",
    ]


def test_each_call_has_a_result_of_its_kind_and_what_is_planted_in_it() -> None:
    answers = {answer.query: answer for answer in CATALOG.answers}
    for scripted in (claude_script(occasion("2.1.268")), codex_script(occasion("0.171.0"))):
        planted = {result.query: result.texts for result in scripted.results}
        for asked in scripted.calls:
            kind = next(kind for kind in KINDS if kind.lower() == asked.route.rpartition(".")[2])
            query = str(asked.query)
            assert planted[query] == tuple((each.token, each.text) for each in planted_texts(kind))
            assert same_answer(answers[query], RESULT_KINDS[kind])


def same_answer(one: CallAnswer, other: CallAnswer) -> bool:
    return (one.result, one.error) == (other.result, other.error)
