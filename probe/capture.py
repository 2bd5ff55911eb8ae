"""From an observation to a capture: tells `sanitize` what was asked and what was planted."""

from collections.abc import Iterable, Mapping

from captures.model import Capture
from captures.store import QuestionKey, question_of
from captures.words import JsonValue
from fake_mcp.catalog import Catalog
from probe.observe import Observation
from probe.playing import scripted_run
from sanitize.capture import capture_of
from sanitize.planted import Planted
from sanitize.question import Question
from sanitize.unstable import agreed


def captured(observation: Observation) -> Capture:
    """Draw the capture of one run."""
    running = observation.running
    order = running.order
    scripted = scripted_run(running)
    question = Question(
        client=order.program.client.name,
        version=running.version,
        scenario=order.scenario.name,
        requested={"reply": order.reply, **order.settings},
        isolation=running.sandbox.isolation,
        calls=() if scripted is None else scripted.calls,
        has_subagent=order.scenario.has_subagent,
    )
    catalog = order.scenario.catalog
    planted = Planted(
        alias=catalog.alias,
        tools=tools_of(catalog),
        prompt_marker=running.marker,
        results=() if scripted is None else scripted.results,
    )
    return capture_of(observation.recording.events, question, planted)


def tools_of(catalog: Catalog) -> tuple[Mapping[str, JsonValue], ...]:
    """Every tool that a catalog offers at any time, in the order of offering; one that has changed is there twice."""
    found: list[Mapping[str, JsonValue]] = list(catalog.tools)
    for change in catalog.changes:
        found += [tool for tool in change.tools if tool not in found]
    return tuple(found)


def one_each(captures: Iterable[Capture]) -> tuple[Capture, ...]:
    """Join the captures of one question into one, which is unstable where they differ."""
    questions: dict[QuestionKey, list[Capture]] = {}
    for capture in captures:
        questions.setdefault(question_of(capture), []).append(capture)
    return tuple(agreed(found) for found in questions.values())
