"""Names that pass and names that do not, by kind of field."""

from typing import get_args

import pytest

from captures.names import NameKind, is_credential, is_name, looks_secret

REAL: dict[NameKind, list[str]] = {
    "client": ["claude", "codex", "gemini-cli"],
    "version": ["2.1.268", "0.155.0-alpha.3", "0.21.0-nightly.20251216.bb0c0d8ab", "0.1.2504172351", "1.0"],
    "scenario": ["first-request", "deferred-load", "acme.first_request"],
    "trait": ["exec-names-all-tools", "exec.all_tools_enumerates_nested_tools"],
    "header": ["accept", "x-stainless-package-version", "x-openai-internal-codex-responses-lite", "anthropic-beta"],
    "mcp-method": ["initialize", "notifications/initialized", "tools/list", "server/discover", "$/cancelRequest"],
    "protocol-version": ["2025-06-18", "2026-07-28", "DRAFT-2026-v1"],
    "http-method": ["GET", "HEAD", "POST"],
    "path": ["/", "/v1/messages", "/v1/sessions/<id>", "/api/users/<name>/x", "/api/claude_code/settings", "/a//b"],
    "tool": [
        "mcp__shape_probe__lookup",
        "functions.exec",
        "ToolSearch",
        "DeferredToolPlaceholder",
        "ns::add",
        "a" * 128,
    ],
    "type": ["namespace", "web_search_20250305", "custom"],
    "key": ["input_schema", "$defs", "x-codex-turn-metadata", "anthropic/alwaysLoad", "__proto__"],
    "axis": ["reply", "model", "feature.plugins", "ENABLE_TOOL_SEARCH"],
    "setting": [
        "refuse",
        "status:503",
        "auto:10",
        "sonnet[1m]",
        "claude-haiku-4-5-20251001",
        "claude-sonnet-4@20250514",
    ],
    "token": ["alias", "tool-name", "property:limit", "description.tail", "result.text[0].meta.value"],
}

SECRETS = [
    "sk-ant-api03-AbCdEf",
    "SK-PROJ-abcdefgh",
    "x_ghp_16C7e42F292c",
    "github_pat_11AAAAAAA0",
    "glpat-abcdefgh1234",
    "xoxb-123456-abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "AIzaSyA-1234567890abcdefghij",
    "eyJhbGciOi",
    "123E4567-e89b-12d3-a456-426614174000",
    "a0123456789abcdef",
    "user_5f4dcc3b5aa765d61d8327deb882cf99",
    "555867530",
    "q83vEjRWeJCrze8SNFZ4kKvN",
    "mzxw6ytboi4dcnzq3zfc5tqy",
    "somebody@mail.example.com",
    "https://host.example/x",
    "x=/home/somebody",
    "/root",
    "/tmp/x",
    "model=/Users/somebody",
    "C:/Users",
    "~/x",
    "a\\b",
    "10.0.0.1",
    "v-192.168.10.12-x",
    "fe80::1",
    "00:1a:2b:3c:4d:5e",
]


@pytest.mark.parametrize("kind", get_args(NameKind))
def test_names_of_real_clients_pass_in_their_fields(kind: NameKind) -> None:
    assert [name for name in REAL[kind] if not is_name(name, kind)] == []


@pytest.mark.parametrize("kind", get_args(NameKind))
@pytest.mark.parametrize("text", ["", " ", "a b", "a\n", "\n", "é", "a" * 200, "/" * 200, '"', "{}", "\x00", "\ud800"])
def test_what_is_no_name_passes_nowhere(kind: NameKind, text: str) -> None:
    assert not is_name(text, kind)


@pytest.mark.parametrize("kind", get_args(NameKind))
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_that_is_shaped_like_a_name_passes_nowhere(kind: NameKind, secret: str) -> None:
    assert looks_secret(secret)
    assert not is_name(secret, kind)


def test_header_names_are_lower_case() -> None:
    assert not is_name("Accept", "header")


def test_only_issued_keys_are_credentials() -> None:
    assert [secret for secret in SECRETS if is_credential(secret)] == SECRETS[:9]


@pytest.mark.parametrize(
    "text", ["task-manager-tool", "disk-usage-report", "deadbeef", "keyJsonValues", "add", "1.2.3.4.5"]
)
def test_words_that_resemble_secrets_are_no_secrets(text: str) -> None:
    assert not looks_secret(text)
