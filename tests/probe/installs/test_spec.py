import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe.errors import SetupError
from probe.installs.packages import PACKAGES
from probe.installs.spec import Kind, Spec, shown, spec_in
from probe.installs.versions import is_version


@pytest.mark.parametrize(
    ("text", "client", "kind", "rest"),
    [
        ("claude", "claude", "on PATH", ""),
        ("codex", "codex", "on PATH", ""),
        ("claude@2.1.268", "claude", "version", "2.1.268"),
        ("codex@0.120.0-linux-x64", "codex", "version", "0.120.0-linux-x64"),
        ("codex@latest", "codex", "tag", "latest"),
        ("codex@alpha", "codex", "tag", "alpha"),
        ("claude@./path/to/binary", "claude", "at a path", "./path/to/binary"),
        ("claude@/abs/path", "claude", "at a path", "/abs/path"),
        ("claude@bin/claude", "claude", "at a path", "bin/claude"),
        ("claude@~/bin/claude", "claude", "at a path", "~/bin/claude"),
        ("claude@~someone", "claude", "at a path", "~someone"),
        ("claude@..", "claude", "at a path", ".."),
        ("claude@/opt/@scope/claude@2", "claude", "at a path", "/opt/@scope/claude@2"),
        ("claude@C:\\tools\\claude.exe", "claude", "at a path", "C:\\tools\\claude.exe"),
        ("claude@C:/tools/claude.exe", "claude", "at a path", "C:/tools/claude.exe"),
    ],
)
def test_a_spec_names_a_client_and_a_program_a_version_or_a_tag(text: str, client: str, kind: Kind, rest: str) -> None:
    assert spec_in(text) == Spec(PACKAGES[client], kind, rest)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gemini", "unknown client 'gemini'; known are claude, codex"),
        ("", "unknown client ''; known are claude, codex"),
        ("Claude@1.0.0", "unknown client 'Claude'; known are claude, codex"),
        ("@openai/codex@1.0.0", "unknown client ''; known are claude, codex"),
        ("claude@", "there is nothing after the @ of claude@; write claude@latest or claude@VERSION"),
        ("claude@./a\0b", "'./a\\x00b' has a NUL character in it"),
        ("claude@v2.1.268", "write the version without the v: claude@2.1.268"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        spec_in(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "rest", ["^2", "2.1", "2.x", ">=2", "*", "-g", "--prefix=x", " latest", "1.0.0 ", "la test", "ä"]
)
def test_ranges_and_options_are_refused(rest: str) -> None:
    with pytest.raises(SetupError) as caught:
        spec_in(f"codex@{rest}")
    assert str(caught.value) == (
        f"{rest!a} is neither an exact version (2.1.268), nor a tag (latest), nor a path (./codex); "
        "version ranges are not read"
    )


@given(st.text())
def test_no_text_reaches_npm_that_is_not_a_strict_version(rest: str) -> None:
    try:
        spec = spec_in(f"claude@{rest}")
    except SetupError:
        return
    assert spec.kind != "version" or is_version(spec.text)


def test_a_long_text_is_cut_and_escaped_in_a_message() -> None:
    assert shown("\x1b" + "a" * 100) == f"'\\x1b{'a' * 59}'…"
