import pytest

from probe.installs.packages import PACKAGES, Platform, places, platform_package

LINUX = Platform(system="linux", cpu="x64")
MUSL = Platform(system="linux", cpu="x64", is_musl=True)
MAC = Platform(system="darwin", cpu="arm64")


def test_claude_is_looked_for_in_its_platform_package_and_then_as_a_script() -> None:
    assert places(PACKAGES["claude"], LINUX) == (
        "node_modules/@anthropic-ai/claude-code-linux-x64/claude",
        "node_modules/@anthropic-ai/claude-code-linux-x64-musl/claude",
        "node_modules/@anthropic-ai/claude-code/cli.js",
        "node_modules/@anthropic-ai/claude-code/cli.mjs",
    )


def test_where_the_c_library_is_musl_its_package_comes_first() -> None:
    assert places(PACKAGES["claude"], MUSL)[:2] == (
        "node_modules/@anthropic-ai/claude-code-linux-x64-musl/claude",
        "node_modules/@anthropic-ai/claude-code-linux-x64/claude",
    )


def test_codex_is_looked_for_in_every_layout_that_it_had() -> None:
    arm = Platform(system="linux", cpu="arm64")

    assert places(PACKAGES["codex"], arm) == (
        "node_modules/@openai/codex-linux-arm64/vendor/*/bin/codex",
        "node_modules/@openai/codex-linux-arm64-musl/vendor/*/bin/codex",
        "node_modules/@openai/codex-linux-arm64/vendor/*/codex/codex",
        "node_modules/@openai/codex-linux-arm64-musl/vendor/*/codex/codex",
        "node_modules/@openai/codex/vendor/aarch64-*linux*/bin/codex",
        "node_modules/@openai/codex/vendor/aarch64-*linux*/codex/codex",
        "node_modules/@openai/codex/bin/codex-aarch64-*linux*",
    )


def test_on_macos_the_other_processor_comes_last() -> None:
    assert places(PACKAGES["claude"], MAC) == (
        "node_modules/@anthropic-ai/claude-code-darwin-arm64/claude",
        "node_modules/@anthropic-ai/claude-code/cli.js",
        "node_modules/@anthropic-ai/claude-code/cli.mjs",
        "node_modules/@anthropic-ai/claude-code-darwin-x64/claude",
    )


def test_a_processor_without_a_package_still_gets_the_script() -> None:
    rare = Platform(system="linux", cpu="riscv64")

    assert "node_modules/@anthropic-ai/claude-code/cli.js" in places(PACKAGES["claude"], rare)


@pytest.mark.parametrize(
    ("platform", "optional", "expected"),
    [
        (LINUX, {"@x/y-darwin-x64": "1.0.0", "@x/y-linux-x64": "1.0.0"}, ("@x/y-linux-x64", "1.0.0")),
        (LINUX, {"@x/y-linux-x64-musl": "1.0.0"}, ("@x/y-linux-x64-musl", "1.0.0")),
        (MUSL, {"@x/y-linux-x64": "1.0.0", "@x/y-linux-x64-musl": "1.0.0"}, ("@x/y-linux-x64-musl", "1.0.0")),
        (MAC, {"@x/y-darwin-arm64": "npm:@x/y@1.0.0-darwin"}, ("@x/y-darwin-arm64", "npm:@x/y@1.0.0-darwin")),
        (LINUX, {"@img/sharp-linux-x64": "^0.33.5"}, None),
        (LINUX, {"@img/sharp-linux-x64": "npm:@img/other@^0.33.5"}, None),
        (LINUX, {"@x/y-linux-x64": "1.0.0 || 2.0.0"}, None),
        (LINUX, {}, None),
    ],
)
def test_a_platform_package_has_the_platform_in_its_name_and_an_exact_version(
    platform: Platform, optional: dict[str, str], expected: tuple[str, str] | None
) -> None:
    assert platform_package(optional, platform) == expected
