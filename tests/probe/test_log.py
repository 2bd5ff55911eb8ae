"""The log shows that things happened, with names and numbers, and never what was in them."""

import re
import subprocess
import sys

import pytest

from probe.log import event_notes
from sanitize.events import Event, ScriptEnded
from tests.support.builders import client_ended, frame_received, frame_sent, reply_sent, request_seen

SECRET = "0123456789abcdef"


def noted(capsys: pytest.CaptureFixture[str], *events: Event) -> list[str]:
    """The lines, without their times."""
    note = event_notes("claude 2.1.268")
    for event in events:
        note(event)
    out, err = capsys.readouterr()
    assert out == ""
    return [re.sub(r"^\d\d:\d\d:\d\d\.\d{6} \[info     ] ", "", line).rstrip() for line in err.splitlines()]


def test_each_kind_of_event_is_a_line_of_names_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    lines = noted(
        capsys,
        frame_received(method="initialize"),
        frame_received(method=None),
        frame_sent(is_error=True),
        request_seen(body={"secret": SECRET}, fault="body-not-json"),
        reply_sent(),
        client_ended(exit_code=None),
        ScriptEnded(at_ns=0, unscripted_requests=1, unused_turns=("done",)),
    )

    assert [re.sub(r" {2,}", " ", line) for line in lines] == [
        "mcp.frame_received connection=0 kind=request run='claude 2.1.268'",
        "mcp.frame_received connection=0 kind=response run='claude 2.1.268'",
        "mcp.frame_sent connection=0 is_error=True run='claude 2.1.268'",
        "request.seen fault=body-not-json method=POST path=/v1/messages role=model run='claude 2.1.268' transport=http",
        "reply.sent is_completion=True role=model run='claude 2.1.268'",
        "client.ended exit_code=None run='claude 2.1.268' said_completed=True",
        "script.ended run='claude 2.1.268' unscripted_requests=1 unused_turns=('done',)",
    ]


def test_what_a_client_chose_is_shown_only_where_it_is_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    [line] = noted(
        capsys,
        request_seen(
            method="LÖSCHE", path=f"/v1/{SECRET}/messages", header_names=(SECRET,), body={SECRET: SECRET}, role="side"
        ),
    )

    assert SECRET not in line
    assert re.findall(r"(?:method|path)=\S+", line) == ["method=<name>", "path=/v1/<id>/messages"]


def test_two_runs_have_a_log_each(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = event_notes("one 1.0.0"), event_notes("two 2.0.0")

    first(reply_sent())
    second(reply_sent())
    first(reply_sent())

    assert re.findall(r"run='(\w+)", capsys.readouterr().err) == ["one", "two", "one"]


def test_structlog_is_imported_only_when_it_is_wanted() -> None:
    code = "import sys, probe.log; print('structlog' in sys.modules)"

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8", timeout=30)

    assert run.stdout == "False\n"
