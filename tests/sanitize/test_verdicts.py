import pytest

from captures.model import Inconclusive, Observed, Reason, Verdict
from sanitize.events import Event, Fault, ScriptEnded
from sanitize.parts import logical_requests
from sanitize.verdicts import ended, verdict_of
from tests.sanitize.bodies import claude_body
from tests.support.builders import HANDSHAKE, client_ended, message_seen, recording, request_seen

MODEL = request_seen(body=claude_body())


def _verdict(*events: Event, is_listed_in_time: bool = True) -> Verdict:
    logical = logical_requests(events)
    return verdict_of(events, logical[0] if logical else None, is_listed_in_time=is_listed_in_time)


def _inconclusive(reason: Reason) -> Inconclusive:
    return Inconclusive(kind="inconclusive", reason=reason)


def test_a_model_request_after_the_list_is_observed() -> None:
    assert _verdict(*recording(MODEL)) == Observed(kind="observed")


def test_a_list_that_comes_late_is_inconclusive() -> None:
    assert _verdict(*recording(MODEL), is_listed_in_time=False) == _inconclusive("listed-after-model-request")


def test_a_list_that_never_comes_is_inconclusive() -> None:
    assert _verdict(MODEL, client_ended(), is_listed_in_time=False) == _inconclusive("server-never-listed")


def test_no_model_request_is_inconclusive() -> None:
    assert _verdict(*recording(request_seen(role="side"))) == _inconclusive("no-model-request")


def test_no_model_request_until_the_deadline_is_inconclusive() -> None:
    assert _verdict(*HANDSHAKE, client_ended(exit_code=None)) == _inconclusive("deadline-before-model-request")
    assert _verdict(*HANDSHAKE) == _inconclusive("deadline-before-model-request")


@pytest.mark.parametrize("fault", ["body-over-cap", "undecodable-body", "body-not-json"])
def test_a_body_on_a_model_path_that_cannot_be_read_is_the_reason(fault: Fault) -> None:
    side = request_seen(role="side", fault=fault)
    assert _verdict(*HANDSHAKE, side, client_ended(exit_code=None)) == _inconclusive(fault)
    assert _verdict(*recording(request_seen(path="/v1/responses", fault=fault))) == _inconclusive(fault)
    assert _verdict(*recording(message_seen(role="side", fault=fault))) == _inconclusive(fault)


def test_a_body_elsewhere_that_cannot_be_read_is_no_reason() -> None:
    events = recording(request_seen(role="side", path="/api/logs", fault="body-not-json"), request_seen(role="side"))
    assert _verdict(*events) == _inconclusive("no-model-request")


def test_the_last_end_counts() -> None:
    last = client_ended(exit_code=1)
    assert ended([client_ended(), last, MODEL]) is last
    assert ended([MODEL]) is None


def test_a_run_off_its_script_is_inconclusive() -> None:
    unscripted = ScriptEnded(at_ns=0, unscripted_requests=1, unused_turns=("turn-1",))
    unused = ScriptEnded(at_ns=0, unscripted_requests=0, unused_turns=("turn-1",))
    played = ScriptEnded(at_ns=0, unscripted_requests=0, unused_turns=())
    assert _verdict(*recording(MODEL, unscripted)) == _inconclusive("unscripted-request")
    assert _verdict(*recording(MODEL, unused)) == _inconclusive("unused-turn")
    assert _verdict(*recording(MODEL, played)) == Observed(kind="observed")
