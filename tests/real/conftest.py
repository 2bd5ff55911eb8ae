"""Released clients for these tests: brought into the user's cache on demand, and asked each question once."""

import hashlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from filelock import FileLock

from probe.installs.cache import cache_root
from probe.installs.locate import Located, located
from probe.installs.progress import Lines
from probe.installs.spec import spec_in
from tests.real.command import Answer, run
from tests.support.isolations import ISOLATIONS

# Who is alive is read from `/proc`, which only Linux has.
collect_ignore = [] if "namespace" in ISOLATIONS else ["test_nothing_left.py", "test_nothing_leaks.py"]

Installed = Callable[[str], Located]
"""Gives the program of a release (`claude@2.1.268`)."""

Ask = Callable[..., Answer]
"""Gives the answer to a question, the arguments of `shape-probe run`. The answer may be one that is there already."""


@pytest.fixture(scope="session")
def installed() -> Installed:
    """Fetches what the cache has not. Two workers may do that at once."""

    def program(spec: str) -> Located:
        return located(spec_in(spec), cache=cache_root(os.environ), report=Lines(sys.stderr))

    return program


@pytest.fixture(scope="session")
def ask(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Puts each question once in a test run, also where several workers want the answer."""
    directory = _shared(tmp_path_factory) / "answers"
    directory.mkdir(exist_ok=True)

    def answer(release: str, *arguments: str) -> Answer:
        installed(release)
        name = hashlib.sha256("\0".join((release, *arguments)).encode()).hexdigest()[:16]
        kept = directory / f"{name}.json"
        with FileLock(directory / f"{name}.lock"):
            if not kept.exists():
                found = run(release, *arguments, cwd=directory)
                kept.write_text(json.dumps(asdict(found)), encoding="utf-8")
        return Answer(**json.loads(kept.read_text(encoding="utf-8")))

    return answer


def _shared(factory: pytest.TempPathFactory) -> Path:
    """The directory of the whole test run; each worker of pytest-xdist has one of its own below it."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
