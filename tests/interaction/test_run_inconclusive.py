"""What shows nothing about the tool: exit code 3, a reason in the file, and no answer is ever replaced by it."""

import json
from typing import Any, Final

import pytest

from captures.model import Reason
from tests.interaction.requirements import covers
from tests.support.stage import Stage, Step, ended
from tests.support.steps import GREET, INLINE, LIST, STAY, TELL, ask, ask_codex, messages

WRITTEN: Final = "written: native-tool-shapes.json"

UNLISTED: Final = messages({"name": "Read"})

CASES: Final[dict[str, tuple[Reason, str, list[Step]]]] = {
    "ends at once": (
        "no-model-request",
        (
            "it ended before it sent a model request; its exit code is in the file. "
            "Start the client by hand to see what it says, or try another release"
        ),
        [LIST, {"do": "end", "code": 7}],
    ),
    "never lists": (
        "server-never-listed",
        "the synthetic MCP server was never asked for its whole list of tools; try --set isolation=environment",
        [GREET, ask(UNLISTED), {"do": "end", "code": 7}],
    ),
    "lists late": (
        "listed-after-model-request",
        "it asked the model before it had the tools; run again, with --jobs 1 if busy",
        [ask(UNLISTED), LIST, ask(), {"do": "end", "code": 7}],
    ),
    "no JSON": (
        "body-not-json",
        "its model request was not JSON",
        [LIST, ask(raw="{prompt}"), {"do": "end", "code": 7}],
    ),
    "undecodable": (
        "undecodable-body",
        "its model request's Content-Encoding could not be undone",
        [LIST, ask(raw="{prompt}", headers={"Content-Encoding": "gzip"}), {"do": "end", "code": 7}],
    ),
    "too large": (
        "body-over-cap",
        "its model request was larger than 64 MiB",
        [LIST, ask(size=65 << 20), {"do": "end", "code": 7}],
    ),
}


@covers("error.no-request", "error.not-listed", "error.body")
@pytest.mark.parametrize("case", CASES)
def test_a_run_that_shows_nothing_says_why(stage: Stage, case: str) -> None:
    reason, advice, steps = CASES[case]
    client = stage.released("claude", *steps)

    done = stage.run("run", client.spec)

    assert (done.exit_code, done.stderr.splitlines()) == (
        3,
        [f"shape-probe: claude 2.1.268: inconclusive ({reason}): {advice}", WRITTEN],
    )
    assert shown(stage) == {"verdict": {"kind": "inconclusive", "reason": reason}, "tools": [], "exit_code": 7}
    assert done.stdout.splitlines()[1].split()[3:] == [
        *"----",
        str(0 if reason.endswith("request") and "listed" not in reason else attempts(stage)),
        "7",
        "inconclusive",
    ]


@covers("error.body")
def test_a_message_of_a_websocket_that_is_no_json_is_no_crash(stage: Stage) -> None:
    odd = {"do": "ask", "path": "/responses", "transport": "websocket", "raw": "{prompt}"}
    client = stage.released("codex", LIST, odd, {"do": "end", "code": 7})

    assert stage.run("run", client.spec).exit_code == 3
    assert shown(stage)["verdict"] == {"kind": "inconclusive", "reason": "body-not-json"}


@covers("error.deadline")
def test_the_deadline_before_the_first_request(stage: Stage) -> None:
    client = stage.released("claude", TELL, STAY)
    process = stage.start("run", client.spec, "--deadline", "0.5")

    client.ear.hear()
    done = ended(process)

    assert (done.exit_code, done.stderr.splitlines()) == (
        3,
        [
            (
                "shape-probe: claude 2.1.268: inconclusive (deadline-before-model-request): "
                "it sent no model request in time; give it more with --deadline SECONDS"
            ),
            WRITTEN,
        ],
    )
    assert done.stdout.splitlines()[1].split()[3:] == [*"-----", "deadline", "inconclusive"]
    client.ear.wait_for_all()


@covers("error.deadline")
def test_what_was_shown_before_the_deadline_stands_without_counts(stage: Stage) -> None:
    client = stage.released("codex", LIST, ask_codex(), STAY)

    done = stage.run("run", client.spec, "--deadline", "5")

    [capture] = stage.shapes()["captures"]
    assert (done.exit_code, capture["verdict"], capture["tools"][0]["presentation"]) == (
        0,
        {"kind": "observed"},
        "namespaced",
    )
    assert [group["count"] for group in capture["requests"]] == [None, None]
    assert capture["outcome"] == {
        "exit_code": None,
        "attempts": None,
        "turn_completed": False,
        "refused_lookups": 0,
        "refused_connections": 0,
    }


@covers("baseline.kept")
def test_an_answer_is_kept_when_the_same_question_gets_none(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    assert stage.run("run", client.spec).exit_code == 0
    before = stage.file.read_bytes()

    client = stage.replaced(client, LIST)
    done = stage.run("run", client.spec)

    assert (done.exit_code, done.stdout, done.stderr.splitlines()) == (
        3,
        (
            "CLIENT  VERSION  CONDITIONS    SHOWN  AS  AT  CHANGES  ATTEMPTS  EXIT  VERDICT\n"
            "claude  2.1.268  reply=accept  -      -   -   -        0         1     inconclusive\n"
        ),
        [
            (
                "shape-probe: claude 2.1.268: inconclusive (no-model-request): "
                "it ended before it sent a model request; its exit code is in the file. "
                "Start the client by hand to see what it says, or try another release"
            ),
            (
                "shape-probe: nothing was written: native-tool-shapes.json answers what this run could not "
                "(claude@2.1.268 first-request reply=accept), and is kept"
            ),
        ],
    )
    assert (stage.left(), stage.file.read_bytes()) == (["native-tool-shapes.json"], before)


@covers("baseline.kept")
def test_an_answer_to_another_question_is_replaced(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    assert stage.run("run", client.spec).exit_code == 0

    client = stage.replaced(client, LIST)
    done = stage.run("run", client.spec, "--reply", "refuse")

    assert (done.exit_code, shown(stage)["verdict"]["kind"]) == (3, "inconclusive")


@covers("baseline.kept", "capture.unstable")
def test_a_run_that_shows_nothing_beside_one_that_does_makes_it_unstable(stage: Stage) -> None:
    """Without its prompt a request is none of the model's, and the run has no answer."""
    client = stage.released("claude", TELL, LIST, ask(messages(INLINE, messages="{heard}")))
    process = stage.start("run", client.spec, "--repeat", "2", "--jobs", "1", "--json")

    client.ear.hear([])
    client.ear.hear([{"role": "user", "content": "{prompt}"}])
    done = ended(process)

    [capture] = json.loads(done.stdout)["captures"]
    assert (done.exit_code, capture["verdict"]) == (0, {"kind": "unstable", "pointers": ["$.verdict"]})


def shown(stage: Stage) -> Any:  # noqa: ANN401 - JSON
    [capture] = stage.shapes()["captures"]
    return {
        "verdict": capture["verdict"],
        "tools": capture["tools"],
        "exit_code": capture["outcome"]["exit_code"],
    }


def attempts(stage: Stage) -> int:
    [capture] = stage.shapes()["captures"]
    return int(capture["outcome"]["attempts"])
