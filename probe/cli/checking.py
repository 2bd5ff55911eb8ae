"""What `shape-probe check` does: reads the baseline, asks the clients, compares, reports, and renews the baseline.

Everything that can be wrong with the command or the baseline is found before a client is fetched or started.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from captures import canonical
from captures.compare.findings import question_asked
from captures.compare.formats.table import FORMATS
from captures.compare.judging import Judged, exit_code_of, judged
from captures.compare.settings import Settings
from captures.compare.words import FailOn, FormatName
from captures.model import ShapesFile
from probe.checking.baseline_folder import Baseline, Part, baseline_in
from probe.checking.comparison import comparable, comparisons_of, places_of
from probe.checking.folder_files import check_directory, held, write_below
from probe.checking.questions import Asked, Named, NoBaselineError, asked_of
from probe.checking.renewal import archived, new_answers, renewed
from probe.checking.report_files import ReportFile, refuse_in_baseline, report_files, write_report
from probe.cli.asking import Unstarted, Way, asked
from probe.cli.ending import heed_signals, put, say
from probe.cli.new_warnings import new_warnings
from probe.clients.client import Client
from probe.errors import SetupError
from probe.installs.spec import Spec
from probe.observe import Observation
from probe.orders import named_clients, ordered, programs_of
from probe.settings_file import settings_from
from probe.shapes import canaries_of, shapes_file_of
from probe.writability import printable
from probe.writer import text_of

_NOT_STARTED: Final = "(could not be started)"
"""Stands for the version of a client that nobody knows, as it did not start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How the user wants it: what to compare with, what becomes of the result, and how the clients are run."""

    baseline: Path
    is_update: bool
    format_name: FormatName
    reports: Sequence[str]  # FORMAT=FILE
    fail_on: FailOn | None
    settings_file: str | None
    kept: Path | None
    repeat: int
    jobs: int
    deadline_seconds: float | None
    is_verbose: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answers:
    """What came of asking: a file for each part that was asked, the clients that could not be started."""

    files: Mapping[Part, ShapesFile]
    unstarted: Sequence[Unstarted]
    canaries: Sequence[str]

    @property
    def are_whole(self) -> bool:
        """Whether every question has an answer."""
        captures = (capture for file in self.files.values() for capture in file.captures)
        return not self.unstarted and all(capture.verdict.kind != "inconclusive" for capture in captures)


def checked(specs: Sequence[str], named: Named, wishes: Wishes) -> int:
    """Check, and update where that is wanted; gives the exit code.

    Raises:
        ProbeError: Something of the command, the baseline or the machine is wrong, or the leak guard refused.
    """
    baseline = baseline_in(wishes.baseline)
    if not baseline.files and not wishes.is_update:
        raise NoBaselineError(baseline, "any client")
    clients = _clients(specs, baseline)
    questions = [
        each for client, _ in clients for each in asked_of(client, baseline, named, is_update=wishes.is_update)
    ]
    reports = report_files(wishes.reports, baseline=wishes.baseline)
    settings = settings_from(wishes.settings_file)
    _check_directories(wishes)
    answers = _answers(clients, questions, wishes)
    _warn(baseline, answers)
    heed_signals()
    judgement = _judged(baseline, questions, answers, settings, wishes)
    _report(judgement, reports, wishes.format_name)
    if wishes.kept is not None:
        _keep(answers, wishes.kept)
    if not wishes.is_update:
        return exit_code_of(judgement)
    _renew(baseline, answers)
    _say_what_is_stale_now(judgement)
    return 0 if answers.are_whole else 3


def _clients(specs: Sequence[str], baseline: Baseline) -> list[tuple[Client, Spec]]:
    """Without a SPEC: what the baseline has, so that nothing of it is passed over in silence."""
    found = named_clients(specs or baseline.clients, command="check --update")
    names = [client.name for client, _ in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SetupError(f"{twice} is named twice; a baseline has one version of a client")
    return found


def _check_directories(wishes: Wishes) -> None:
    if wishes.is_update:
        check_directory(wishes.baseline)
    if wishes.kept is not None:
        refuse_in_baseline(wishes.kept, wishes.baseline)
        check_directory(wishes.kept)


def _answers(clients: Sequence[tuple[Client, Spec]], questions: Sequence[Asked], wishes: Wishes) -> _Answers:
    """Ask, and have the leak guard look at what came of it."""
    orders = [
        ordered(program, each.scenario, reply=each.reply, pairs=each.settings)
        for program in programs_of(clients)
        for each in questions
        if each.client.name == program.client.name
    ]
    way = Way(
        repeat=wishes.repeat,
        jobs=wishes.jobs,
        deadline_seconds=wishes.deadline_seconds or max(each.scenario.default_deadline_seconds for each in questions),
        is_verbose=wishes.is_verbose,
    )
    observations, unstarted = asked(orders, way)
    canaries = canaries_of(observations)
    files = {part: _guarded(found, canaries) for part, found in _by_part(observations).items()}
    return _Answers(files=files, unstarted=unstarted, canaries=canaries)


def _warn(baseline: Baseline, answers: _Answers) -> None:
    for part, file in answers.files.items():
        for line in new_warnings(file, baseline.files.get(part)):
            say(f"shape-probe: {line}")
    for client in answers.unstarted:
        say(f"shape-probe: {client.client}: inconclusive (it could not be started): {client.problem}")


def _by_part(observations: Sequence[Observation]) -> dict[Part, list[Observation]]:
    found: dict[Part, list[Observation]] = {}
    for observation in observations:
        order = observation.running.order
        part = Part(client=order.program.client.name, scenario=order.scenario.name)
        found.setdefault(part, []).append(observation)
    return dict(sorted(found.items()))


def _guarded(observations: Sequence[Observation], canaries: Sequence[str]) -> ShapesFile:
    """The file, as it reads when it is written."""
    text = text_of(shapes_file_of(observations), canaries=canaries)
    return canonical.loads(text, name="the result")


def _judged(
    baseline: Baseline, questions: Sequence[Asked], answers: _Answers, settings: Settings, wishes: Wishes
) -> Judged:
    versions = {client.client: client.version or _NOT_STARTED for client in answers.unstarted}
    unstarted = [(each.question, versions[each.client.name]) for each in questions if each.client.name in versions]
    if wishes.is_update:
        fitting = comparable(baseline, answers.files)
        for part in sorted(set(baseline.files) - set(fitting.files)):
            say(f"shape-probe: {printable(baseline.path_of(part))}: not compared, as it is of another synthetic tool")
        baseline = fitting
    comparisons = comparisons_of(baseline, answers.files, unstarted)
    places = places_of(baseline, answers.files)
    return judged(comparisons, settings, fail_on=wishes.fail_on, files=places)


def _report(judgement: Judged, reports: Sequence[ReportFile], format_name: FormatName) -> None:
    for report in reports:
        write_report(FORMATS[report.format](judgement), report.path)
        say(f"written: {printable(report.path)}")
    # Programs get a whole document in any case; to a reader, counts of nothing would say that nothing has happened.
    if format_name != "text" or judgement.compared or judgement.not_compared:
        put(FORMATS[format_name](judgement).encode("utf-8"))


def _keep(answers: _Answers, directory: Path) -> None:
    """Keep all captures, those that say nothing too; an answer that stands there already is not replaced by none."""
    for part, file in answers.files.items():
        for version in sorted({capture.client.version for capture in file.captures}):
            path = directory / part.client / version / f"{part.scenario}.json"
            captures = tuple(capture for capture in file.captures if capture.client.version == version)
            new = file.model_copy(update={"captures": captures})
            with held(path) as old:
                is_written = write_below(archived(old, new), path, canaries=answers.canaries)
            if is_written:
                say(f"written: {printable(path)}")


def _renew(baseline: Baseline, answers: _Answers) -> None:
    """Another process can have renewed it since it was read: what it answered stays."""
    for part, found in answers.files.items():
        path = baseline.path_of(part)
        with held(path) as old:
            _renew_part(path, old, found, canaries=answers.canaries)


def _renew_part(path: Path, old: ShapesFile | None, found: ShapesFile, *, canaries: Sequence[str]) -> None:
    file = renewed(old, found)
    if file is None:
        say(f"shape-probe: {printable(path)} is kept as it is: there are no answers that could replace it")
        return
    for capture in new_answers(old, found):
        say(f"new in the baseline: {question_asked(capture)} ({capture.client.version})")
    if write_below(file, path, canaries=canaries):
        say(f"written: {printable(path)}")
    else:
        say(f"unchanged: {printable(path)}")


def _say_what_is_stale_now(judgement: Judged) -> None:
    count = sum(len(each.accepted) for each in judgement.compared)
    if count:
        say(
            f"shape-probe: {judgement.settings_name} accepts {count} of these findings, which are in the baseline now; "
            "remove their entries, as the next check finds them stale"
        )
