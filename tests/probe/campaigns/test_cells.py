import pickle

from captures.store import QuestionKey, question_of
from tests.probe.campaigns.made_up import capture_for, cell

ASKED = cell(reply="refuse", settings=(("auth", "chatgpt"), ("transport", "http")))


def test_a_cell_is_the_question_that_its_capture_answers() -> None:
    assert ASKED.question == QuestionKey(
        client="codex",
        version="0.154.0",
        scenario="first-request",
        requested=(("auth", "chatgpt"), ("reply", "refuse"), ("transport", "http")),
    )
    assert question_of(capture_for(ASKED)) == ASKED.question


def test_a_cell_says_the_command_that_puts_it_alone() -> None:
    assert ASKED.command == (
        "shape-probe run codex@0.154.0 --scenario first-request --reply refuse --set auth=chatgpt --set transport=http"
    )


def test_a_cell_goes_to_another_machine_and_comes_back_the_same() -> None:
    assert pickle.loads(pickle.dumps(ASKED)) == ASKED  # noqa: S301 - our own bytes
