"""`shape-probe serve`: the fake provider alone, for any client. Shows each request in names."""

import gc
import json
from dataclasses import asdict
from pathlib import Path

import click

from probe.cli.ending import ends_well, say, show
from probe.errors import InconclusiveError
from probe.reply import reply_policy


@click.command("serve")
@click.option("--script", metavar="FILE", type=Path, help="Answer model requests with the turns of this script.")
@click.option(
    "--dialect",
    metavar="NAME",
    help="anthropic-messages or openai-responses; else all that can play the script, by the path of a request.",
)
@click.option(
    "--port", metavar="N", type=click.IntRange(min=0, max=65535), default=0, help="On loopback; 0: a free one."
)
@click.option(
    "--reply",
    metavar="MODE",
    default="accept",
    help="What model requests get without a script: accept, refuse (HTTP 400), close, status:N.",
)
@click.option(
    "--marker",
    metavar="TEXT",
    default="",
    show_default=False,
    help="A text of your prompt, which tells model requests from others; else every prompt counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one value a line.")
@ends_well
def serve(*, script: Path | None, dialect: str | None, port: int, reply: str, marker: str, as_json: bool) -> int:
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
