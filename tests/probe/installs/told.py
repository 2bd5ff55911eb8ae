"""A reporter that remembers what it was told."""


class Told:
    """Satisfies `Reporter`. `facts` are in order; `advanced` is not: its count depends on the machine."""

    def __init__(self, *, is_measured: bool = False) -> None:
        self.is_measured = is_measured
        self.facts: list[tuple[str, str, int | None]] = []
        self.most_bytes = 0

    def waited(self, name: str) -> None:
        self.facts.append(("waited", name, None))

    def started(self, name: str, total_bytes: int | None) -> None:
        self.facts.append(("started", name, total_bytes))

    def advanced(self, name: str, staged_bytes: int) -> None:
        self.most_bytes = max(self.most_bytes, staged_bytes)

    def finished(self, name: str, installed_bytes: int) -> None:
        self.facts.append(("finished", name, installed_bytes))
