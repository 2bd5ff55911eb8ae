"""One cell of a matrix: a question to one exact version of a client, as plain data that may go to another machine."""

from dataclasses import dataclass

from captures.store import QuestionKey


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Cell:
    """A question. `settings` are pairs of key and value, sorted, checked, and only what differs from the defaults."""

    client: str
    version: str
    scenario: str
    reply: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def release(self) -> str:
        """The version under test, as a SPEC: `codex@0.154.0`."""
        return f"{self.client}@{self.version}"

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """All that was asked for, as a capture of this question has it."""
        return tuple(sorted({"reply": self.reply, **dict(self.settings)}.items()))

    @property
    def question(self) -> QuestionKey:
        """What a capture that answers this cell answers."""
        return QuestionKey(client=self.client, version=self.version, scenario=self.scenario, requested=self.conditions)

    @property
    def command(self) -> str:
        """What puts this one question by hand. It needs no quotes: all of it is names."""
        settings = "".join(f" --set {key}={value}" for key, value in self.settings)
        return f"shape-probe run {self.release} --scenario {self.scenario} --reply {self.reply}{settings}"
