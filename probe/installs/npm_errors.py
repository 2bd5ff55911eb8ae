"""What npm's error codes mean to a user. Pure: a code in, an error with one sentence out.

npm's own texts hold addresses, paths and sometimes credentials; none of them comes in here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from probe.errors import SetupError
from probe.installs.cache import VARIABLE

UNKNOWN_VERSION: Final = frozenset({"E404", "ETARGET", "ENOVERSIONS"})
"""The registry has no such package or version."""

_UNREACHABLE: Final = (
    "npm cannot reach its registry ({code}); check the network, the proxy settings and `npm config get registry` "
    "(an exact version that is in the cache needs no network: `shape-probe clients list`)"
)
_NOT_TRUSTED: Final = "npm does not trust its registry's certificate ({code}); set npm's `cafile` to your own authority"
_FULL: Final = (
    "the disk of the cache is full ({code}); run `shape-probe clients prune`, "
    f"or set {VARIABLE} to a directory elsewhere"
)
_NOT_WRITABLE: Final = (
    "npm may not write to the cache ({code}); make it writable, " + f"or set {VARIABLE} to a directory elsewhere"
)
_REFUSED: Final = "npm's registry refuses access ({code}); check the login in your .npmrc"
_NOT_WHAT_IT_SAYS: Final = "a package is not what its registry's checksum says ({code}); nothing of it was kept"
_NOT_THERE: Final = (
    "npm's registry does not have or does not give the package ({code}); check `npm config get registry`"
)

_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    dict.fromkeys(
        (
            "EAI_AGAIN",
            "ECONNABORTED",
            "ECONNECTIONTIMEOUT",
            "ECONNREFUSED",
            "ECONNRESET",
            "EHOSTUNREACH",
            "EIDLETIMEOUT",
            "ENETUNREACH",
            "ENOTCACHED",
            "ENOTFOUND",
            "EPIPE",
            "ERESPONSETIMEOUT",
            "ERR_SOCKET_TIMEOUT",
            "ETIMEDOUT",
        ),
        _UNREACHABLE,
    )
    | dict.fromkeys(
        (
            "CERT_HAS_EXPIRED",
            "DEPTH_ZERO_SELF_SIGNED_CERT",
            "ERR_TLS_CERT_ALTNAME_INVALID",
            "SELF_SIGNED_CERT_IN_CHAIN",
            "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        ),
        _NOT_TRUSTED,
    )
    | dict.fromkeys(("EDQUOT", "ENOSPC"), _FULL)
    | dict.fromkeys(("EACCES", "EPERM", "EROFS"), _NOT_WRITABLE)
    | dict.fromkeys(("E401", "E403", "ENEEDAUTH"), _REFUSED)
    | dict.fromkeys(("EINTEGRITY",), _NOT_WHAT_IT_SAYS)
    | dict.fromkeys(UNKNOWN_VERSION, _NOT_THERE)
)


def failure(code: str | None, exit_code: int) -> SetupError:
    """The error for npm's code, with the code in it; without a code, for the exit code."""
    if code is None:
        return SetupError(f"npm ended with exit code {exit_code} and gave no reason; see whether `npm ping` works")
    return SetupError(_SENTENCES.get(code, "npm failed ({code}); see whether `npm ping` works").format(code=code))
