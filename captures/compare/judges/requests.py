"""What the client sends to the provider: which requests, how they come, how many, with which header names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from captures.compare.alignment import Pair
from captures.compare.found import Case, Found
from captures.compare.phrases import counted, listed
from captures.compare.rule import breaking, cosmetic, notable

TRANSPORT: Final = breaking(
    "transport-changed",
    "Requests come over another transport",
    "A gateway or recorder that reads HTTP bodies sees nothing of what comes over a WebSocket, or the reverse.",
)
PATH: Final = breaking(
    "request-path-changed",
    "Requests that carry tools come on another path",
    "A gateway that serves the old path alone answers nothing, and a recorder that filters by path records nothing.",
)
METHOD: Final = notable(
    "request-method-changed",
    "Requests have another HTTP method",
    "A fake or gateway that answers by method and path has to answer the other method.",
)
APPEARED: Final = notable(
    "request-appeared",
    "The client sends a request that it did not send",
    "A gateway has to answer or refuse it. What takes the first request for the model request may now take this one.",
)
VANISHED: Final = notable(
    "request-vanished",
    "The client no longer sends a request",
    "What waits for that request, such as a model list at the start, waits in vain.",
)
COUNT: Final = cosmetic(
    "request-count-changed",
    "Requests come more or less often",
    "How often a client asks beside the turn is its own matter. For model requests it is `attempts-changed`.",
)
HEADER_ADDED: Final = notable(
    "header-name-added",
    "Requests have another header name",
    "A relay that passes on a closed list of headers drops it, and a gateway may have to know it.",
)
HEADER_REMOVED: Final = notable(
    "header-name-removed",
    "Requests lack a header name that they had",
    "What reads that header, for example to tell sessions apart, finds none.",
)
ATTEMPTS: Final = notable(
    "attempts-changed",
    "The client makes more or fewer model requests",
    "With the same answers of the provider it tries more or less often, which changes what a user waits and pays.",
)

RULES: Final = (TRANSPORT, PATH, METHOD, APPEARED, VANISHED, COUNT, HEADER_ADDED, HEADER_REMOVED, ATTEMPTS)


def judge_requests(case: Case) -> Iterator[Found]:
    """Judge the requests; transport, header names and attempts once for all requests that they concern."""
    groups = case.captures.child("requests").children()
    both = [group for group in groups if group.is_in_both]
    transport = _transport(case.captures, groups)
    yield from transport
    for group in groups:
        if not any(found.accounts_for(group) for found in transport):
            yield from _presence(group, groups)
    for group in both:
        yield from _path(group)
    yield from _headers(both, transport)
    attempts = _attempts(case.captures, both)
    yield from attempts
    for group in both:
        count = group.child("count")
        if not count.is_same() and not any(found.accounts_for(count) for found in attempts):
            sentence = f"The {_name(group)} requests come {_often(count.new)}; they came {_often(count.old)}"
            yield Found(rule=COUNT, places=(count,), before=count.old, after=count.new, sentence=sentence)


_OF_TRANSPORT: Final = re.compile(
    r"accept|accept-encoding|connection|content-(?:encoding|length|type)|sec-websocket-[a-z]+|transfer-encoding|upgrade"
)
"""Header names that belong to HTTP bodies or to the opening of a WebSocket (RFC 9110, RFC 6455)."""


def _transport(captures: Pair, groups: Sequence[Pair]) -> list[Found]:
    """At most one, which accounts for the requests that open WebSockets and for the header names of the transport."""
    observed = captures.child("conditions").child("observed").child("transport")
    moved = [group for group in groups if group.is_in_both and not group.child("transport").is_same()]
    if observed.is_same() and not moved:
        return []
    of_transport = [
        name
        for group in moved
        for name in group.child("header_names").children()
        if not name.is_in_both and _OF_TRANSPORT.fullmatch(str(name.either))
    ]
    openings = [group for group in groups if not group.is_in_both and group.fields["role"] == "upgrade"]
    changes = [observed, *(group.child(key) for group in moved for key in ("transport", "method"))]
    places = [pair for pair in (*changes, *openings, *of_transport) if not pair.is_same()]
    roles = listed(str(group.fields["role"]) for group in moved) if moved else "model"
    old, new = (places[0].old, places[0].new)
    sentence = f"The {roles} requests come over {_over(new)}, no longer over {_over(old)}"
    return [Found(rule=TRANSPORT, places=tuple(places), before=old, after=new, sentence=sentence)]


def _presence(group: Pair, groups: Iterable[Pair]) -> Iterator[Found]:
    if group.is_in_both:
        return
    request = group.fields
    name = f"{request['method']} {request['path']}"
    over = f" over {_over(request['transport'])}" if request["transport"] == "websocket" else ""
    is_variant = any(_is_like(request, other.fields) for other in groups if other.is_in_both)
    if is_variant:
        words = "now have" if group.is_new else "no longer have"
        sentence = f"Some of the {_name(group)} requests {words} other header names than the rest"
    else:
        words = "now sends" if group.is_new else "no longer sends"
        sentence = f"The client {words} the {request['role']} request {name}{over}"
    yield Found(
        rule=APPEARED if group.is_new else VANISHED,
        places=(group,),
        before=name if group.is_gone else None,
        after=name if group.is_new else None,
        sentence=sentence,
    )


def _is_like(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one[key] == other[key] for key in ("role", "method", "path", "transport"))


def _path(group: Pair) -> Iterator[Found]:
    role = group.fields["role"]
    path, method = group.child("path"), group.child("method")
    if not path.is_same():
        sentence = f"The {role} requests go to {path.new}, no longer to {path.old}"
        yield Found(rule=PATH, places=(path,), before=path.old, after=path.new, sentence=sentence)
    if not method.is_same() and group.child("transport").is_same():
        sentence = f"The {role} requests to {path.new} have the method {method.new}, no longer {method.old}"
        yield Found(rule=METHOD, places=(method,), before=method.old, after=method.new, sentence=sentence)


def _headers(groups: Iterable[Pair], transport: Sequence[Found]) -> Iterator[Found]:
    """One finding for the names that came or went on the same requests."""
    on: dict[tuple[bool, str], list[tuple[Pair, Pair]]] = {}
    for group in groups:
        for name in group.child("header_names").children():
            if not name.is_in_both and not any(found.accounts_for(name) for found in transport):
                on.setdefault((name.is_new, str(name.either)), []).append((group, name))
    together: dict[tuple[bool, tuple[str, ...]], dict[str, list[Pair]]] = {}
    for (is_new, header), places in on.items():
        requests = tuple(_name(group) for group, _ in places)
        together.setdefault((is_new, requests), {})[header] = [pair for _, pair in places]
    for (is_new, requests), headers in together.items():
        words = "now have" if is_new else "no longer have"
        noun = "header" if len(headers) == 1 else "headers"
        yield Found(
            rule=HEADER_ADDED if is_new else HEADER_REMOVED,
            places=tuple(pair for pairs in headers.values() for pair in pairs),
            before=None if is_new else list(headers),
            after=list(headers) if is_new else None,
            sentence=f"The {listed(requests)} requests {words} the {noun} {listed(headers)}",
        )


def _attempts(captures: Pair, groups: Iterable[Pair]) -> list[Found]:
    """At most one, which accounts for the counts of model requests."""
    attempts = captures.child("outcome").child("attempts")
    if attempts.is_same():
        return []
    counts = [group.child("count") for group in groups if group.fields["role"] == "model"]
    now = counted(attempts.new, "model request") if isinstance(attempts.new, int) else "requests until the deadline"
    was = attempts.old if isinstance(attempts.old, int) else "some until the deadline"
    return [
        Found(
            rule=ATTEMPTS,
            places=(attempts, *(count for count in counts if not count.is_same())),
            before=attempts.old,
            after=attempts.new,
            sentence=f"The client makes {now}; it made {was}",
        )
    ]


def _name(group: Pair) -> str:
    """What requests are called in front of the word: by their role, those beside the turn by method and path."""
    request = group.fields
    return f"{request['method']} {request['path']}" if request["role"] == "side" else str(request["role"])


def _over(transport: object) -> str:
    return "a WebSocket" if transport == "websocket" else "HTTP"


def _often(count: object) -> str:
    return counted(count, "time") if isinstance(count, int) else "until the deadline"
