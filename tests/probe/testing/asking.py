"""Requests of a client that is not ours, with the standard library alone."""

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit

from captures.words import JsonValue

PROMPT: JsonValue = [{"role": "user", "content": "made up"}]


def post(url: str, path: str, body: JsonValue) -> int:
    """Post JSON and give the status of the answer, which has been read to its end."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def ask(url: str, *tool_names: str) -> int:
    """Send a model request of the Anthropic Messages API with these tools."""
    return post(url, "/v1/messages", {"messages": PROMPT, "tools": [{"name": name} for name in tool_names]})
