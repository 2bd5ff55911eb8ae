"""What a name may look like, one strict pattern for each kind of field, and what looks like a secret all the same.

Rules of this file: patterns say what may stay, never what must go; each has a bound on its length; they are matched
from end to end. `looks_secret` is the second line behind them, for secrets that are shaped like names: fixed rules, no
statistics, so that the same name is always judged alike. It will not look at free text: none is written.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal

NameKind = Literal[
    "client",
    "version",
    "scenario",
    "trait",
    "header",
    "mcp-method",
    "protocol-version",
    "http-method",
    "path",
    "tool",
    "type",
    "key",
    "axis",
    "setting",
    "token",
]

_PATTERNS: Final[Mapping[NameKind, re.Pattern[str]]] = {
    "client": re.compile(r"[a-z][a-z0-9-]{0,31}"),
    "version": re.compile(r"[0-9]{1,14}(?:\.[0-9]{1,14}){1,2}(?:[-+A-Za-z][0-9A-Za-z.+-]{0,63})?"),
    "scenario": re.compile(r"[a-z][a-z0-9._-]{0,63}"),
    "trait": re.compile(r"[a-z][a-z0-9._-]{0,63}"),
    "header": re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}"),
    "mcp-method": re.compile(r"[A-Za-z$][A-Za-z0-9_$/.-]{0,63}"),
    "protocol-version": re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,31}"),
    "http-method": re.compile(r"[A-Z]{1,16}"),
    "path": re.compile(r"(?=.{1,160}\Z)(?:/(?:[A-Za-z0-9._~:-]{0,64}|<id>|<name>))+"),
    "tool": re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}"),  # the MCP specification of 2025-11-25 allows 128
    "type": re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}"),
    "key": re.compile(r"[A-Za-z_$][A-Za-z0-9_$./-]{0,63}"),
    "axis": re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}"),
    # Names of models too: `sonnet[1m]`, `claude-sonnet-4-5@20250929`.
    "setting": re.compile(r"[A-Za-z0-9_.:/=,+%*-][A-Za-z0-9_.:/=,+%*@\[\]-]{0,95}"),
    "token": re.compile(r"[A-Za-z_$][A-Za-z0-9_$.:/\[\]-]{0,127}"),
}

_SECRETS: Final = (
    # Issued keys and tokens, by the prefixes that their issuers publish. A letter or digit before them is another word.
    re.compile(
        r"(?<![a-z0-9])(?:sk-|sk_live_|sk_test_|rk_live_|pk_live_|gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|hf_|npm_"
        r"|pypi-|dop_v1_|ya29\.|sess-|sg\.)[a-z0-9_.-]{8,}",
        re.IGNORECASE,
    ),
    re.compile(r"(?<![a-z0-9])(?:(?:akia|asia)[0-9a-z]{12,}|aiza[0-9a-z_-]{20,}|age-secret-key-)", re.IGNORECASE),
    re.compile(r"-----BEGIN"),
    re.compile(r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{6,}"),  # base64 of `{"`: a JSON Web Token
)

_IDENTITIES: Final = (
    re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE),  # a UUID
    re.compile(r"(?=[a-f]*[0-9])[0-9a-f]{16,}", re.IGNORECASE),  # a digest, a device or account id
    re.compile(r"(?=[A-Za-z]*[0-9])(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{24,}"),  # base64 or base62
    re.compile(r"(?=(?:[A-Za-z]*[0-9]){4})[A-Za-z0-9]{24,}"),  # base32 or base36
    re.compile(r"@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"),  # an electronic mail address
    re.compile(r"://|~/|\\"),  # an address, a path
    re.compile(r"/home/|(?:^|[=:,])/(?:Users|root|tmp|var|private|mnt|etc|opt)(?:/|$)"),  # a path of this machine
    re.compile(r"(?<![A-Za-z0-9])[A-Za-z]:/"),  # a path on Windows
    re.compile(r"(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"),  # an IPv4 address
    re.compile(  # an IPv6 or a hardware address
        r"(?<![0-9a-z:.])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){5})[0-9a-f:]{3,39}(?![0-9a-z:.])", re.IGNORECASE
    ),
)

_LONG_NUMBER: Final = re.compile(r"[0-9]{9,}")
"""A telephone or account number, a time; a date has eight digits. A version may have one (Codex 0.1.2504172351)."""


def is_name(text: str, kind: NameKind) -> bool:
    """Say whether `text` can stand in a field of this kind: it has its pattern and does not look like a secret."""
    is_like_one = _PATTERNS[kind].fullmatch(text) is not None and not _is_secret(text)
    return is_like_one and (kind == "version" or _LONG_NUMBER.search(text) is None)


def looks_secret(text: str) -> bool:
    """Say whether `text` holds a credential, an identifier of somebody or something, an address or a private path."""
    return _is_secret(text) or _LONG_NUMBER.search(text) is not None


def is_credential(text: str) -> bool:
    """Say whether `text` holds a key or a token with a prefix that its issuer publishes."""
    return any(rule.search(text) for rule in _SECRETS)


def _is_secret(text: str) -> bool:
    return is_credential(text) or any(rule.search(text) for rule in _IDENTITIES)
