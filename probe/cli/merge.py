"""`shape-probe merge`: joins what several machines wrote, such as the jobs of one matrix."""

from pathlib import Path

import click

from probe.cli.ending import ends_well, say
from probe.errors import SetupError


@click.command("merge")
@click.argument(
    "sources",
    metavar="FILE|DIR…",
    nargs=-1,
    required=True,
    help="Shapes files, and directories that have some.",
)
@click.option(
    "--out",
    metavar="DIR|FILE",
    required=True,
    help="Where it goes: a name that ends in .json is one file, any other a directory with one "
    "CLIENT/VERSION/SCENARIO.json each. What is there is joined too.",
)
@ends_well
def merge(*, sources: tuple[str, ...], out: str) -> int:
    """Join shapes files, one capture a question: answers that differ are named unstable."""
    if out in ("", "-") or "\0" in out:
        raise SetupError("--out takes the name of a file or a directory")
    if "" in sources:
        raise SetupError("an empty name is no file and no directory; name a shapes file, or a directory that has some")
    from probe.archive import found_in
    from probe.campaigns.merging import merged_into, notes_on

    files = merged_into(Path(out), found_in(sources))
    captures = [capture for file in files.values() for capture in file.captures]
    for line in notes_on(captures):
        say(f"shape-probe: {line}")
    say(f"written: {_counted(len(captures), 'capture')} in {_counted(len(files), 'file')}")
    return 3 if any(capture.verdict.kind == "inconclusive" for capture in captures) else 0


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
