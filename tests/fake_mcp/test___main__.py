import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

import fake_mcp
from fake_mcp.__main__ import main
from fake_mcp.catalog import LOOKUP, Catalog
from fake_mcp.catalogs import PAGED
from fake_mcp.responder import Session

LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
COMMAND = (sys.executable, "-m", "fake_mcp")
ROOT = Path(fake_mcp.__file__).parents[1]


def started() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(COMMAND, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)


def listed(catalog: Catalog) -> bytes:
    return Session(catalog).exchange(LIST).sent[0].data + b"\n"


@pytest.mark.parametrize(("arguments", "catalog"), [([], LOOKUP), (["paged"], PAGED)])
def test_the_named_catalog_is_served(arguments: list[str], catalog: Catalog) -> None:
    writer = BytesIO()

    main(arguments, BytesIO(LIST), writer)

    assert writer.getvalue() == listed(catalog)


def test_the_catalogs_are_listed_with_their_tools() -> None:
    writer = BytesIO()

    main(["--list"], BytesIO(LIST), writer)

    assert writer.getvalue().decode() == (
        "lookup: lookup\n"
        "paged: first_page, second_page, third_page\n"
        "endless: again\n"
        "odd: control, dotted.name/with:signs, __proto__, twice, twice, null_schema, no_schema, half_pair\n"
        "results: lookup\n"
        "changing: lookup, kept, removed_later, changed_later\n"
        "unannotated: lookup\n"
    )


def test_an_unknown_catalog_is_refused_with_the_names_of_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["none"], BytesIO(), BytesIO())

    assert end.value.code == 2
    assert "lookup" in capsys.readouterr().err


def test_help_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"], BytesIO(), BytesIO())

    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m fake_mcp [-h] [--list]")


def test_the_command_ends_with_its_input_and_says_nothing_else() -> None:
    done = subprocess.run(COMMAND, cwd=ROOT, input=LIST, capture_output=True, check=False, timeout=10)

    assert (done.returncode, done.stdout, done.stderr) == (0, listed(LOOKUP), b"")


def test_the_command_ends_without_a_word_when_nobody_reads_its_output() -> None:
    with started() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(LIST + b"\n")
        server.stdin.close()

        assert (server.wait(10), server.stderr.read()) == (0, b"")


def test_an_interrupt_ends_the_command_without_a_traceback() -> None:
    with started() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(LIST + b"\n")
        server.stdin.flush()
        assert server.stdout.readline() == listed(LOOKUP)

        server.send_signal(signal.SIGINT)

        assert (server.wait(10), server.stderr.read()) == (-signal.SIGINT, b"")
