"""The real npm: against its real registry, and against one on loopback that serves what no real one does."""

import base64
import hashlib
import io
import json
import os
import shlex
import tarfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from probe.cli.clients import clients
from probe.errors import SetupError
from probe.installs.cache import version_directory
from probe.installs.installer import install, tagged_version
from probe.installs.packages import PACKAGES
from probe.installs.programs import this_platform
from tests.probe.installs.told import Told

pytestmark = pytest.mark.real

PACKAGE = PACKAGES["codex"]
NAME = PACKAGE.npm_name
PLATFORM_NAME = f"{NAME}-{this_platform()}"
CPU = {"x64": "x86_64", "arm64": "aarch64"}.get(this_platform().cpu, this_platform().cpu)
TRIPLE = f"{CPU}-apple-darwin" if this_platform().system == "darwin" else f"{CPU}-unknown-linux-musl"
PROGRAM = f"vendor/{TRIPLE}/bin/codex"


def test_the_smallest_release_comes_from_the_real_registry(tmp_path: Path) -> None:
    """Claude Code 2.1.112, the last one in JavaScript: 19 MB to fetch, 66 MB on disk."""
    environ = {
        "SHAPE_PROBE_CACHE": str(tmp_path / "cache"),
        "npm_config_cache": str(tmp_path / "users-cache"),
    }
    installed = CliRunner().invoke(clients, ["install", "claude@2.1.112"], env=environ)
    asked = CliRunner().invoke(clients, ["path", "claude@2.1.112"], env=environ)

    script = (
        version_directory(tmp_path / "cache", "claude", "2.1.112") / "node_modules/@anthropic-ai/claude-code/cli.js"
    )
    assert installed.exit_code == 0, installed.stderr
    node, path = shlex.split(asked.stdout)
    assert installed.stdout == f"claude 2.1.112 {asked.stdout}"
    assert (Path(node).name, path) == ("node", str(script))
    assert script.is_file()
    assert not (tmp_path / "users-cache").exists()

    pruned = CliRunner().invoke(clients, ["prune", "claude@2.1.112", "--yes"], env=environ)

    assert pruned.exit_code == 0, pruned.stderr
    assert not script.exists()


def tarball(files: dict[str, str]) -> bytes:
    """A package as npm packs it: everything below `package/`."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for path, text in files.items():
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size = len(text.encode())
            entry.mode = 0o755 if text.startswith("#!") else 0o644
            archive.addfile(entry, io.BytesIO(text.encode()))
    return buffer.getvalue()


class Registry(ThreadingHTTPServer):
    """Serves descriptions and tarballs by path."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.bodies: dict[str, bytes] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def publish(self, manifest: dict[str, object], files: dict[str, str], *, is_altered: bool = False) -> None:
        """Serve one version of a package; the checksum in its description is that of the files as given."""
        name, version = str(manifest["name"]), str(manifest["version"])
        data = tarball({"package.json": json.dumps(manifest)} | files)
        checksum = base64.b64encode(hashlib.sha512(data).digest()).decode()
        path = f"/{name}/-/{version}.tgz"
        dist = {
            "integrity": f"sha512-{checksum}",
            "tarball": self.url.rstrip("/") + path,
            "unpackedSize": sum(map(len, files.values())),
        }
        about = {"name": name, "dist-tags": {"latest": version}, "versions": {version: manifest | {"dist": dist}}}
        self.bodies[f"/{name.replace('/', '%2f')}"] = json.dumps(about).encode()
        self.bodies[path] = tarball({"package.json": json.dumps(manifest), **files, "more": ""}) if is_altered else data


class Answering(BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        body = self.server.bodies.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server gives it
        pass


@contextmanager
def registry() -> Generator[Registry]:
    with Registry() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def environ_for(server: Registry) -> dict[str, str]:
    """The environment of the machine, with the registry on loopback, past any proxy."""
    return os.environ | {
        "npm_config_registry": server.url,
        "npm_config_noproxy": "127.0.0.1",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }


def manifest(**more: object) -> dict[str, object]:
    return {"name": NAME, "version": "1.2.3"} | more


def failure_of(server: Registry, cache: Path, version: str = "1.2.3") -> str:
    with pytest.raises(SetupError) as caught:
        install(PACKAGE, version, cache=cache, report=Told(), environ=environ_for(server))
    assert not version_directory(cache, "codex", version).exists()
    return str(caught.value)


def test_no_script_of_a_package_is_run(tmp_path: Path) -> None:
    with registry() as server:
        scripts = {"preinstall": "touch ran", "install": "touch ran", "postinstall": "touch ran"}
        server.publish(manifest(scripts=scripts), {PROGRAM: "#!/bin/sh\n"})
        told = Told(is_measured=True)

        install(PACKAGE, "1.2.3", cache=tmp_path, report=told, environ=environ_for(server))

    root = version_directory(tmp_path, "codex", "1.2.3")
    assert sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) == [
        "node_modules/.package-lock.json",
        "node_modules/@openai/codex/package.json",
        f"node_modules/@openai/codex/{PROGRAM}",
    ]
    assert told.facts[0] == ("started", "codex@1.2.3", len("#!/bin/sh\n"))


def test_a_tarball_that_is_not_what_the_registry_described_is_refused(tmp_path: Path) -> None:
    with registry() as server:
        server.publish(manifest(), {PROGRAM: "#!/bin/sh\n"}, is_altered=True)

        assert failure_of(server, tmp_path) == (
            "a package is not what its registry's checksum says (EINTEGRITY); nothing of it was kept"
        )


def test_a_platform_package_that_npm_leaves_out_silently_is_an_error(tmp_path: Path) -> None:
    with registry() as server:
        server.publish(manifest(optionalDependencies={PLATFORM_NAME: "1.2.3"}), {"readme": "made up"})

        assert "(E404)" in failure_of(server, tmp_path)


def test_a_platform_package_is_installed_beside_its_wrapper(tmp_path: Path) -> None:
    with registry() as server:
        server.publish(manifest(optionalDependencies={PLATFORM_NAME: "1.2.3"}), {"readme": "12345"})
        server.publish({"name": PLATFORM_NAME, "version": "1.2.3"}, {PROGRAM: "#!/bin/sh\n"})
        told = Told(is_measured=True)

        install(PACKAGE, "1.2.3", cache=tmp_path, report=told, environ=environ_for(server))

    assert told.facts[0] == ("started", "codex@1.2.3", len("12345#!/bin/sh\n"))


def test_a_version_that_does_not_exist_is_named_with_its_neighbours(tmp_path: Path) -> None:
    with registry() as server:
        server.publish(manifest(), {PROGRAM: "#!/bin/sh\n"})

        assert failure_of(server, tmp_path, "1.2.4") == (
            "codex has no version 1.2.4; near it are 1.2.3, and the newest is 1.2.3"
        )


def test_a_tag_is_what_the_registry_says(tmp_path: Path) -> None:
    with registry() as server:
        server.publish(manifest(), {PROGRAM: "#!/bin/sh\n"})

        assert tagged_version(PACKAGE, "latest", cache=tmp_path, report=Told(), environ=environ_for(server)) == "1.2.3"


def test_a_registry_that_nobody_answers_for_is_an_error(tmp_path: Path) -> None:
    with registry() as server:
        environ = environ_for(server)

    with pytest.raises(SetupError, match=r"npm cannot reach its registry \(ECONNREFUSED\)"):
        install(PACKAGE, "1.2.3", cache=tmp_path, report=Told(), environ=environ)
