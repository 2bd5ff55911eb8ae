"""A socket where processes under test check in: as long as one lives it holds its end, and the kernel closes it."""

import socket
import tempfile
from types import TracebackType
from typing import Final, Self

WAIT_SECONDS: Final = 5.0
"""The bound of every wait in these tests."""


class Roll:
    """Listens on a Unix socket in a short directory below `/tmp`, which a jail hides unless it is told to keep it."""

    def __init__(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="roll-", dir="/tmp")
        self.directory = self._directory.name
        self.address = f"{self.directory}/socket"
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self.address)
        self._listening.listen(16)
        self._listening.settimeout(WAIT_SECONDS)
        self.present: dict[str, socket.socket] = {}

    def call(self, *names: str) -> None:
        """Wait until exactly these have checked in."""
        while len(self.present) < len(names):
            held, _ = self._listening.accept()
            held.settimeout(WAIT_SECONDS)
            with held.makefile("r", encoding="utf-8") as lines:
                self.present[lines.readline().strip()] = held
        assert sorted(self.present) == sorted(names)

    def dead(self) -> list[str]:
        """Say who is dead at this moment, without waiting."""
        return sorted(name for name, held in self.present.items() if _has_ended(held))

    def wait_for_all(self) -> None:
        """Wait until everybody who has checked in is dead."""
        for held in self.present.values():
            held.settimeout(WAIT_SECONDS)
            assert held.recv(1) == b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        for held in (*self.present.values(), self._listening):
            held.close()
        self._directory.cleanup()


def _has_ended(held: socket.socket) -> bool:
    held.settimeout(0)
    try:
        return held.recv(1) == b""
    except BlockingIOError:
        return False
