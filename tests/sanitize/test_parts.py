from pydantic import JsonValue

from captures.model import Place
from sanitize.parts import LogicalRequest, Part, have_entries, logical_requests
from sanitize.places import tool_entries
from tests.sanitize.bodies import additional_tools, claude_body, codex_body, functions, program, warm_up_body
from tests.support.builders import message_seen, recording, request_seen

WARM_UP = message_seen(role="warm-up", body=warm_up_body(additional_tools(functions(program()))))
EMPTY_WARM_UP = message_seen(role="warm-up", body=warm_up_body())
FIRST = message_seen(body=codex_body(previous_response_id="r1"))
SECOND = message_seen(body=codex_body(previous_response_id="r2"))


def test_a_model_request_and_the_warm_ups_before_it_are_one_logical_request() -> None:
    side = request_seen(role="side", method="HEAD")
    assert logical_requests(recording(side, EMPTY_WARM_UP, WARM_UP, FIRST, side, SECOND, WARM_UP)) == (
        LogicalRequest(attempt=1, model=FIRST, warm_ups=(EMPTY_WARM_UP, WARM_UP)),
        LogicalRequest(attempt=2, model=SECOND, warm_ups=()),
    )


def test_a_recording_without_model_requests_has_none() -> None:
    assert logical_requests(recording(WARM_UP)) == ()


def test_the_model_request_is_the_first_part() -> None:
    (logical,) = logical_requests([WARM_UP, FIRST])
    assert logical.parts() == (
        Part(role="model", entries=(), body=FIRST.body),
        Part(role="warm-up", entries=tool_entries(WARM_UP.body), body=WARM_UP.body),
    )
    assert [have_entries(logical.parts()), have_entries(logical.parts()[:1])] == [True, False]


def test_the_carrier_is_the_first_request_with_tools_else_the_model_request() -> None:
    assert LogicalRequest(attempt=1, model=FIRST, warm_ups=(EMPTY_WARM_UP, WARM_UP)).carrier() is WARM_UP
    assert LogicalRequest(attempt=1, model=FIRST, warm_ups=(EMPTY_WARM_UP,)).carrier() is FIRST


def test_a_request_with_a_previous_response_is_chained() -> None:
    assert LogicalRequest(attempt=1, model=FIRST, warm_ups=()).is_chained
    assert not LogicalRequest(attempt=1, model=request_seen(body=claude_body()), warm_ups=()).is_chained
    assert not LogicalRequest(attempt=1, model=request_seen(body=None), warm_ups=()).is_chained


def test_a_part_knows_the_places_of_the_strings_that_are_asked_for() -> None:
    body: JsonValue = {"tools": [{"name": "x"}]}
    part = Part(role="model", entries=tool_entries(body), body=body)
    places: list[tuple[str, Place]] = [
        (found.text, place) for found, place in part.strings(lambda found: found.text != "name")
    ]
    assert places == [("tools", "unknown"), ("x", "tool-name")]


def test_no_repr_of_a_part_shows_raw_text() -> None:
    assert "raw" not in repr(Part(role="model", entries=(), body={"a": "raw"}))


def test_requests_that_are_apart_are_numbered_with_the_others_and_have_their_own_warm_ups() -> None:
    events = (EMPTY_WARM_UP, WARM_UP, FIRST, SECOND)
    assert logical_requests(events, is_apart=lambda request: request in (WARM_UP, FIRST)) == (
        LogicalRequest(attempt=1, model=FIRST, warm_ups=(WARM_UP,)),
        LogicalRequest(attempt=2, model=SECOND, warm_ups=(EMPTY_WARM_UP,)),
    )
