"""Made-up captures of several versions, for tests of what looks at many: shapes that change from one to the next."""

from typing import Any

from captures.compare.findings import Finding, Question
from captures.model import Capture
from tests.captures.samples import (
    ABSENT,
    DEFERRED,
    DESCRIBED,
    INCONCLUSIVE,
    INLINE,
    NAMESPACED,
    REQUEST,
    UNSTABLE,
    client,
    small_capture,
)

UNANNOUNCED: dict[str, Any] = {
    **DEFERRED,
    "announced": False,
    "shown_as": None,
    "role": None,
    "pointer": None,
}


def version(number: str, *, name: str = "codex", reply: str = "accept", **changes: Any) -> Capture:  # noqa: ANN401
    """A small capture of a version, with these fields changed."""
    conditions = {"requested": {"reply": reply}, "observed": {"isolation": "namespace", "transport": "http"}}
    return Capture.model_validate(small_capture(client=client(name, number), conditions=conditions, **changes))


def series() -> tuple[Capture, ...]:
    """Two clients with two questions; a version without a capture, an inconclusive one, an unstable one."""
    codex = [
        capture
        for reply in ("accept", "refuse")
        for capture in (
            version("0.9.0", reply=reply, tools=[INLINE], requests=[REQUEST]),
            version("0.10.0", reply=reply, tools=[NAMESPACED], requests=[REQUEST]),
            version("0.11.0", reply=reply, tools=[], verdict=INCONCLUSIVE),
            version("0.12.0", reply=reply, tools=[DEFERRED], requests=[{**REQUEST, "count": 2}]),
        )
    ]
    claude = [
        version("2.1.1", name="claude", tools=[DESCRIBED]),
        version("2.1.2", name="claude", tools=[UNANNOUNCED], later_shapes=[{"attempt": 2, "tools": [INLINE]}]),
        version("2.1.3", name="claude", tools=[ABSENT], verdict=UNSTABLE),
        version("2.1.1", name="claude", reply="refuse", tools=[INLINE, ABSENT]),
    ]
    return (*codex, *claude)


def question(*, client_name: str = "codex", scenario: str = "first-request", **requested: str) -> Question:
    """A question, with the reply `accept` where no condition is given."""
    return Question(client=client_name, scenario=scenario, requested=requested or {"reply": "accept"})


def finding(rule: str = "tool-vanished", **changes: Any) -> Finding:  # noqa: ANN401 - any field of a finding
    """A made-up finding, with these fields changed."""
    fields: dict[str, Any] = {
        "severity": "breaking",
        "pointer": "$.tools[0]",
        "before": "inline",
        "after": None,
        "sentence": "lookup is gone.",
    }
    return Finding(rule=rule, **{**fields, **changes})
