"""Proves which tool entry is which planted tool: by planted text first, by name only where no text speaks against it.

Names are rewritten, cut, hashed, and collapse into one; another server's tool can have the very name that ours should
have. So an entry whose text is another's is never counted as ours. It will not look at anything but entries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from captures.words import JsonValue
from sanitize.changes import is_same
from sanitize.places import ToolEntry
from sanitize.planted import Planted
from sanitize.pointers import strings
from sanitize.texts import MIN_TEXT, Alias, cut_of, holds_text

_MIN_CUT: Final = 16
"""Code points of a description that prove whose it is, when it is shown cut."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Proof:
    """How well an entry is known to be a planted tool; greater is better. All zero is no proof.

    `description`: 2 is the planted one, whole or cut; 1 has it inside. `schema`: 1 shows planted text or is the planted
    schema. `name`: 3 has alias and name, 2 has them with other separators, 1 is the bare name.
    """

    description: int
    schema: int
    name: int

    @property
    def is_definition(self) -> bool:
        """Whether the entry is a definition of the tool, and not one of another tool that mentions it."""
        is_marked = self.description > 0 or self.schema > 0
        return self.description == 2 or self.schema > 0 or self.name > 1 or (self.name == 1 and is_marked)


_NO_PROOF: Final = Proof(description=0, schema=0, name=0)


def proof_of(tool: Mapping[str, JsonValue], entry: ToolEntry, *, alias: Alias) -> Proof:
    """How well `entry` is known to be `tool`."""
    planted = tool.get("description")
    description = _description_proof(planted if isinstance(planted, str) else "", entry.description)
    schema = int(_has_schema(tool.get("inputSchema"), entry.schema))
    if description == 0 and schema == 0 and planted and entry.description:
        return _NO_PROOF  # its text is another's, so its name proves nothing
    return Proof(description=description, schema=schema, name=_name_proof(tool.get("name"), entry, alias=alias))


def owned(entries: Sequence[ToolEntry], planted: Planted) -> tuple[tuple[ToolEntry, ...], ...]:
    """For each planted tool the entries that define it, the best proved first, then in the order of the body.

    An entry has one owner, the tool that it proves best: a tool that lost its entry to another has none.
    """
    alias = Alias(planted.alias)
    owners: list[list[tuple[Proof, ToolEntry]]] = [[] for _ in planted.tools]
    for entry in entries:
        if not entry.is_container:
            proofs = [proof_of(tool, entry, alias=alias) for tool in planted.tools]
            best = max(proofs, default=_NO_PROOF)
            if best.is_definition:
                # Tools with equal proofs share out their entries, so that twins are two tools.
                equals = [index for index, proof in enumerate(proofs) if proof == best]
                owner = min(equals, key=lambda index: len(owners[index]))
                owners[owner].append((best, entry))
    return tuple(tuple(entry for _, entry in sorted(own, key=_worst_last)) for own in owners)


def _worst_last(owned_entry: tuple[Proof, ToolEntry]) -> tuple[int, int, int]:
    proof, _ = owned_entry
    return (-proof.description, -proof.schema, -proof.name)


def _description_proof(planted: str, shown: str) -> int:
    if not planted or not shown:
        return 0
    cut = cut_of(shown, planted)
    kept = len(planted) if shown == planted else 0 if cut is None else cut.kept
    if kept >= min(_MIN_CUT, max(MIN_TEXT, len(planted) // 2)):
        return 2
    return int(holds_text(shown, planted))


def _has_schema(planted: JsonValue, shown: JsonValue) -> bool:
    """Say whether `shown` has planted text of the schema, or is the planted schema and says anything at all."""
    if not isinstance(planted, dict) or not isinstance(shown, dict):
        return False
    texts = {found.text for found in strings(planted) if found.key == "description" and len(found.text) >= MIN_TEXT}
    is_marked = any(found.text in texts for found in strings(shown))
    return is_marked or (bool(planted.get("properties")) and is_same(planted, shown))


def _name_proof(planted: JsonValue, entry: ToolEntry, *, alias: Alias) -> int:
    if not isinstance(planted, str) or not planted:
        return 0
    full = "__".join((*(container.name for container in entry.containers), entry.name))
    if any(run.holds(planted) for run in alias.runs(full)):
        return 3 if entry.name.endswith(planted) else 2
    return int(entry.name == planted)
