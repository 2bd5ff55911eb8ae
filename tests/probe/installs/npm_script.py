"""A fake npm, run as a program: `npm_script.py PLAN npm-arguments...`. It keeps the promises that the product needs.

It answers `view` and `install` from PLAN, a JSON file. Like npm it works in --prefix, leaves files in --cache, prints
JSON, and ends with a code in it when something is wrong. What it is asked is appended to `calls.jsonl` beside the plan.
"""

import json
import socket
import sys
from pathlib import Path
from typing import Any, NoReturn


def main(plan_path: Path, arguments: list[str]) -> None:
    """Do what one npm process does."""
    plan: dict[str, Any] = json.loads(plan_path.read_text(encoding="utf-8"))
    with plan_path.with_name("calls.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(arguments) + "\n")
    command, *rest = arguments
    options = dict(word.partition("=")[::2] for word in rest if word.startswith("--"))
    names = [word for word in rest if not word.startswith("--")]
    prefix, cache = Path(options["--prefix"]), Path(options["--cache"])
    (cache / "_cacache").mkdir(parents=True, exist_ok=True)
    (cache / "_cacache" / "entry").write_text("bytes of a tarball", encoding="utf-8")
    code = plan.get("fails", {}).get(command)
    if code is not None:
        fail(code, as_json="--json" in options and not plan.get("is_silent"))
    if command == "view":
        sys.stdout.write(json.dumps(viewed(plan, *names)))
    else:
        if "--ignore-scripts" not in options:
            fail("ESCRIPTS", as_json=True)
        installed(plan, prefix, names)


def viewed(plan: dict[str, Any], what: str, *fields: str) -> object:
    """What `npm view` prints: of the fields that are there a single one as its value, several as an object."""
    about = plan["view"].get(what)
    if about is None:
        fail("E404", as_json=True)
    found = {field: about[field] for field in fields if field in about}
    return next(iter(found.values())) if len(found) == 1 else found or None


def installed(plan: dict[str, Any], prefix: Path, names: list[str]) -> None:
    """Write the files of the named packages, half of them before the meeting, if one is planned."""
    for name in names:
        if name not in plan["packages"]:
            fail("ETARGET", as_json=True)
    files = [item for name in names for item in plan["packages"][name].items()]
    for at, (path, text) in enumerate(files):
        if at == len(files) // 2:
            meet(plan.get("meet"))
        target = prefix / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        target.chmod(0o755 if text.startswith("#!") else 0o644)


def meet(port: int | None) -> None:
    """Connect to the test, and wait for its byte."""
    if port is None:
        return
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b".")
        connection.recv(1)


def fail(code: str, *, as_json: bool) -> NoReturn:
    """End as npm does, with the code on both streams."""
    if as_json:
        sys.stdout.write(json.dumps({"error": {"code": code, "summary": "made up"}}))
    sys.exit(f"npm error code {code}\nnpm error made up")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
