"""From an observation to a capture: tells `sanitize` what was asked and what was planted."""

from collections.abc import Iterable

from captures.model import Capture
from captures.store import QuestionKey, question_of
from probe.observe import Observation
from sanitize.capture import capture_of
from sanitize.planted import Planted
from sanitize.question import Question
from sanitize.unstable import agreed


def captured(observation: Observation) -> Capture:
    """Draw the capture of one run."""
    running = observation.running
    order = running.order
    question = Question(
        client=order.program.client.name,
        version=running.version,
        scenario=order.scenario.name,
        requested={"reply": order.reply, **order.settings},
        isolation=running.sandbox.isolation,
    )
    catalog = order.scenario.catalog
    planted = Planted(alias=catalog.alias, tools=catalog.tools, prompt_marker=running.marker)
    return capture_of(observation.recording.events, question, planted)


def one_each(captures: Iterable[Capture]) -> tuple[Capture, ...]:
    """Join the captures of one question into one, which is unstable where they differ."""
    questions: dict[QuestionKey, list[Capture]] = {}
    for capture in captures:
        questions.setdefault(question_of(capture), []).append(capture)
    return tuple(agreed(found) for found in questions.values())
