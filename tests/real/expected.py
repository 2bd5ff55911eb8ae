"""Small parts that the expected captures of both clients are made of."""

from captures.model import Capture, Conditions, Outcome


def outcome(exit_code: int, *, attempts: int) -> Outcome:
    """How a run ends. A turn is completed where, and only where, the exit code is 0."""
    return Outcome(
        exit_code=exit_code,
        attempts=attempts,
        turn_completed=exit_code == 0,
        refused_lookups=0,
        refused_connections=0,
    )


def asked(capture: Capture, **requested: str) -> Capture:
    """The same capture, under other requested conditions."""
    return changed(capture, conditions=Conditions(requested=requested, observed=capture.conditions.observed))


def changed(capture: Capture, **fields: object) -> Capture:
    """The same capture, with other values in these fields."""
    return capture.model_copy(update=fields)


def without_a_jail(capture: Capture) -> Capture:
    """The same capture, of a run that was asked for, and had, the environment isolation."""
    observed = capture.conditions.observed.model_copy(update={"isolation": "environment"})
    requested = {"isolation": "environment", **capture.conditions.requested}
    return changed(capture, conditions=Conditions(requested=requested, observed=observed))
