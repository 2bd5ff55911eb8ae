"""`shape-probe bisect`, with scripted clients in a cache and a fake registry."""

import json
import signal
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner

from captures import canonical
from captures.model import ShapesFile
from probe.cli.bisect import bisect
from tests.captures.samples import INCONCLUSIVE
from tests.probe.campaigns.bisections import SHOWS
from tests.probe.campaigns.fetchable import codex_packages
from tests.probe.campaigns.made_up import cell, file_for
from tests.probe.installs.fake_npm import CODEX, fake_npm
from tests.support.stage import Done, Stage, Step, ended, opened_stage
from tests.support.steps import FUNCTION, GREET, LIST, STAY, TELL, ask_codex, responses

OLD = (LIST, ask_codex(responses(FUNCTION)))
NEW = (LIST, ask_codex())
SILENT = (GREET, ask_codex())
PRESENTATION = "tool-presentation-changed"


@pytest.fixture
def stage() -> Iterator[Stage]:
    with opened_stage() as found:
        yield found


def name_of(number: int) -> str:
    return f"0.{number}.0"


def registry(stage: Stage, releases: Sequence[tuple[Step, ...]]) -> dict[str, str]:
    """An environment with an npm that knows versions 0.0.0, 0.1.0 and so on, and can fetch them."""
    names = [name_of(number) for number in range(len(releases))]
    about = {"versions": [*names, "0.0.1-alpha.1"], "dist-tags": {"latest": names[-1]}}
    packages = codex_packages(dict(zip(names, releases, strict=True)))
    return fake_npm(stage.root, view={CODEX: about}, packages=packages).environ


def released(stage: Stage, *releases: tuple[Step, ...]) -> dict[str, str]:
    """The same, with all of them in the cache."""
    for number, steps in enumerate(releases):
        stage.released("codex", *steps, version=name_of(number))
    return registry(stage, releases)


def done_by(stage: Stage, environ: dict[str, str], *arguments: str, spec: str = "codex@0.0.0..latest") -> Done:
    """Run the command to its end, in this process: a tenth of the time."""
    env = {"SHAPE_PROBE_CACHE": str(stage.cache), "COLUMNS": "500", "NO_COLOR": "1", **environ}
    with chdir(stage.work):
        result = CliRunner().invoke(bisect, (spec, *arguments), env=env)
    return Done(exit_code=result.exit_code, stdout=result.stdout, stderr=result.stderr)


def captured(stage: Stage, words: dict[int, str]) -> str:
    """A directory with captures of these versions, which show the tool as the words of `SHOWS` say."""
    directory = stage.work / "captures"
    directory.mkdir()
    for number, word in words.items():
        put(directory / f"{number}.json", file_for(cell(version=name_of(number)), **SHOWS[word]))
    return str(directory)


def put(path: Path, file: ShapesFile) -> None:
    path.write_text(canonical.dumps(file), encoding="utf-8")


def test_the_first_version_with_the_change_is_fetched_found_and_taken_out_again(stage: Stage) -> None:
    done = done_by(stage, registry(stage, [OLD, OLD, NEW, NEW]), "--discard", "--verify", "0", "--jobs", "1")

    assert (done.exit_code, done.stdout.splitlines()[0], done.stdout.splitlines()[2:]) == (
        0,
        "codex first-request: 0.2.0 is the first version with the change, 0.1.0 the last one without",
        ["4 versions in the range: 4 asked, 4 fetched"],
    )
    assert done.stdout.splitlines()[1].split()[:3] == ["breaking", PRESENTATION, "$.tools[0]"]
    assert [line for line in done.stderr.splitlines() if "codex@" not in line] == [
        "codex: 4 versions from 0.0.0 to 0.3.0; at most 4 to ask",
        f"searching for {PRESENTATION} (the gravest between the ends; --rule and --pointer choose others)",
        "0.0.0: old; 2 versions left",
        "0.3.0: new; 2 versions left",
        "0.1.0: old; 1 version left",
        "0.2.0: new",
    ]
    assert list((stage.cache / "clients" / "codex").iterdir()) == []
    assert stage.left() == []


def test_programs_get_the_answer_as_json(stage: Stage) -> None:
    done = done_by(stage, released(stage, OLD, NEW, NEW), "--json", "--rule", PRESENTATION, "--reply", "refuse")

    answer = json.loads(done.stdout)
    assert (done.exit_code, answer["change"]["first_with"], answer["change"]["last_without"]) == (0, "0.1.0", "0.0.0")
    assert (answer["sought"]["rule"], answer["conditions"]) == (PRESENTATION, {"reply": "refuse"})
    assert answer["counts"] == {"versions": 3, "absent": 0, "captures": 0, "search": 3, "verify": 0, "fetched": 0}


def test_an_answer_that_is_not_monotonic_is_a_warning(stage: Stage) -> None:
    """The checks, two by themselves, find a version that has it no more."""
    environ = released(stage, OLD, NEW, NEW, NEW, OLD, NEW, NEW)

    text = done_by(stage, environ, "--pointer", "$.tools[*]")
    as_json = done_by(stage, environ, "--pointer", "$.tools[*]", "--json")

    assert [done.exit_code for done in (text, as_json)] == [0, 0]
    warning = (
        "not monotonic: the change comes between 0.0.0 and 0.1.0, goes between 0.3.0 and 0.4.0, "
        "comes between 0.4.0 and 0.6.0; the answer is the first of these that is known"
    )
    assert warning in text.stdout.splitlines()
    assert warning not in text.stderr
    assert f"shape-probe: {warning}" in as_json.stderr.splitlines()
    assert json.loads(as_json.stdout)["change"]["is_monotonic"] is False


def test_captures_that_are_there_are_used_in_place_of_runs(stage: Stage) -> None:
    clients = [stage.released("codex", TELL, STAY, version=name_of(number)) for number in (0, 1, 3)]
    stage.released("codex", LIST, ask_codex(), version="0.2.0")
    shown = captured(stage, {0: "inline", 1: "inline", 3: "namespaced"})

    done = done_by(stage, registry(stage, [OLD] * 4), "--captures", shown, "--rule", PRESENTATION, "--verify", "0")

    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].endswith(
        "0.2.0 is the first version with the change, 0.1.0 the last one without"
    )
    assert done.stdout.splitlines()[-1] == "4 versions in the range: 3 known from captures, 1 asked, 0 fetched"
    assert done.stderr.splitlines() == [
        "codex: 4 versions from 0.0.0 to 0.3.0, 3 known from captures; at most 1 to ask",
        f"searching for {PRESENTATION}",
        "0.0.0: old, by its capture; 2 versions left",
        "0.3.0: new, by its capture; 2 versions left",
        "0.1.0: old, by its capture; 1 version left",
        "0.2.0: new",
    ]
    assert all(client.ear.has_heard_nothing() for client in clients)


def test_a_dry_run_says_what_would_be_fetched_and_starts_nothing(stage: Stage) -> None:
    clients = [stage.released("codex", TELL, STAY, version=name_of(number)) for number in (0, 1)]
    shown = captured(stage, {1: "inline", 3: "namespaced"})
    environ = registry(stage, [OLD] * 6)

    done = done_by(stage, environ, "--captures", shown, "--dry-run")
    cached = done_by(stage, environ, "--captures", shown, "--dry-run", "--cached", spec="codex@0.0.0..0.3.0")

    assert (done.exit_code, done.stderr, done.stdout.splitlines()) == (
        0,
        "",
        [
            "codex: 6 versions from 0.0.0 to 0.5.0, 2 known from captures; at most 4 to ask",
            "in the cache: 1 more; to be fetched: at most 3 of 3 (sizes are not known)",
        ],
    )
    assert (cached.exit_code, cached.stderr, cached.stdout.splitlines()) == (
        0,
        "",
        [
            (
                "codex: 4 versions from 0.0.0 to 0.3.0, 1 left out as not in the cache, 2 known from captures; "
                "at most 1 to ask"
            ),
            "in the cache: 1 more; to be fetched: none",
        ],
    )
    assert all(client.ear.has_heard_nothing() for client in clients)


def test_where_nothing_is_to_be_fetched_the_answer_is_a_range(stage: Stage) -> None:
    stage.released("codex", *OLD, version="0.0.0")
    shown = captured(stage, {4: "namespaced"})
    environ = registry(stage, [OLD] * 5)

    text = done_by(stage, environ, "--captures", shown, "--cached", "--rule", PRESENTATION)
    as_json = done_by(stage, environ, "--captures", shown, "--cached", "--json", "--rule", PRESENTATION)

    assert (text.exit_code, text.stdout.splitlines()[0], text.stdout.splitlines()[-1]) == (
        0,
        "codex first-request: the change is between 0.0.0 and 0.4.0: 0.1.0, 0.2.0, 0.3.0 are not in the cache",
        "5 versions in the range: 3 not in the cache, 1 known from captures, 1 asked, 0 fetched",
    )
    answer = json.loads(as_json.stdout)
    assert (answer["change"]["absent_between"], answer["counts"]["absent"]) == (["0.1.0", "0.2.0", "0.3.0"], 3)
    assert [path.name for path in (stage.cache / "clients" / "codex").iterdir()] == ["0.0.0"]


def test_where_nothing_is_to_be_fetched_the_ends_have_to_be_there(stage: Stage) -> None:
    client = stage.released("codex", TELL, version="0.0.0")

    done = done_by(stage, registry(stage, [OLD, NEW]), "--cached")

    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("shape-probe: codex@0.1.0 is one end of the range, and neither in the cache nor ")
    assert client.ear.has_heard_nothing()


def test_versions_that_say_nothing_make_it_a_range(stage: Stage) -> None:
    done = done_by(stage, released(stage, OLD, SILENT, NEW))

    assert done.exit_code == 0
    assert done.stdout.startswith("codex first-request: the change is between 0.0.0 and 0.2.0: 0.1.0 says nothing\n")
    assert "0.1.0: unknown: inconclusive (server-never-listed)" in done.stderr.splitlines()


def test_no_such_difference_is_an_answer_too(stage: Stage) -> None:
    environ = released(stage, OLD, OLD, NEW)

    other = done_by(stage, environ, "--rule", "tool-vanished")
    none = done_by(stage, environ, "--json", spec="codex@0.0.0..0.1.0")

    assert (other.exit_code, other.stdout.splitlines()[0]) == (
        0,
        "codex first-request: no difference by the rule tool-vanished between 0.0.0 and 0.2.0; there are:",
    )
    assert (none.exit_code, json.loads(none.stdout)["change"]) == (0, None)


def test_an_end_that_shows_nothing_is_inconclusive(stage: Stage) -> None:
    done = done_by(stage, released(stage, SILENT, OLD, NEW))

    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1].startswith(
        "shape-probe: codex@0.0.0 is one end of the range and shows nothing (inconclusive: server-never-listed); "
    )


def test_an_end_that_wavers_is_inconclusive(stage: Stage) -> None:
    shown = captured(stage, {0: "unstable"})

    done = done_by(stage, released(stage, OLD, NEW), "--captures", shown)

    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1].startswith(
        "shape-probe: codex@0.0.0 is one end of the range and says nothing (unstable: its runs differ at "
    )


def test_an_inconclusive_capture_is_no_answer_and_the_version_is_asked(stage: Stage) -> None:
    directory = stage.work / "captures"
    directory.mkdir()
    put(directory / "0.json", file_for(cell(version="0.0.0"), verdict=INCONCLUSIVE, tools=[]))

    done = done_by(stage, released(stage, OLD, NEW), "--captures", str(directory))

    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "2 versions in the range: 2 asked, 0 fetched")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_runs_and_says_what_is_known(stage: Stage, number: signal.Signals) -> None:
    environ = released(stage, OLD, OLD, (TELL, STAY), NEW, NEW)
    middle = stage.ears[2]

    process = stage.start("bisect", "codex@0.0.0..0.4.0", environ=environ)
    middle.hear()
    process.send_signal(number)
    done = ended(process)

    middle.wait_for_all()
    assert (done.exit_code, done.stdout) == (128 + number, "")
    assert done.stderr.splitlines()[-1] == (
        "shape-probe: interrupted; what was started is ended; so far, the change is between 0.0.0 and 0.4.0"
    )


def test_a_signal_before_anything_is_known_says_so(stage: Stage) -> None:
    environ = released(stage, (TELL, STAY), NEW)

    process = stage.start("bisect", "codex@0.0.0..0.1.0", environ=environ)
    stage.ears[0].hear()
    process.send_signal(signal.SIGINT)
    done = ended(process)

    assert (done.exit_code, done.stderr.splitlines()[-1]) == (
        130,
        "shape-probe: interrupted; what was started is ended",
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nobody@1.2.3",), "there is no client 'nobody'"),
        (("codex",), "this needs releases of codex"),
        (("codex@0.1.0",), "codex@0.1.0 is 0.1.0 alone; name a range with two releases or more in it"),
        (("codex@0.1.0..0.0.0",), "the bounds of codex@0.1.0..0.0.0 are reversed"),
        (("codex@0.0.0..0.1.0", "--rule", "made-up"), "there is no rule 'made-up'; there are "),
        (("codex@0.0.0..0.1.0", "--pointer", "tools"), "'tools' is no pointer into a capture"),
        (("codex@0.0.0..0.1.0", "--set", "made-up=1"), "codex takes no --set made-up; it takes "),
        (("codex@0.0.0..0.1.0", "--scenario", "made-up"), "there is no scenario of that name"),
        (("codex@0.0.0..0.1.0", "--reply", "never"), "--reply takes accept, refuse, close or status:N"),
        (
            ("codex@0.0.0..0.1.0", "--scenario", "tool-call", "--reply", "refuse"),
            "the scenario tool-call says itself what model requests get; leave --reply out",
        ),
        (("codex@0.0.0..0.1.0", "--dry-run", "--json"), "--dry-run prints lines for people; leave --json out"),
        (("codex@0.0.0..0.1.0", "--captures", ""), "--captures takes a directory that has shapes files"),
        (("codex@0.0.0..0.1.0", "--captures", "nowhere"), "nowhere cannot be read: "),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_started(stage: Stage, arguments: tuple[str, ...], says: str) -> None:
    clients = [stage.released("codex", TELL, version=name_of(number)) for number in (0, 1)]

    done = done_by(stage, registry(stage, [OLD, NEW]), *arguments[1:], spec=arguments[0])

    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(f"shape-probe: {says}")
    assert all(client.ear.has_heard_nothing() for client in clients)
