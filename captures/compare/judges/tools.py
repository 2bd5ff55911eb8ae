"""How the tools are shown: whether at all, in which way, by which names, and in which request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.judges.definitions import NAME, judge_definition
from captures.compare.phrases import summary_of, way_of
from captures.compare.rule import breaking, notable
from captures.compare.surfaced import Inside, sightings_inside

VANISHED: Final = breaking(
    "tool-vanished",
    "A tool is no longer offered",
    "There is no trace of the tool in the request and no way to it that we know, so the model cannot call it. It is "
    "judged by the request alone: a client that exits without an error can have lost a tool all the same.",
)
APPEARED: Final = notable(
    "tool-appeared",
    "A tool is offered that was not",
    "The model can now call it. A gateway or recorder meets a tool that it has not seen from this client.",
)
PRESENTATION: Final = breaking(
    "tool-presentation-changed",
    "A tool is shown in another way",
    "What looks for the tool where it was, such as in the tools array, finds nothing there, or something of another "
    "form. A gateway that routes or filters by tools needs a second way of reading them.",
)
NAMESPACE: Final = breaking(
    "namespace-changed",
    "A tool is in another namespace",
    "Calls name the namespace beside the tool, so that what routes calls by it no longer finds the server.",
)
INSIDE: Final = breaking(
    "carrying-tool-changed",
    "A tool is described inside another tool than before",
    "What reads the description of the one tool finds nothing of the other, and calls go through another tool.",
)
VIA: Final = breaking(
    "deferral-way-changed",
    "A deferred tool is reached in another way",
    "The model has to call another tool first. What follows a search for tools by its name, in requests or in logs, "
    "misses it.",
)
ANNOUNCEMENT: Final = notable(
    "announcement-changed",
    "A deferred tool is announced differently",
    "Where the definition is withheld, the announced name is all that a request tells of the tool. What looks for that "
    "name finds another one, or none.",
)
CARRIER: Final = breaking(
    "carrier-changed",
    "A thing comes in another request",
    "Some clients send tools in a warm-up ahead of the turn. What reads only the model request, or only the warm-up, "
    "finds nothing there.",
)

RULES: Final = (VANISHED, APPEARED, PRESENTATION, NAMESPACE, INSIDE, VIA, ANNOUNCEMENT, CARRIER)


def judge_tools(case: Case) -> Iterator[Found]:
    """Judge what the first model request shows, with the sightings and envelopes that follow from it."""
    captures = case.captures
    envelopes = [
        (envelope, sightings_inside(captures, envelope)) for envelope in captures.child("envelopes").children()
    ]
    for tool in captures.child("tools").children():
        inside = sightings_inside(captures, tool)
        yield from _Tool(pair=tool, where="", inside=inside, envelopes=envelopes).found()


def judge_tool_alone(tool: Pair, where: str) -> Iterator[Found]:
    """Judge a tool that is shown elsewhere in the run; `where` says where."""
    yield from _Tool(pair=tool, where=where, inside=(), envelopes=()).found()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tool:
    """One tool in two captures, the sightings in it that differ, and all envelopes with the sightings in them."""

    pair: Pair
    where: str
    inside: Sequence[Inside]
    envelopes: Sequence[tuple[Pair, Sequence[Inside]]]

    @property
    def name(self) -> str:
        return str(self.pair.fields["name"])

    @property
    def old(self) -> Mapping[str, Any]:
        return _shown(self.pair.old)

    @property
    def new(self) -> Mapping[str, Any]:
        return _shown(self.pair.new)

    def found(self) -> Iterator[Found]:
        if self.old["presentation"] != self.new["presentation"]:
            yield self._presentation()
        elif self.pair.is_in_both:
            yield from self._containers()
            yield from self._shown_as()
            yield from self._carrier()
            yield from judge_definition(self.pair, self.inside, name=self.name, where=self.where)

    def _presentation(self) -> Found:
        if self.new["presentation"] == "absent":
            rule, words = VANISHED, f"is no longer offered; it was {way_of(self.old)}"
        elif self.old["presentation"] == "absent":
            rule, words = APPEARED, f"is now offered: it is {way_of(self.new)}"
        else:
            rule, words = PRESENTATION, f"is no longer {way_of(self.old)}: it is {way_of(self.new)}"
        surfaced = (each.sighting for each in self.inside)
        return Found(
            rule=rule,
            places=(self.pair, *surfaced, *self._own_namespaces()),
            before=summary_of(self.old),
            after=summary_of(self.new),
            sentence=f"{self.name} {words}",
            where=self.where,
        )

    def _own_namespaces(self) -> Iterator[Pair]:
        """The namespace entries that came or went with the tool, their child, and the sightings in them."""
        for envelope, inside in self.envelopes:
            side = self.new if envelope.is_new else self.old
            if not envelope.is_in_both and envelope.fields["name"] == side.get("namespace"):
                yield envelope
                yield from (each.sighting for each in inside)

    def _containers(self) -> Iterator[Found]:
        for key, rule, words in (
            ("namespace", NAMESPACE, "is in the namespace {}, no longer in {}"),
            ("inside", INSIDE, "is described inside the tool {}, no longer inside {}"),
            ("via", VIA, "is reached through {}, no longer through {}"),
        ):
            pair = self.pair.child(key)
            if not pair.is_same():
                yield Found(
                    rule=rule,
                    places=(pair, *(self._renamed_namespaces() if rule == NAMESPACE else ())),
                    before=pair.old,
                    after=pair.new,
                    sentence=f"{self.name} {words.format(pair.new, pair.old)}",
                    where=self.where,
                )

    def _renamed_namespaces(self) -> Iterator[Pair]:
        """The names of the namespace entries that the tool is a child of, or the entries, where they do not match."""
        yield from self._own_namespaces()
        for envelope, _ in self.envelopes:
            name = envelope.child("name")
            if (name.old, name.new) == (self.old["namespace"], self.new["namespace"]):
                yield name

    def _shown_as(self) -> Iterator[Found]:
        shown, announced = self.pair.child("shown_as"), self.pair.child("announced")
        if shown.is_same() and announced.is_same():
            return
        if self.new["presentation"] == "deferred" and not (self._is_named(shown.old) and self._is_named(shown.new)):
            rule = ANNOUNCEMENT
            words = "is no longer announced" if shown.new is None else f"is announced as {shown.new}"
            words += "; it was not announced" if shown.old is None else f"; it was announced as {shown.old}"
            surfaced = (each.sighting for each in self.inside)
            places = (shown, announced, self.pair.child("role"), self.pair.child("pointer"), *surfaced)
        else:
            rule = NAME
            words = f"is named {shown.new}, no longer {shown.old}"
            places = (shown, announced, *self._names())
        yield Found(
            rule=rule,
            places=tuple(place for place in places if not place.is_same()),
            before=shown.old,
            after=shown.new,
            sentence=f"{self.name} {words}",
            where=self.where,
        )

    def _is_named(self, shown_as: object) -> bool:
        """Whether it is the tool that is named, and not its server alone."""
        return isinstance(shown_as, str) and self.name in shown_as

    def _names(self) -> Iterator[Pair]:
        """The name in the definition, what `changes` says of it, and the sightings in it."""
        yield self.pair.child("definition").child("name")
        for change in self.pair.child("changes").children():
            if change.fields["path"] == "$.name":
                yield change
        for each in self.inside:
            if ("name",) in {each.old_at, each.new_at}:
                yield each.sighting

    def _carrier(self) -> Iterator[Found]:
        role = self.pair.child("role")
        if isinstance(role.old, str) and isinstance(role.new, str) and not role.is_same():
            words = f"comes in the {role.new} request, no longer in the {role.old} request"
            yield Found(
                rule=CARRIER,
                places=(role, *(each.sighting for each in self.inside if each.moves_along)),
                before=role.old,
                after=role.new,
                sentence=f"{self.name} {words}",
                where=self.where,
            )


def _shown(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a thing as a JSON value
    """The thing, or what stands for one that is not there."""
    return value if isinstance(value, dict) else {"presentation": "absent"}
