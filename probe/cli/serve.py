"""`shape-probe serve`: the fake provider alone, for any client. Shows each request in names.

Every command imports this file, so that what is heavy waits until it is this one.
"""

import gc
import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from probe.cli.ending import ends_well, say, show
from probe.errors import InconclusiveError
from probe.reply import reply_policy


@ends_well
def serve(
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Answer model requests with the turns of this script.", show_default=False),
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="anthropic-messages or openai-responses; else all that can play the script, by the path of a request.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="On loopback; 0: a free one.")] = 0,
    reply: Annotated[
        str,
        typer.Option(
            metavar="MODE",
            help="What model requests get without a script: accept, refuse (HTTP 400), close, status:N.",
        ),
    ] = "accept",
    marker: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="A text of your prompt, which tells model requests from others; else every prompt counts.",
            show_default=False,
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one value a line.")] = False,
) -> int:
    """Serve the fake provider alone until Ctrl-C. Prints its base URL, then a line for each request, in names only."""
    policy = reply_policy(reply)
    from probe.providers.by_path import ready_provider
    from probe.scripts.file import load

    turns = None if script is None else load(script)
    ready = ready_provider(dialect, turns, policy=policy, prompt_marker=marker)
    from probe.serving import serve_until_interrupted

    gc.enable()  # `main` has put it off until everything is imported
    serve_until_interrupted(
        ready.provider,
        port=port,
        on_url=lambda url: show(json.dumps({"url": url}) if as_json else url),
        on_request=lambda summary: show(json.dumps(asdict(summary)) if as_json else summary.line),
    )
    if ready.rest is not None:
        raise NotPlayedWholeError(ready.rest)
    if script is not None:
        say("the script was played whole")
    return 0


class NotPlayedWholeError(InconclusiveError):
    """What came was not what a script is for."""

    def __init__(self, rest: str) -> None:
        super().__init__(f"the script was not played whole: {rest}; change the script, or what the client is to do")
