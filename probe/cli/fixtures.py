"""`shape-probe fixtures`: files for other people's tests, made from captures."""

from pathlib import Path
from typing import Final

import click

from probe.cli.ending import ends_well, heed_signals, say, show
from probe.errors import InconclusiveError

_DRIFT: Final = 1


@click.command("fixtures")
@click.argument(
    "captures",
    metavar="CAPTURES…",
    nargs=-1,
    required=True,
    help="Shapes files, or directories of them; - is standard input.",
)
@click.option("--out", metavar="DIR", type=Path, required=True, help="Where the fixtures go; made or replaced whole.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when DIR does not hold these fixtures.")
@ends_well
def fixtures(*, captures: tuple[str, ...], out: Path, check: bool) -> int:
    """Make fixture files for each distinct shape: request bodies, replies, results, types and an index."""
    from probe.archive import found_in
    from probe.fixtures.composing import composed
    from probe.fixtures.directory import differences, put, refuse_among

    refuse_among(out, captures)
    made = composed(found.file for found in found_in(captures))
    for each in made.left_out:
        say(f"shape-probe: left out: {each}")
    if not made.names:
        raise NothingToMakeError
    if check:
        found = differences(made.files, out)
        for difference in found:
            show(f"{difference.what}: {difference.path}")
        return _DRIFT if found else 0
    heed_signals()
    put(made.files, out)
    for name in made.names:
        show(name)
    return 0


class NothingToMakeError(InconclusiveError):
    """No capture shows a tool."""

    def __str__(self) -> str:
        return "no capture here shows a tool, so that there is no fixture to make; nothing was written"
