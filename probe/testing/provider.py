"""A fake provider for tests: started in a thread, with what it was asked and what is left of its script.

It does not judge a test; the pytest plugin does.
"""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from probe.providers.by_path import Ready, ready_provider
from probe.reply import reply_policy
from probe.scripts.file import load
from probe.scripts.script import Script
from probe.serving import serving
from probe.testing.threads import held
from sanitize.summaries import RequestSummary


class FakeProvider:
    """A provider that serves, or has served."""

    def __init__(self, url: str, requests: list[RequestSummary], *, ready: Ready) -> None:
        self.url = url
        """Its base URL, without a path. An OpenAI client wants `/v1` behind it."""
        self._requests = requests  # the serving thread adds to it
        self._ready = ready

    @property
    def requests(self) -> tuple[RequestSummary, ...]:
        """The requests so far, in names."""
        return tuple(self._requests)

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of the turns that have answered nothing so far; empty without a script."""
        return self._ready.unused

    @property
    def unscripted(self) -> int:
        """How many model requests no turn was left for; 0 without a script."""
        return self._ready.unscripted

    @property
    def rest(self) -> str | None:
        """What has not gone as the script says, as a clause. None: all has."""
        return self._ready.rest


class FakeProviders(Protocol):
    """The type of the fixture `fake_provider`."""

    def __call__(  # noqa: PLR0913 - options, each with a default
        self,
        dialect: str | None = None,
        *,
        script: Script | str | os.PathLike[str] | None = None,
        reply: str = "accept",
        prompt_marker: str = "",
        known_names: Collection[str] = (),
        may_differ: bool = False,
    ) -> FakeProvider:
        """Start one. With `may_differ` it is no failure when its script does not play whole."""
        ...


@contextmanager
def fake_provider_served(
    dialect: str | None = None,
    *,
    script: Script | str | os.PathLike[str] | None = None,
    reply: str = "accept",
    prompt_marker: str = "",
    known_names: Collection[str] = (),
) -> Iterator[FakeProvider]:
    """Serve a fake provider for the length of the block.

    Args:
        dialect: `anthropic-messages` or `openai-responses`; None: all that can play the script.
        script: A script, or the path of its file. It answers the model requests.
        reply: What answers them without a script: `accept`, `refuse`, `close`, `status:N`.
        prompt_marker: A text of the prompt, by which a model request is told from others with tools; the empty one is
            in every prompt.
        known_names: Names of tools of your own, which summaries show as they are.

    Raises:
        SetupError: The script is none, or no dialect can play it; there is no such dialect or reply.
        ExceptionGroup: Failures of ours, at the end of the block.
    """
    played = script if script is None or isinstance(script, Script) else load(Path(script))
    ready = ready_provider(dialect, played, policy=reply_policy(reply), prompt_marker=prompt_marker)
    requests: list[RequestSummary] = []
    with held(serving(ready.provider, on_request=requests.append, known_names=known_names)) as url:
        yield FakeProvider(url, requests, ready=ready)
