"""Says for each planted tool how the model is shown it. Precedence: inline, namespaced, described, deferred, absent.

The model request is searched first and then the warm-ups; the first part that shows a tool in any way has its shape.
What is a definition of the tool is proved in `sanitize.identity`, ways to a withheld one are in `sanitize.deferral`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from captures.model import AbsentTool, CarrierRole, DeferredTool, DescribedTool, InlineTool, NamespacedTool, ToolShape
from sanitize.announced import announcement_of, namesake
from sanitize.changes import changes_of
from sanitize.deferral import way_in
from sanitize.identity import owned
from sanitize.parts import Part
from sanitize.places import ToolEntry
from sanitize.planted import Planted
from sanitize.policy import Policy
from sanitize.texts import Alias, Run, holds_inside


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """The entry that defines or describes a tool, or is the way to it, and the part that it is in."""

    role: CarrierRole
    entry: ToolEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTool:
    """The shape of one planted tool. `carrier` is None for an absent one."""

    shape: ToolShape
    carrier: Carrier | None


def seen_tools(parts: Sequence[Part], planted: Planted, *, policy: Policy) -> tuple[SeenTool, ...]:
    """The shape of each planted tool, in the order in which they were served."""
    search = _Search(
        parts=parts, owned=tuple(owned(part.entries, planted) for part in parts), planted=planted, policy=policy
    )
    return tuple(search.seen(index) for index in range(len(planted.tools)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    parts: Sequence[Part]
    owned: Sequence[Sequence[Sequence[ToolEntry]]]  # by part, then by planted tool
    planted: Planted
    policy: Policy

    def seen(self, index: int) -> SeenTool:
        for number, part in enumerate(self.parts):
            definitions = self.owned[number][index]
            seen = (
                self._defined(index, part, definitions) or self._described(index, number) or self._deferred(index, part)
            )
            if seen is not None:
                return seen
        absent = AbsentTool(alias=self.planted.alias, name=self._name(index), presentation="absent")
        return SeenTool(shape=absent, carrier=None)

    def _defined(self, index: int, part: Part, definitions: Sequence[ToolEntry]) -> SeenTool | None:
        if not definitions:
            return None
        entry = next((entry for entry in definitions if not entry.containers), definitions[0])
        shape = self._namespaced(index, part, entry) if entry.containers else self._inline(index, part, entry)
        return SeenTool(shape=shape, carrier=Carrier(role=part.role, entry=entry))

    def _inline(self, index: int, part: Part, entry: ToolEntry) -> InlineTool:
        return InlineTool(
            alias=self.planted.alias,
            name=self._name(index),
            presentation="inline",
            shown_as=self.policy.name(entry.name, "tool"),
            role=part.role,
            pointer=self.policy.pointer(entry.steps),
            definition=self.policy.definition(entry.fields),
            changes=changes_of(self.planted.tools[index], entry.fields, policy=self.policy),
        )

    def _namespaced(self, index: int, part: Part, entry: ToolEntry) -> NamespacedTool:
        return NamespacedTool(
            alias=self.planted.alias,
            name=self._name(index),
            presentation="namespaced",
            namespace=self.policy.name(entry.containers[-1].name, "tool"),
            shown_as=self.policy.name(entry.name, "tool"),
            role=part.role,
            pointer=self.policy.pointer(entry.steps),
            definition=self.policy.definition(entry.fields),
            changes=changes_of(self.planted.tools[index], entry.fields, policy=self.policy),
        )

    def _described(self, index: int, number: int) -> SeenTool | None:
        """A rendering in the text of another tool: planted text, or a declaration of the name.

        The name alone is a rendering only where there is no way to withheld tools; else it is an announcement.
        """
        part = self.parts[number]
        definitions = {entry.steps for entries in self.owned[number] for entry in entries}
        has_way = way_in(part.entries, part.body) is not None
        for entry in part.entries:
            if entry.is_container or entry.steps in definitions:
                continue
            runs = self._runs_of(index, entry.description)
            is_named = any(run.is_called or not has_way for run in runs)
            if is_named or holds_inside(entry.description, self._planted_text(index, "description")):
                shape = DescribedTool(
                    alias=self.planted.alias,
                    name=self._name(index),
                    presentation="described",
                    inside=self.policy.name(_qualified(entry), "tool"),
                    shown_as=self._shown_as(index, runs),
                    role=part.role,
                    pointer=self.policy.pointer((*entry.steps, "description")),
                )
                return SeenTool(shape=shape, carrier=Carrier(role=part.role, entry=entry))
        return None

    def _deferred(self, index: int, part: Part) -> SeenTool | None:
        way = way_in(part.entries, part.body)
        if way is None:
            return None
        definitions = [[entry for entries in owned_entries for entry in entries] for owned_entries in self.owned]
        said = announcement_of(index, self.parts, definitions, planted=self.planted)
        shape = DeferredTool(
            alias=self.planted.alias,
            name=self._name(index),
            presentation="deferred",
            via=way.via,
            announced=said is not None,
            shown_as=None if said is None else self.policy.name(said.text, "tool"),
            role=None if said is None else said.role,
            pointer=None if said is None else self.policy.pointer(said.steps),
        )
        return SeenTool(shape=shape, carrier=Carrier(role=part.role, entry=way.entry))

    def _runs_of(self, index: int, text: str) -> list[Run]:
        """The names in `text` that are the tool's and no other planted tool's."""
        names = [self._name(other) for other in range(len(self.planted.tools))]
        return [run for run in Alias(self.planted.alias).runs(text) if namesake(run, names) == index]

    def _shown_as(self, index: int, runs: Sequence[Run]) -> str:
        """The shortest of the names; the tool's own where only its text is shown."""
        shortest = min((run.text for run in runs), key=len, default=self._name(index))
        return self.policy.name(shortest, "tool")

    def _name(self, index: int) -> str:
        return self._planted_text(index, "name")

    def _planted_text(self, index: int, key: str) -> str:
        value = self.planted.tools[index].get(key)
        return value if isinstance(value, str) else ""


def _qualified(entry: ToolEntry) -> str:
    return ".".join((*(container.name for container in entry.containers[-1:]), entry.name))
