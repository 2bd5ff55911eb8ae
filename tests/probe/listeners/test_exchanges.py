import pytest

from captures.words import Role
from probe.listeners.decoding import Body
from probe.listeners.exchanges import Asked, Desk, Head, header_names_of, refusal_of
from probe.providers.replies import HttpReply
from sanitize.events import Fault, ReplySent, RequestSeen
from tests.probe.listeners.scripted import Scripted, counted


def head(path: str) -> Head:
    return Head(transport="http", method="POST", path=path, header_names=("Host",))


def test_requests_upgrades_and_replies_are_recorded_in_order() -> None:
    desk = Desk(provider=Scripted(), recording=counted(), cap_bytes=10)

    asked = desk.note_request(head("/v1/messages"), Body(value={"a": 1}))
    desk.note_upgrade(head("/v1/responses"))
    desk.note_reply("model", is_completion=True)

    assert asked == Asked(role="model", body={"a": 1}, fault=None)
    assert desk.recording.events == (
        RequestSeen(
            at_ns=0,
            role="model",
            transport="http",
            method="POST",
            path="/v1/messages",
            header_names=("Host",),
            body={"a": 1},
        ),
        RequestSeen(
            at_ns=1, role="upgrade", transport="http", method="POST", path="/v1/responses", header_names=("Host",)
        ),
        ReplySent(at_ns=2, role="model", is_completion=True),
    )


@pytest.mark.parametrize(
    ("path", "role", "found", "fault"),
    [
        ("/v1/messages", "model", "body-not-json", "body-not-json"),
        ("/token", "side", "body-not-json", None),
        ("/token", "side", "body-over-cap", "body-over-cap"),
        ("/token", "side", "undecodable-body", "undecodable-body"),
    ],
)
def test_only_where_model_requests_go_must_a_body_be_json(
    path: str, role: Role, found: Fault, fault: Fault | None
) -> None:
    desk = Desk(provider=Scripted(), recording=counted(), cap_bytes=10)

    assert desk.note_request(head(path), Body(fault=found)) == Asked(role=role, body=None, fault=fault)


def test_a_body_never_shows_in_a_repr() -> None:
    assert repr(Asked(role="model", body={"a": "made-up"}, fault=None)) == "Asked(role='model', fault=None)"


def test_header_values_are_left_where_they_are() -> None:
    assert header_names_of([(b"Host", b"probe"), (b"x-\xe9", b"1"), (b"Host", b"again")]) == ("Host", "x-é", "Host")


@pytest.mark.parametrize(
    ("fault", "status", "kind"),
    [
        ("body-over-cap", 413, "request_too_large"),
        ("undecodable-body", 400, "invalid_request_error"),
        ("body-not-json", 400, "invalid_request_error"),
    ],
)
def test_a_fault_is_refused_in_words_that_all_dialects_know(fault: Fault, status: int, kind: str) -> None:
    text = (
        f'{{"type": "error", "error": {{"type": "{kind}", '
        f'"message": "The probe cannot read this request: {fault}.", "code": "{fault}"}}}}'
    )

    assert refusal_of(fault) == HttpReply(status=status, content_type="application/json", chunks=(text.encode(),))
