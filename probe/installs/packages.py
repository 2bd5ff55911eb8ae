"""Which npm package holds which client, and where its program is once it is installed.

Pure: names in, patterns out. It looks at no disk and starts nothing. A new client is one line in `PACKAGES`.

The values of this package are named tuples: it is imported on the way to every run, and to make a data class takes ten
times as long (1 ms instead of 0.1 ms, measured with Python 3.11).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Platform(NamedTuple):
    """An operating system and a processor, in npm's words: `linux` and `x64`.

    `is_musl` says that the C library is musl. It only orders two candidates: npm itself installs one of them.
    """

    system: str
    cpu: str
    is_musl: bool = False

    def __str__(self) -> str:
        """Say it as the names of platform packages do: `linux-x64`."""
        return f"{self.system}-{self.cpu}"


class Package(NamedTuple):
    """A client's npm package.

    `command` is the program's name on PATH. `places` are glob patterns below the install prefix, the newest layout
    first, with two fields: `{npm}`, a platform in npm's words, and `{triple}`, a pattern for one in Rust's words.
    """

    client: str
    npm_name: str
    command: str
    places: tuple[str, ...]


PACKAGES: Final[Mapping[str, Package]] = MappingProxyType(
    {
        "claude": Package(
            client="claude",
            npm_name="@anthropic-ai/claude-code",
            command="claude",
            places=(
                "node_modules/@anthropic-ai/claude-code-{npm}/claude",  # seen in 2.1.113 to 2.1.332
                "node_modules/@anthropic-ai/claude-code/cli.js",  # 1.0.0 to 2.1.112
                "node_modules/@anthropic-ai/claude-code/cli.mjs",  # 0.2.9
            ),
        ),
        "codex": Package(
            client="codex",
            npm_name="@openai/codex",
            command="codex",
            places=(
                "node_modules/@openai/codex-{npm}/vendor/*/bin/codex",  # 0.154.0 to 0.171.0
                "node_modules/@openai/codex-{npm}/vendor/*/codex/codex",  # 0.120.0
                "node_modules/@openai/codex/vendor/{triple}/bin/codex",  # a platform package as the main one
                "node_modules/@openai/codex/vendor/{triple}/codex/codex",  # 0.50.0, 0.80.0: all platforms in one
                "node_modules/@openai/codex/bin/codex-{triple}",  # 0.8.0, 0.20.0
            ),
        ),
    }
)
"""The clients that can be installed, by name. The versions beside the patterns are those that were looked at."""

_RUST_CPU: Final = {"x64": "x86_64", "arm64": "aarch64"}
_RUST_SYSTEM: Final = {"linux": "linux", "darwin": "apple-darwin"}


def places(package: Package, platform: Platform) -> tuple[str, ...]:
    """Glob patterns for the program below an install prefix, in order of preference, each once."""
    found = (
        place.format(npm=npm, triple=triple)
        for platform_ in _runnable(platform)
        for place in package.places
        for npm in _npm_names(platform_)
        for triple in (_triple(platform_),)
    )
    return tuple(dict.fromkeys(found))


def platform_package(optional: Mapping[str, str], platform: Platform) -> tuple[str, str] | None:
    """Pick the platform's entry from a wrapper's `optionalDependencies`: the name and what npm is to install for it.

    Only an exact version, plain or as an alias (`npm:@scope/name@1.2.3`), is a platform package of the client; a
    range is some library, and gives None.
    """
    for suffix in _npm_names(platform):
        for name, wanted in optional.items():
            if name.endswith(f"-{suffix}") and _is_exact(wanted):
                return name, wanted
    return None


def _runnable(platform: Platform) -> tuple[Platform, ...]:
    """On macOS the other processor's program may be what npm chose, or all that there is: Rosetta runs it."""
    if platform.system != "darwin":
        return (platform,)
    other = {"x64": "arm64", "arm64": "x64"}.get(platform.cpu, platform.cpu)
    return (platform, Platform(system="darwin", cpu=other))


def _npm_names(platform: Platform) -> tuple[str, ...]:
    if platform.system != "linux":
        return (str(platform),)
    names = (str(platform), f"{platform}-musl")
    return names[::-1] if platform.is_musl else names


def _triple(platform: Platform) -> str:
    cpu = _RUST_CPU.get(platform.cpu, platform.cpu)
    return f"{cpu}-*{_RUST_SYSTEM.get(platform.system, platform.system)}*"


def _is_exact(wanted: str) -> bool:
    version = wanted.rpartition("@")[2] if wanted.startswith("npm:") else wanted
    return version[:1].isdigit() and " " not in version
