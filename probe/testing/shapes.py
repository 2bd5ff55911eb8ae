"""One run of a released client for tests: from a SPEC to its capture. Writes nothing."""

import os
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import Protocol

from captures.model import Capture
from probe.capture import captured
from probe.cli.specs import client_spec
from probe.clients.settings import checked, pairs_in
from probe.errors import SetupError
from probe.installs.cache import cache_root
from probe.installs.locate import located
from probe.installs.progress import Lines
from probe.observe import observed
from probe.reply import reply_policy
from probe.scenarios.first_request import FIRST_REQUEST
from probe.scenarios.table import scenario_named
from probe.start import Order, Program, started
from probe.testing.threads import running


class ScriptedReplyError(SetupError):
    """A reply that leaves the script of a scenario no turn."""

    def __init__(self, scenario: str) -> None:
        super().__init__(f"the scenario {scenario} says itself what model requests get; leave the reply out")


class ShapeCapture(Protocol):
    """The type of the fixture `shape_capture`."""

    def __call__(
        self,
        spec: str,
        *,
        scenario: str = FIRST_REQUEST.name,
        reply: str = "accept",
        settings: Mapping[str, str] | None = None,
        deadline_seconds: float | None = None,
    ) -> Capture:
        """Run a client."""
        ...


def shape_capture_of(
    spec: str,
    *,
    scenario: str = FIRST_REQUEST.name,
    reply: str = "accept",
    settings: Mapping[str, str] | None = None,
    deadline_seconds: float | None = None,
) -> Capture:
    """Run a client against the fakes, in isolation, and give what it shows: as `shape-probe run` does, without a file.

    It blocks until the client ends, also in an asynchronous test. A release that is not in the cache is fetched.

    Args:
        spec: As on the command line: `claude@2.1.268`, `codex@latest`, `claude`, `claude@./path`.
        scenario: The question.
        reply: What model requests get: `accept`, `refuse`, `close`, `status:N`.
        settings: What `--set` takes.
        deadline_seconds: What the client gets. None: what the scenario needs.

    Raises:
        SetupError: Something of this is not to be had.
    """
    asked = scenario_named(scenario)
    reply_policy(reply)
    if asked.script_module is not None and reply != "accept":
        raise ScriptedReplyError(scenario)
    client, named = client_spec(spec)
    pairs = pairs_in(f"{key}={value}" for key, value in (settings or {}).items())
    conditions = checked(pairs, {**client.settings, **asked.settings}, client=client.name)
    found = located(named, cache=cache_root(os.environ), report=Lines(sys.stderr))
    program = Program(client=client, argv=found.argv, version=found.version, keep=found.keep)
    begun = started(Order(program=program, scenario=asked, reply=reply, settings=conditions))
    seconds = deadline_seconds or asked.default_deadline_seconds
    with closing(begun.sandbox), running(observed(begun, deadline_seconds=seconds)) as observation:
        return captured(observation.result())
