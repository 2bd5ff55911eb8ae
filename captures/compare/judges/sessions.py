"""What the client says to the MCP server, and what its run really had."""

from collections.abc import Iterator
from typing import Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.phrases import counted, listed
from captures.compare.rule import cosmetic, notable

ADDED: Final = notable(
    "mcp-method-added",
    "The client says a method to the MCP server that it did not say",
    "An MCP server has to answer it, or refuse it in the way that the client expects.",
)
REMOVED: Final = notable(
    "mcp-method-removed",
    "The client no longer says a method to the MCP server",
    "An MCP server that waits for it, for example to set up a session on `initialize`, waits in vain.",
)
COUNT: Final = cosmetic(
    "mcp-method-count-changed",
    "The client says a method more or less often to the MCP server",
    "How often a client asks for the same thing is its own matter, as long as it asks at all.",
)
REORDERED: Final = notable(
    "mcp-methods-reordered",
    "The client says the same methods in another order",
    "An MCP server that expects one before the other has to take them as they come.",
)
PROTOCOL: Final = notable(
    "protocol-version-changed",
    "The client asks for another version of the MCP protocol",
    "An MCP server that does not know that version has to negotiate, and results can have other forms.",
)
ISOLATION: Final = cosmetic(
    "isolation-changed",
    "The run was isolated in another way",
    "It is about the machine and not about the client. A client may notice whether it is in namespaces, so that other "
    "findings can come from it.",
)

RULES: Final = (ADDED, REMOVED, COUNT, REORDERED, PROTOCOL, ISOLATION)


def judge_sessions(case: Case) -> Iterator[Found]:
    """Judge the MCP session and the isolation."""
    mcp = case.captures.child("mcp")
    methods = mcp.child("methods")
    yield from _methods(methods)
    if next(methods.reorderings(), None) is not None:
        sentence = "The client says the same methods to the MCP server in another order"
        yield Found(rule=REORDERED, orders=(methods,), before=methods.old, after=methods.new, sentence=sentence)
    version = mcp.child("protocol_version")
    if not version.is_same():
        new, old = version.new or "no version", version.old or "none"
        sentence = f"The client asks the MCP server for {new} of the protocol; it asked for {old}"
        yield Found(rule=PROTOCOL, places=(version,), before=version.old, after=version.new, sentence=sentence)
    isolation = case.captures.child("conditions").child("observed").child("isolation")
    if not isolation.is_same():
        sentence = f"The run was isolated by {isolation.new}, no longer by {isolation.old}"
        yield Found(rule=ISOLATION, places=(isolation,), before=isolation.old, after=isolation.new, sentence=sentence)


def _methods(methods: Pair) -> Iterator[Found]:
    """Judge which methods there are. One that is said more or less often is neither new nor gone."""
    said = [str(pair.old) for pair in methods.children() if not pair.is_new]
    says = [str(pair.new) for pair in methods.children() if not pair.is_gone]
    differing = [pair for pair in methods.children() if not pair.is_in_both]
    for rule, words, others in ((ADDED, "now says", said), (REMOVED, "no longer says", says)):
        some = [pair for pair in differing if pair.is_new is (rule == ADDED) and str(pair.either) not in others]
        if some:
            names = list(dict.fromkeys(str(pair.either) for pair in some))
            yield Found(
                rule=rule,
                places=tuple(some),
                before=None if rule == ADDED else list(names),
                after=list(names) if rule == ADDED else None,
                sentence=f"The client {words} {listed(names)} to the MCP server",
            )
    for name in dict.fromkeys(name for name in says if name in said):
        some = [pair for pair in differing if str(pair.either) == name]
        if some:
            before, after = said.count(name), says.count(name)
            sentence = f"The client says {name} to the MCP server {counted(after, 'time')}; it said it {before}"
            yield Found(rule=COUNT, places=tuple(some), before=before, after=after, sentence=sentence)
