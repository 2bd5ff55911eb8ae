"""A recording keeps events in order, and tells an observer as they happen."""

from probe.recording import Recording
from sanitize.events import Event
from tests.support.builders import client_ended, request_seen


def test_events_come_out_in_the_order_in_which_they_happened() -> None:
    recording = Recording()
    first, second = request_seen(), client_ended()

    recording.append(first)
    before = recording.events
    recording.append(second)

    assert (before, recording.events) == ((first,), (first, second))


def test_the_observer_is_told_of_each_event_once_it_is_kept() -> None:
    told: list[tuple[Event, int]] = []
    recording = Recording(observer=lambda event: told.append((event, len(recording.events))))
    first, second = request_seen(), client_ended()

    recording.append(first)
    recording.append(second)

    assert told == [(first, 1), (second, 2)]


def test_a_recording_that_keeps_nothing_tells_its_observer_all_the_same() -> None:
    told: list[Event] = []
    recording = Recording(observer=told.append, is_kept=False)
    event = request_seen()

    recording.append(event)

    assert (told, recording.events) == ([event], ())


def test_the_clock_is_the_one_that_it_was_given() -> None:
    assert Recording(lambda: 7).now_ns() == 7
