import pytest

from captures.model import RequestGroup
from sanitize.requests import header_names, path_template, request_groups
from tests.support.builders import message_seen, request_seen


def test_requests_that_look_alike_are_one_group() -> None:
    model = request_seen(header_names=("Host", "X-App"))
    other = request_seen(header_names=("x-app", "host", "host"))
    hello = request_seen(role="side", method="HEAD", path="/api/hello", header_names=())
    assert request_groups([hello, model, other], is_complete=True) == (
        RequestGroup(
            role="model", method="POST", path="/v1/messages", transport="http", count=2, header_names=("host", "x-app")
        ),
        RequestGroup(role="side", method="HEAD", path="/api/hello", transport="http", count=1, header_names=()),
    )


def test_groups_are_in_one_order_whatever_the_order_of_arrival() -> None:
    requests = [
        request_seen(role="side", path="/b"),
        request_seen(role="side", path="/a", header_names=("b",)),
        request_seen(role="side", path="/a", header_names=("a",)),
        request_seen(role="side", method="GET", path="/c"),
        request_seen(role="upgrade", method="GET", path="/v1/responses"),
        message_seen(role="warm-up"),
        message_seen(),
        request_seen(path="/v1/responses"),
    ]
    groups = request_groups(requests, is_complete=True)
    assert groups == request_groups(reversed(requests), is_complete=True)
    assert [(group.role, group.method, group.path, group.transport) for group in groups] == [
        ("model", "GET", "/v1/responses", "websocket"),
        ("model", "POST", "/v1/responses", "http"),
        ("warm-up", "GET", "/v1/responses", "websocket"),
        ("upgrade", "GET", "/v1/responses", "http"),
        ("side", "GET", "/c", "http"),
        ("side", "POST", "/a", "http"),
        ("side", "POST", "/a", "http"),
        ("side", "POST", "/b", "http"),
    ]


def test_a_run_that_the_deadline_cut_has_no_counts() -> None:
    assert [group.count for group in request_groups([request_seen()], is_complete=False)] == [None]


def test_a_method_that_is_no_method_is_a_placeholder() -> None:
    (group,) = request_groups([request_seen(method="any text")], is_complete=True)
    assert group.method == "<name>"


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/", "/"),
        ("/v1/messages", "/v1/messages"),
        ("/v1/messages/count_tokens", "/v1/messages/count_tokens"),
        ("/api/claude_code_penguin_mode", "/api/claude_code_penguin_mode"),
        ("/ps/plugins/tooling-state/turtle", "/ps/plugins/tooling-state/turtle"),
        ("/v1/streamGenerateContent", "/v1/streamGenerateContent"),
        ("/v1/threads/12345", "/v1/threads/<id>"),
        ("/o/01234567-89ab-cdef-0123-456789abcdef/x", "/o/<id>/x"),
        ("/o/deadbeef", "/o/<id>"),
        ("/o/a1b2c3d4e5", "/o/<id>"),
        ("/api/eval/sdk-xQzRtYwLp", "/api/eval/<id>"),
        ("/a%20b/", "/<id>/"),
        ("/" + "a" * 42, "/<id>"),
        ("*", "/<id>"),
        ("", "/"),
        ("/home/somebody", "/<id>"),
        ("/a" * 100, "/<id>"),
    ],
)
def test_a_path_keeps_its_plain_words(path: str, template: str) -> None:
    assert path_template(path) == template


def test_header_names_are_lower_case_sorted_and_each_once() -> None:
    assert header_names(["X-App", "accept", "x-app", "not a name"]) == ("<name>", "accept", "x-app")
