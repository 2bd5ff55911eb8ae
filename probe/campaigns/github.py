"""A matrix as jobs of GitHub Actions: the value for `strategy.matrix`, to be read there with `fromJSON`. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from probe.campaigns.axes import Axes, narrowed
from probe.campaigns.planning import Releases, planned
from probe.clients.client import Client
from probe.scenarios.table import scenario_named

MOST_JOBS: Final = 256
"""What one workflow run takes (GitHub's documentation, "Usage limits": a job matrix generates 256 jobs at most)."""

Jobs = dict[str, list[dict[str, object]]]


def jobs_of(
    releases: Releases, axes: Axes, clients: Mapping[str, Client], *, more: Sequence[str] = (), most: int = MOST_JOBS
) -> Jobs:
    """One job a version; where that would be too many, several versions of one client a job.

    Each job has `name`, `spec` (one or more, with spaces between), `options` (for `shape-probe matrix`; those that its
    client takes) and `cells`, a number. `more` are options for every job. No text in it needs quotes in a shell.

    Raises:
        SetupError: As `planned`.
    """
    cells = planned(releases, axes, clients)
    size = 1
    while sum(-(-len(versions) // size) for versions in releases.values()) > most:
        size += 1
    jobs: list[dict[str, object]] = []
    for client, versions in releases.items():
        options = " ".join((*_options(axes, clients[client]), *more))
        for start in range(0, len(versions), size):
            mine = versions[start : start + size]
            count = sum(cell.client == client and cell.version in mine for cell in cells)
            if count:
                name = f"{client} {mine[0]}" if len(mine) == 1 else f"{client} {mine[0]} to {mine[-1]}"
                spec = " ".join(f"{client}@{version}" for version in mine)
                jobs.append({"name": name, "spec": spec, "options": options, "cells": count})
    return {"include": jobs}


def _options(axes: Axes, client: Client) -> list[str]:
    """What of `axes` a client takes in any of the scenarios: alone, it would be refused the rest."""
    kept = [each for name in axes.scenarios if (each := narrowed(axes, client, scenario_named(name))) is not None]
    words = [f"--scenario {name}" for each in kept for name in each.scenarios]
    if any(each.replies for each in kept):
        words.append(f"--reply {','.join(axes.replies)}")
    used = {(key, value) for each in kept for key, values in each.settings for value in values}
    for key, values in axes.settings:
        mine = [value for value in values if (key, value) in used]
        if mine:
            words.append(f"--set {key}={','.join(mine)}")
    return words
