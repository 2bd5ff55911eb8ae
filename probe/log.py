"""What `--verbose` shows on stderr: one line for each event of a run, with constants and known facts only.

Never a body, a header value, a prompt or a path with identifiers in it. structlog is imported when it is wanted.
"""

import sys
from collections.abc import Callable
from typing import assert_never

from sanitize.events import ClientEnded, Event, FrameReceived, FrameSent, ReplySent, RequestSeen, ScriptEnded

Note = Callable[[Event], None]
"""Told of each event as it happens."""


def event_notes(run: str) -> Note:
    """Make the function that logs the events of the run called `run` (`claude 2.1.268`)."""
    import structlog

    from captures.names import is_name
    from sanitize.requests import path_template

    log = structlog.wrap_logger(
        structlog.WriteLogger(sys.stderr),
        processors=[
            structlog.processors.TimeStamper(fmt="%H:%M:%S.%f", utc=False),
            structlog.processors.add_log_level,
            # Plain tracebacks: the default shows local variables, and those hold raw requests.
            structlog.dev.ConsoleRenderer(
                exception_formatter=structlog.dev.plain_traceback, colors=sys.stderr.isatty()
            ),
        ],
    ).bind(run=run)

    def note(event: Event) -> None:
        match event:
            case RequestSeen():
                log.info(
                    "request.seen",
                    role=event.role,
                    transport=event.transport,
                    method=event.method if is_name(event.method, "http-method") else "<name>",
                    path=path_template(event.path),
                    fault=event.fault,
                )
            case ReplySent():
                log.info("reply.sent", role=event.role, is_completion=event.is_completion)
            case FrameReceived():
                log.info(
                    "mcp.frame_received", connection=event.connection, kind="request" if event.method else "response"
                )
            case FrameSent():
                log.info("mcp.frame_sent", connection=event.connection, is_error=event.is_error)
            case ClientEnded():
                log.info("client.ended", exit_code=event.exit_code, said_completed=event.said_completed)
            case ScriptEnded():
                log.info("script.ended", unscripted_requests=event.unscripted_requests, unused_turns=event.unused_turns)
            case _:
                assert_never(event)

    return note
