from captures.model import McpSession
from sanitize.events import Event
from sanitize.parts import logical_requests
from sanitize.session import has_listed, mcp_session
from tests.sanitize.bodies import additional_tools, claude_body, codex_body, functions, program, warm_up_body
from tests.support.builders import (
    HANDSHAKE,
    frame_received,
    frame_sent,
    message_seen,
    recording,
    request_seen,
)

MODEL = request_seen(body=claude_body())


def _session(*events: Event) -> McpSession:
    logical = logical_requests(events)
    return mcp_session(events, logical[0] if logical else None)


def test_the_session_has_the_methods_up_to_the_first_model_request() -> None:
    assert _session(*recording(MODEL, frame_received(method="tools/call"))) == McpSession(
        methods=("initialize", "notifications/initialized", "tools/list"),
        protocol_version="2025-11-25",
        listed_before_model_request=True,
    )


def test_without_a_model_request_the_session_has_all_methods_and_no_list_before_it() -> None:
    session = _session(*recording(frame_received(method="ping")))
    assert session.methods == ("initialize", "notifications/initialized", "tools/list", "ping")
    assert session.listed_before_model_request is False


def test_responses_of_the_client_are_no_methods() -> None:
    assert _session(frame_received(method=None)).methods == ()


def test_the_first_connection_counts_and_a_list_on_any() -> None:
    session = _session(
        frame_received(connection=1, method="ping", protocol_version="2026-07-28"),
        frame_received(connection=0, method="initialize"),
        frame_sent(connection=1),
        MODEL,
    )
    assert session == McpSession(methods=("initialize",), protocol_version=None, listed_before_model_request=True)


def test_the_protocol_version_is_the_first_one_asked_for() -> None:
    session = _session(
        frame_received(method="server/discover", protocol_version="2026-07-28"),
        frame_received(method="initialize", protocol_version="2025-11-25"),
    )
    assert (session.methods, session.protocol_version) == (("server/discover", "initialize"), "2026-07-28")


def test_what_is_no_name_becomes_a_placeholder() -> None:
    session = _session(frame_received(method="any body's text", protocol_version="any body's text"))
    assert (session.methods, session.protocol_version) == (("<name>",), "<name>")


def test_a_client_that_never_connects_said_nothing() -> None:
    assert _session(MODEL) == McpSession(methods=(), protocol_version=None, listed_before_model_request=False)


def test_a_list_after_the_model_request_is_late() -> None:
    assert _session(MODEL, *HANDSHAKE).listed_before_model_request is False


def test_the_list_must_be_there_before_the_request_that_has_the_tools() -> None:
    warm_up = message_seen(role="warm-up", body=warm_up_body(additional_tools(functions(program()))))
    empty = message_seen(role="warm-up", body=warm_up_body())
    model = message_seen(body=codex_body(previous_response_id="r1"))
    assert _session(warm_up, *HANDSHAKE, model).listed_before_model_request is False
    assert _session(*HANDSHAKE, warm_up, model).listed_before_model_request is True
    assert _session(empty, *HANDSHAKE, model).listed_before_model_request is True


def test_only_a_whole_list_without_error_counts() -> None:
    assert has_listed([frame_sent()])
    assert not has_listed([frame_sent(is_last_page=False)])
    assert not has_listed([frame_sent(is_error=True)])
    assert not has_listed([frame_sent(method="prompts/list")])
    assert not has_listed([frame_received()])
