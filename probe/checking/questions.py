"""Which questions a check asks of a client: those that its baseline answers, or those that the user names.

It starts nothing. Everything is checked here before anything is fetched or started.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from captures.compare.findings import Question, question_asked
from captures.model import Capture, Reason
from probe.checking.baseline_folder import Baseline, Part
from probe.clients.client import Client
from probe.errors import SetupError
from probe.orders import check_script, conditions_of
from probe.reply import reply_policy
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.scenario import Scenario
from probe.scenarios.table import scenario_named
from probe.writability import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What the command line says of questions: `--scenario`, `--reply`, `--set`. Empty where it says nothing."""

    scenarios: Sequence[str]
    replies: Sequence[str]
    pairs: Mapping[str, str]

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.scenarios or self.replies or self.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question to one client. `settings` are checked, without the defaults."""

    client: Client
    scenario: Scenario
    reply: str
    settings: Mapping[str, str]

    @property
    def question(self) -> Question:
        """The question as captures and findings have it."""
        return Question(
            client=self.client.name,
            scenario=self.scenario.name,
            requested={"reply": self.reply, **self.settings},
        )

    @property
    def part(self) -> Part:
        """The part of a baseline that its answer belongs to."""
        return Part(client=self.client.name, scenario=self.scenario.name)


class NoBaselineError(SetupError):
    """There is nothing to compare with."""

    def __init__(self, baseline: Baseline, what: str) -> None:
        super().__init__(
            f"{printable(baseline.directory)} has no answer of {what} to compare with; "
            "run the same command with --update, look at what it writes, and commit it"
        )


class InconclusiveBaselineError(SetupError):
    """The baseline has a capture of the question, and that says nothing."""

    def __init__(self, path: Path, question: Question, *, reason: Reason) -> None:
        super().__init__(
            f"the capture of {question} in {printable(path)} is inconclusive ({reason}), and nothing compares with it; "
            "make it again with --update"
        )


def asked_of(client: Client, baseline: Baseline, named: Named, *, is_update: bool) -> tuple[Asked, ...]:
    """The questions for one client, at least one.

    Those that are named; without names those that the baseline answers; and where there is no baseline yet either, how
    the client shows the tool at first. Only an update may ask what the baseline does not answer.

    Raises:
        SetupError: There is no baseline, or it says nothing, or this release or this client cannot be asked so.
    """
    captures = baseline.captures_of(client.name)
    if not captures and not is_update:
        raise NoBaselineError(baseline, client.name)
    if captures and not named:
        found = tuple(_asked_again(client, baseline, capture) for capture in captures)
    else:
        found = tuple(_named(client, named))
    if not is_update:
        answers = {str(question_asked(capture)): capture for capture in captures}
        for each in found:
            _check_answer(each, baseline, answers.get(str(each.question)))
    return found


def _check_answer(asked: Asked, baseline: Baseline, answer: Capture | None) -> None:
    if answer is None:
        raise NoBaselineError(baseline, str(asked.question))
    if answer.verdict.kind == "inconclusive":
        raise InconclusiveBaselineError(baseline.path_of(asked.part), asked.question, reason=answer.verdict.reason)


def _named(client: Client, named: Named) -> Iterator[Asked]:
    for name in dict.fromkeys(named.scenarios or [FIRST_REQUEST.name]):
        for reply in dict.fromkeys(named.replies or ["accept"]):
            yield _asked(client, name, reply, named.pairs)


def _asked(client: Client, scenario_name: str, reply: str, pairs: Mapping[str, str]) -> Asked:
    scenario = scenario_named(scenario_name)
    reply_policy(reply)
    check_script(scenario, [client], reply=reply)
    return Asked(client=client, scenario=scenario, reply=reply, settings=conditions_of(client, scenario, pairs))


def _asked_again(client: Client, baseline: Baseline, capture: Capture) -> Asked:
    """The question of a capture, checked as if it came from the command line: it may be of another release."""
    pairs = dict(capture.conditions.requested)
    reply = pairs.pop("reply", "")
    part = Part(client=client.name, scenario=capture.scenario)
    try:
        asked = _asked(client, capture.scenario, reply, pairs)
    except SetupError as error:
        problem = str(error)
    else:
        if asked.question == question_asked(capture):
            return asked
        problem = "it names a setting that is the default"
    raise SetupError(
        f"{printable(baseline.path_of(part))} has a question that this release cannot ask: {problem}; "
        "remove the file, and make it again with --update"
    )
