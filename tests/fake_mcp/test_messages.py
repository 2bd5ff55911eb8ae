import pytest

from fake_mcp.catalog import Json
from fake_mcp.messages import Parsed, Received, RequestId, encoded, parsed, received


@pytest.mark.parametrize("line", [b"", b" \t\r\n", "", "\r"])
def test_a_line_of_json_space_alone_is_empty(line: bytes | str) -> None:
    assert parsed(line) == Parsed(is_empty=True)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"Server is ready.",
        b"\xff\xfe",
        b'"\xed\xa0\xbd"',  # half a surrogate pair as bytes is no UTF-8
        b"\xef\xbb\xbf{}",  # RFC 8259, 8.1: no byte order mark
        "\u00a0",  # space, but not to JSON
        b"NaN",
        b'{"id":-Infinity}',
        b"1" * 5000,  # more digits than Python converts
        b"[" * 1_000_000,
    ],
    ids=range(10),
)
def test_a_line_that_cannot_be_read_is_no_json(line: bytes | str) -> None:
    assert parsed(line) == Parsed(is_json=False)


@pytest.mark.parametrize("line", [b'{"a":"\\ud83d"} \r', '{"a":"\\ud83d"}'])
def test_half_a_surrogate_pair_comes_in_as_an_escape_and_goes_out_as_one(line: bytes | str) -> None:
    frame = parsed(line)

    assert frame == Parsed(value={"a": "\ud83d"})
    assert encoded(frame.value) == b'{"a":"\\ud83d"}'


def test_what_is_sent_is_ascii_on_one_line() -> None:
    assert encoded({"a": "é\n\u2028\U0001f600"}) == b'{"a":"\\u00e9\\n\\u2028\\ud83d\\ude00"}'


def test_a_number_that_json_does_not_have_is_not_sent() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encoded([float("nan")])


@pytest.mark.parametrize("request_id", ["a", "", 0, -1, 10**20, 1.5, None])
def test_a_method_with_an_id_is_a_request(request_id: RequestId) -> None:
    assert received({"jsonrpc": "2.0", "id": request_id, "method": "ping"}) == Received(
        kind="request",
        method="ping",
        request_id=request_id,
    )


def test_a_method_without_an_id_is_a_notification() -> None:
    assert received({"jsonrpc": "2.0", "method": "notifications/initialized", "params": [1]}) == Received(
        kind="notification", method="notifications/initialized", params=[1]
    )


@pytest.mark.parametrize("key", ["result", "error"])
def test_a_result_or_an_error_with_an_id_is_a_response(key: str) -> None:
    assert received({"jsonrpc": "2.0", "id": 4, key: {}}) == Received(kind="response", request_id=4)


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "text",
        [],
        {},
        {"jsonrpc": "2.0"},
        {"jsonrpc": "2.0", "result": {}},
        {"method": "ping"},
        {"jsonrpc": 2.0, "method": "ping"},
        {"jsonrpc": "2.0", "method": None},
        {"jsonrpc": "2.0", "method": "ping", "id": True},
        {"jsonrpc": "2.0", "method": "ping", "id": {}},
        {"jsonrpc": "2.0", "method": "ping", "id": float("inf")},  # what 1e999 is read as
    ],
)
def test_what_is_not_json_rpc_is_invalid(value: Json) -> None:
    assert received(value) == Received(kind="invalid")


@pytest.mark.parametrize("wrong", [{"method": "ping"}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "method": 5}])
def test_an_invalid_message_keeps_a_usable_id(wrong: dict[str, Json]) -> None:
    assert received({"id": "x", **wrong}) == Received(kind="invalid", request_id="x")


def test_the_handshake_says_the_versions_of_protocol_and_client() -> None:
    params: Json = {
        "protocolVersion": "2025-06-18",
        "clientInfo": {"name": "some", "version": "3.1"},
        "capabilities": {},
    }

    assert received({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}) == Received(
        kind="request",
        method="initialize",
        request_id=1,
        protocol_version="2025-06-18",
        client_version="3.1",
        params=params,
    )


def test_the_envelope_says_the_versions_of_protocol_and_client() -> None:
    params: Json = {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "some", "version": "3.1"},
        }
    }

    assert received({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}) == Received(
        kind="request",
        method="tools/list",
        request_id=1,
        protocol_version="2026-07-28",
        client_version="3.1",
        params=params,
    )


@pytest.mark.parametrize("method", ["initialize", "tools/list"])
@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"protocolVersion": 5, "clientInfo": {"version": 6}, "_meta": None},
        {"clientInfo": "some", "_meta": {"io.modelcontextprotocol/clientInfo": ["some"]}},
        {
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": [],
                "io.modelcontextprotocol/clientInfo": {"version": {}},
            }
        },
    ],
)
def test_versions_that_are_missing_or_no_text_are_unknown(method: str, params: Json) -> None:
    message: Json = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}

    assert received(message) == Received(kind="request", method=method, request_id=1, params=params)


def test_no_raw_text_is_in_the_repr() -> None:
    line = '{"jsonrpc":"2.0","id":"planted-id","method":"tools/call","params":{"name":"planted-name"}}'

    assert "planted" not in repr(parsed(line)) + repr(received(parsed(line).value))
