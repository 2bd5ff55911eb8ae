"""Which releases this process has fetched itself: those alone are its own to remove."""

from probe.installs.progress import Reporter


class Fetched:
    """A `Reporter` that passes everything on, and keeps what has been fetched.

    `releases` are in the order of ending. One that another process has brought meanwhile is not among them.
    """

    def __init__(self, report: Reporter) -> None:
        self.releases: list[str] = []
        self._report = report

    @property
    def is_measured(self) -> bool:
        """As the other one has it."""
        return self._report.is_measured

    def waited(self, name: str) -> None:
        """Pass it on."""
        self._report.waited(name)

    def started(self, name: str, total_bytes: int | None) -> None:
        """Pass it on."""
        self._report.started(name, total_bytes)

    def advanced(self, name: str, staged_bytes: int) -> None:
        """Pass it on."""
        self._report.advanced(name, staged_bytes)

    def finished(self, name: str, installed_bytes: int) -> None:
        """Keep it: nobody says this of what was there already."""
        self.releases.append(name)
        self._report.finished(name, installed_bytes)
