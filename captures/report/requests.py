"""A client's requests by version: neighbouring versions that send the same stand together. It compares nothing else."""

from dataclasses import dataclass
from itertools import groupby

from captures.compare.history import Strand
from captures.model import RequestGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Neighbouring captured versions of one question with the same requests; `versions` has the newest first."""

    versions: tuple[str, ...]
    requests: tuple[RequestGroup, ...]

    @property
    def span(self) -> str:
        """From which version to which, or the only one."""
        newest, oldest = self.versions[0], self.versions[-1]
        return newest if newest == oldest else f"{oldest} \N{EN DASH} {newest}"


def runs_of(strand: Strand) -> tuple[Run, ...]:
    """The runs of a question, the newest first."""
    groups = groupby(reversed(strand.captures), key=lambda capture: capture.requests)
    return tuple(
        Run(versions=tuple(capture.client.version for capture in captures), requests=requests)
        for requests, captures in groups
    )
