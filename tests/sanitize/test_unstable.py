import pytest

from captures.model import Capture, Inconclusive, Unstable
from sanitize.capture import capture_of
from sanitize.unstable import agreed
from tests.sanitize.bodies import builtin, claude_body, claude_tool
from tests.support.builders import client_ended, planted, question, recording, request_seen


def _capture(*tools: str, exit_code: int = 0) -> Capture:
    shown = [claude_tool() if tool == "lookup" else builtin(tool) for tool in tools]
    request = request_seen(body=claude_body(*shown))
    return capture_of((*recording(request)[:-1], client_ended(exit_code=exit_code)), question(), planted())


INLINE = _capture("lookup")
MOVED = _capture("Write", "lookup")
ABSENT = _capture()
NOTHING = capture_of(recording(), question(), planted())
LATE = capture_of((request_seen(body=claude_body()), *recording()), question(), planted())


def _unstable(capture: Capture, *pointers: str) -> Capture:
    return capture.model_copy(update={"verdict": Unstable(kind="unstable", pointers=pointers)})


def test_equal_captures_agree() -> None:
    assert agreed([INLINE, INLINE, _capture("lookup")]) == INLINE
    assert agreed([NOTHING]) == NOTHING


def test_captures_that_differ_are_unstable_at_the_places_where_they_do() -> None:
    pointers = (
        "$.sightings[0].pointer",
        "$.sightings[1].pointer",
        "$.sightings[2].pointer",
        "$.sightings[3].pointer",
        "$.tools[0].pointer",
    )
    assert agreed([INLINE, MOVED]) == _unstable(INLINE, *pointers)


def test_the_order_of_captures_never_shows() -> None:
    assert agreed([MOVED, INLINE, ABSENT]) == agreed([ABSENT, MOVED, INLINE])


def test_objects_with_other_fields_and_lists_of_other_lengths_differ_as_wholes() -> None:
    agreement = agreed([INLINE, ABSENT])
    assert agreement.verdict == Unstable(kind="unstable", pointers=("$.sightings", "$.tools[0]"))


def test_pointers_of_all_captures_are_named() -> None:
    agreement = agreed([INLINE, _capture("lookup", exit_code=1), ABSENT])
    assert agreement.verdict == Unstable(kind="unstable", pointers=("$.outcome.exit_code", "$.sightings", "$.tools[0]"))


def test_a_run_that_shows_nothing_beside_others_is_unstable_at_the_verdict() -> None:
    assert agreed([NOTHING, INLINE, INLINE]) == _unstable(INLINE, "$.verdict")


def test_runs_that_show_nothing_stay_inconclusive() -> None:
    agreement = agreed([NOTHING, LATE])
    assert agreement == agreed([LATE, NOTHING])
    assert isinstance(agreement.verdict, Inconclusive)


def test_what_was_unstable_stays_unstable() -> None:
    earlier = agreed([INLINE, _capture("lookup", exit_code=1)])
    assert agreed([earlier, earlier]) == earlier
    assert agreed([earlier, INLINE]).verdict == earlier.verdict


def test_no_captures_have_no_agreement() -> None:
    with pytest.raises(ValueError, match="give at least one"):
        agreed([])
