"""A client that does what its plan says: `plan.json` beside it, steps in order. It plays `claude` or `codex`.

It reads its configuration where the real one does, starts the MCP server that it finds there, and sends made-up model
requests. It writes no file unless a step says so. What it knows it tells at the socket `ear` beside it.

In texts of a step `{prompt}`, `{key}`, `{home}`, `{user}` … stand for what it knows; a text that is nothing but
`{tool.inputSchema}`, `{heard}` … stands for the JSON value.
"""

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
WAIT_SECONDS = 30.0


class Player:
    """What the client knows, and its connections."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.status = 0  # of the last answer to a model request; 0: there was none
        self.server: subprocess.Popen[bytes] | None = None
        self.held: list[socket.socket] = []  # open until this process is dead
        self.url, self.alias, self.command, key = claude() if plan["client"] == "claude" else codex()
        self.words: dict[str, Any] = {
            "prompt": sys.argv[-1],
            "key": key,
            "home": os.environ["HOME"],
            "user": os.environ["USER"],
            "work": str(Path.cwd()),
            "environment": os.environ["SHAPE_PROBE_CANARY"],
            "word": os.environ["USER"].partition("-")[2],
            "alias": self.alias,
            "everything": json.dumps([sys.argv, dict(os.environ), str(Path.cwd())]),
        }
        self.words["encoded"] = base64.b64encode(self.words["word"].encode()).decode().rstrip("=")

    def list_tools(self, step: dict[str, Any]) -> None:
        """Open a session with the MCP server, and list its tools unless the step says `is_greeting_only`."""
        self.server = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        hello = {
            "protocolVersion": self.filled(step.get("protocol_version", "2025-11-25")),
            "capabilities": {},
            "clientInfo": {"name": self.plan["client"], "version": self.plan["version"]},
        }
        self.exchange({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
        self.exchange({"jsonrpc": "2.0", "method": "notifications/initialized"})
        if "notification" in step:
            self.exchange({"jsonrpc": "2.0", "method": self.filled(step["notification"])})
        if not step.get("is_greeting_only"):
            answer = self.exchange({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
            for key, value in answer["result"]["tools"][0].items():
                self.words[f"tool.{key}"] = value

    def exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message to the MCP server and read the answer, if one is due."""
        assert self.server is not None
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(message).encode() + b"\n")
        self.server.stdin.flush()
        answer: dict[str, Any] = json.loads(self.server.stdout.readline()) if "id" in message else {}
        return answer

    def ask(self, step: dict[str, Any]) -> None:
        """Send a request: `body` is JSON, `raw` a text, `size` that many spaces."""
        step = self.filled(step)
        if "size" in step:
            payload = b" " * step["size"]
        else:
            payload = step["raw"].encode() if "raw" in step else json.dumps(step["body"]).encode()
        headers = [("Authorization", f"Bearer {self.words['key']}"), *step.get("headers", {}).items()]
        method, path = step.get("method", "POST"), urlsplit(self.url).path + step["path"]
        if step.get("transport") == "websocket":
            self.status = websocket(self.connected(), path, headers, payload)
        else:
            self.status = http(
                self.connected(), method, path, headers, payload, is_awaited=step.get("is_awaited", True)
            )

    def connected(self) -> socket.socket:
        """A new connection to the provider."""
        address = urlsplit(self.url)
        return socket.create_connection((address.hostname or "", address.port or 0), timeout=WAIT_SECONDS)

    def tell(self, step: dict[str, Any]) -> None:
        """Say at the ear what this process knows, as a line of JSON, and take in a line as `{heard}`."""
        known = {"argv": sys.argv, "environ": dict(os.environ), "name": step.get("name", "client"), **self.words}
        ear = socket.socket(socket.AF_UNIX)
        ear.settimeout(WAIT_SECONDS)
        ear.connect(str(HERE / "ear"))
        ear.sendall(json.dumps(known).encode() + b"\n")
        with ear.makefile("r", encoding="utf-8") as lines:
            self.words["heard"] = json.loads(lines.readline())
        self.held.append(ear)

    def stay(self, _step: dict[str, Any]) -> NoReturn:
        """Hang, deaf to signals."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            signal.pause()

    def leave(self, step: dict[str, Any]) -> None:
        """Leave a process behind, in a session of its own, that tells what it knows and stays."""
        told, ready = os.pipe()
        if not os.fork():
            os.setsid()
            self.tell(step)
            os.write(ready, b".")
            self.stay(step)
        os.read(told, 1)

    def look_up(self, step: dict[str, Any]) -> None:
        """Ask for the address of a host, in vain."""
        try:
            socket.getaddrinfo(step["host"], 443)
        except OSError:
            return
        sys.exit("a name was resolved")

    def reach(self, step: dict[str, Any]) -> None:
        """Connect to an address, in vain."""
        try:
            socket.create_connection((step["host"], 443), timeout=WAIT_SECONDS).close()
        except OSError:
            return
        sys.exit("a connection left the machine")

    def use_proxy(self, _step: dict[str, Any]) -> None:
        """Connect to where the proxy variables point, and go."""
        address = urlsplit(os.environ["HTTPS_PROXY"])
        socket.create_connection((address.hostname or "", address.port or 0), timeout=WAIT_SECONDS).close()

    def say(self, step: dict[str, Any]) -> None:
        """Print a text to both streams, and leave it in a file in the home directory."""
        text = self.filled(step["text"])
        sys.stdout.write(text + "\n")
        sys.stderr.write(text + "\n")
        Path(self.words["home"], "left-behind").write_text(text, encoding="utf-8")

    def end(self, step: dict[str, Any]) -> NoReturn:
        """End without a report."""
        sys.exit(step["code"])

    def report(self) -> NoReturn:
        """End as the real client does after its turn."""
        is_well = self.status == 200
        if self.plan["client"] == "claude":
            sys.stdout.write(json.dumps({"type": "result", "is_error": not is_well}) + "\n")
        elif is_well:
            sys.stdout.write(json.dumps({"type": "turn.completed"}) + "\n")
        sys.exit(0 if is_well else 1)

    def filled(self, value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
        """The value with what this process knows put in."""
        match value:
            case str() if value[:1] == "{" and value[-1:] == "}" and value[1:-1] in self.words:
                word = self.words[value[1:-1]]
                return self.filled(word) if value == "{heard}" else word
            case str():
                for name, word in self.words.items():
                    value = value.replace("{" + name + "}", str(word))
                return value
            case list():
                return [self.filled(item) for item in value]
            case dict():
                return {self.filled(key): self.filled(item) for key, item in value.items()}
            case _:
                return value


def claude() -> tuple[str, str, list[str], str]:
    """The provider, the MCP server's alias and command, and the credential, from where Claude Code has them."""
    option = next(word for word in sys.argv if word.startswith("--mcp-config="))
    config = json.loads(Path(option.partition("=")[2]).read_text(encoding="utf-8"))
    [(alias, server)] = config["mcpServers"].items()
    key = os.environ.get("ANTHROPIC_API_KEY") or os.environ["ANTHROPIC_AUTH_TOKEN"]
    return os.environ["ANTHROPIC_BASE_URL"], alias, [server["command"], *server["args"]], key


def codex() -> tuple[str, str, list[str], str]:
    """The same from where Codex has them."""
    home = Path(os.environ["CODEX_HOME"])
    config = tomllib.loads((home / "config.toml").read_text(encoding="utf-8"))
    [(alias, server)] = config["mcp_servers"].items()
    login = home / "auth.json"
    key = json.loads(login.read_text(encoding="utf-8"))["tokens"]["access_token"] if login.exists() else None
    return config["openai_base_url"], alias, [server["command"], *server["args"]], key or os.environ["CODEX_API_KEY"]


def http(
    connection: socket.socket,
    method: str,
    path: str,
    headers: list[tuple[str, str]],
    payload: bytes,
    *,
    is_awaited: bool,
) -> int:
    """Send one request, and read the answer to its end: the status, 0 where none comes."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: provider",
        "Connection: close",
        f"Content-Length: {len(payload)}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    answer = b""
    try:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + payload)
        while is_awaited and (data := connection.recv(65536)):
            answer += data
    except ConnectionError:
        pass  # a listener that has seen enough hangs up
    return int(answer.split()[1]) if answer else 0


def websocket(connection: socket.socket, path: str, headers: list[tuple[str, str]], payload: bytes) -> int:
    """Open a WebSocket (RFC 6455), send one message, and read until a response is complete: 200, 0 where none is."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: provider",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    with connection.makefile("rb") as stream:
        status = int(stream.readline().split()[1])
        while stream.readline().strip():
            pass
        if status != 101:
            return status
        mask = bytes(4)  # a mask of zeros is a mask, and leaves the text as it is
        connection.sendall(bytes((0x81, 0x80 | 127)) + len(payload).to_bytes(8) + mask + payload)
        while head := stream.read(2):
            length = head[1] if head[1] < 126 else int.from_bytes(stream.read(2 if head[1] == 126 else 8))
            message = stream.read(length)
            if head[0] & 15 == 1 and json.loads(message)["type"] in {"response.completed", "error"}:
                return 200 if json.loads(message)["type"] == "response.completed" else 400
            if head[0] & 15 == 8:
                return 0
    return 0


def main() -> NoReturn:
    """Answer `--version`, or do what the plan says."""
    plan = json.loads((HERE / "plan.json").read_text(encoding="utf-8"))
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(plan["says"] + "\n")
        sys.exit(0)
    player = Player(plan)
    for step in plan["steps"]:
        getattr(player, step["do"])(step)
    player.report()


main()
