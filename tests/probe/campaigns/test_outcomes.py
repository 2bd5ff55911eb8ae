import errno

import pytest

from captures.leaks import LeakError
from probe.campaigns.outcomes import Failed, failure_of, is_inconclusive
from probe.errors import SetupError
from probe.refusals import refusal
from probe.sandbox.sandbox import WardenLostError
from probe.writer import LeakFoundError
from tests.captures.samples import INCONCLUSIVE, UNSTABLE
from tests.probe.campaigns.made_up import answered, cell, failed

ASKED = cell()


def test_an_error_of_ours_says_its_sentence_also_out_of_a_group() -> None:
    error = WardenLostError()

    assert failure_of(ASKED, error) == Failed(cell=ASKED, says=str(error), exit_code=3)
    assert failure_of(ASKED, ExceptionGroup("one", [ExceptionGroup("two", [error, ValueError()])])) == Failed(
        cell=ASKED, says=str(error), exit_code=3
    )


def test_a_set_up_and_a_leak_keep_their_exit_codes() -> None:
    leak = LeakFoundError(LeakError(pointer="$.captures", rule="credential"))

    assert failure_of(ASKED, SetupError("npm is missing")).exit_code == 2
    assert failure_of(ASKED, leak) == Failed(cell=ASKED, says=str(leak), exit_code=4)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, None])
def test_what_the_system_refuses_is_said_without_its_text(number: int | None) -> None:
    error = OSError() if number is None else OSError(number, "a text with a path in it")

    assert failure_of(ASKED, error) == Failed(cell=ASKED, says=refusal(number), exit_code=2)


def test_a_failure_of_our_own_is_named_and_its_text_is_not_repeated() -> None:
    assert failure_of(ASKED, KeyError("what a client sent")) == Failed(
        cell=ASKED,
        says="shape-probe itself failed (KeyError); `shape-probe run codex@0.154.0 --scenario first-request "
        "--reply accept` shows where: please report it",
        exit_code=3,
    )


def test_only_a_capture_that_shows_nothing_is_inconclusive() -> None:
    outcomes = (
        answered(ASKED, verdict=INCONCLUSIVE),
        answered(ASKED, verdict=UNSTABLE),
        answered(ASKED),
        failed(ASKED),
    )

    assert [is_inconclusive(outcome) for outcome in outcomes] == [True, False, False, False]
