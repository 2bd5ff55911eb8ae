"""What a matrix is about to do, in lines: how many cells, what is answered already, what has to be fetched. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from probe.campaigns.cells import Cell

_MOST_NAMES: Final = 12
"""More versions than that are not listed in the short plan."""


def preview_lines(cells: Sequence[Cell], todo: Collection[Cell], *, missing: Collection[str]) -> list[str]:
    """The plan in short. `missing` are the releases (`codex@0.154.0`) that the cache has not."""
    versions = Counter(client for client, _ in {(cell.client, cell.version) for cell in cells})
    parts = ", ".join(f"{client} in {_counted(versions[client], 'version')}" for client in _clients(cells))
    answered = len(cells) - len(todo)
    lines = [f"{_counted(len(cells), 'cell')}: {parts}" + (f"; {answered} answered already" if answered else "")]
    wanted = list(dict.fromkeys((cell.client, cell.version) for cell in todo if cell.release in missing))
    if wanted:
        names = "; ".join(
            f"{client} {_named([version for name, version in wanted if name == client])}"
            for client in dict.fromkeys(name for name, _ in wanted)
        )
        lines.append(f"to be fetched: {_counted(len(wanted), 'version')} ({names})")
    return lines


def release_lines(cells: Sequence[Cell], todo: Collection[Cell], *, missing: Collection[str]) -> list[str]:
    """One line a release: its cells, how many of them are answered, whether it has to be fetched."""
    open_cells = frozenset(todo)
    lines = []
    for release in dict.fromkeys(cell.release for cell in cells):
        mine = [cell for cell in cells if cell.release == release]
        answered = sum(cell not in open_cells for cell in mine)
        facts = [_counted(len(mine), "cell")]
        if answered:
            facts.append(f"{answered} answered")
        if answered < len(mine):
            facts.append("to be fetched" if release in missing else "in the cache")
        lines.append(f"{release}: {', '.join(facts)}")
    return lines


def _named(versions: Sequence[str]) -> str:
    """All of them, or where they are many, the ends."""
    if len(versions) <= _MOST_NAMES:
        return ", ".join(versions)
    return f"{versions[0]} … {versions[-1]}"


def _clients(cells: Iterable[Cell]) -> list[str]:
    return list(dict.fromkeys(cell.client for cell in cells))


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
