"""Where things are in a run, and what is to be started there, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from captures.words import Isolation


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A scratch directory and the addresses of the fakes. All paths are absolute and as the client sees them."""

    root: str
    provider_url: str  # http://127.0.0.1:PORT, without a path
    bridge: tuple[str, ...]  # the argv that joins a client's MCP stdio to the synthetic server
    proxy_url: str | None  # refuses everything; None in a jail, where there is no way out
    word: str  # random: names the home, the user and the working directory, so that each is a canary
    isolation: Isolation

    @property
    def home(self) -> str:
        """The client's home directory."""
        return f"{self.root}/home-{self.word}"

    @property
    def work(self) -> str:
        """The client's working directory; empty."""
        return f"{self.root}/work-{self.word}"

    @property
    def temporary(self) -> str:
        """TMPDIR; beside the home, not around it."""
        return f"{self.root}/tmp"  # noqa: S108 - below a root of our own

    @property
    def user(self) -> str:
        """The user's name."""
        return f"user-{self.word}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start. `files` are texts by their path relative to the root; they hold synthetic credentials."""

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(repr=False)
    cwd: str
    files: Mapping[str, str] = field(repr=False, default_factory=dict)
    directories: tuple[str, ...] = ()
