"""The page docs/results.md, from the captures of the scenario `results`. Pure: captures in, Markdown out.

It tells what is in the captures and nothing else; what was planted, and so can be lost, it knows from the scenario.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from captures.model import Answer, BlockSeen, Call, Capture, ShapesFile
from fake_mcp.result_kinds import planted_texts
from probe.scenarios.results import KINDS, RESULTS, WAYS, route_of

_HEAD: Final = """\
# Results

What reaches the model of each kind of result that an MCP tool can give.

This page is made from [examples/results.json](examples/results.json), which is what this command writes:

```console
$ shape-probe run {specs} --scenario results
```

In each kind of result some strings are planted, such as `result.text`.
[scenarios.md](scenarios.md#results) says how they are asked for.

| Column | Says |
| --- | --- |
| Client | the client and the way of calling: for Codex `exec`, a program that shows the whole result, or `direct` |
| Error | the answer's own mark, `is_error`; `-` when it has none |
| Blocks | the blocks of the answer, by type, and the lengths of their texts; `string` is one bare string |
| Arrives | the planted strings that are there; of one that is cut, the characters of its start and of its end |
| Lost | the planted strings that are not there |

A length is in characters, and counts the client's own words around a text too.
"""

_COLUMNS: Final = "| Client | Error | Blocks | Arrives | Lost |\n| --- | --- | --- | --- | --- |\n"


def results_page(file: ShapesFile) -> str:
    """The page. Captures of other scenarios are left out, and clients that got the same stand in one line."""
    captures = [capture for capture in file.captures if capture.scenario == RESULTS.name]
    specs = " ".join(f"{capture.client.name}@{capture.client.version}" for capture in captures)
    return "\n".join([_HEAD.format(specs=specs), *(_section(kind, captures) for kind in KINDS)])


def _section(kind: str, captures: Sequence[Capture]) -> str:
    lines: dict[str, list[str]] = {}
    for capture in captures:
        for way, call in _calls(capture, kind):
            title = f"{capture.client.name} {capture.client.version}"
            lines.setdefault(f"{_cells(kind, call)}\n{way}", []).append(title)
    rows = [
        f"| {', '.join(titles)}{f' ({way})' if way else ''} | {cells} |\n"
        for (cells, way), titles in ((line.split("\n"), titles) for line, titles in lines.items())
    ]
    return f"## `{kind}`\n\n{_COLUMNS}{''.join(rows)}"


def _calls(capture: Capture, kind: str) -> Iterator[tuple[str, Call]]:
    """The calls of a kind, each with the way of calling; Claude Code has one, without a name."""
    by_route = {call.route: call for call in capture.calls}
    routes = {"": route_of(kind), **{way: f"{way}.{route_of(kind)}" for way in WAYS}}
    for way, route in routes.items():
        if route in by_route:
            yield way, by_route[route]


def _cells(kind: str, call: Call) -> str:
    if call.answer is None:
        return " | ".join(("-", "no answer", "-", _joined(each.token for each in planted_texts(kind))))
    arrived = list(_arrived(call.answer))
    tokens = [token for token, _ in arrived]
    lost = [each.token for each in planted_texts(kind) if each.token not in tokens]
    error = {True: "yes", False: "no", None: "-"}[call.answer.is_error]
    blocks = ", ".join(map(_block, call.answer.blocks)) or "none"
    return " | ".join((error, blocks, ", ".join(f"`{token}`{how}" for token, how in arrived) or "-", _joined(lost)))


def _block(block: BlockSeen) -> str:
    lengths = [f"{text.length:,}" for text in block.texts]
    return f"`{block.type}` {' and '.join(lengths)}".rstrip()


def _arrived(answer: Answer) -> Iterator[tuple[str, str]]:
    """Each planted string that is there, and how it is cut."""
    for block in answer.blocks:
        for text in block.texts:
            for each in text.planted:
                is_whole = each.head == each.of
                yield each.token, "" if is_whole else f" {each.head:,} + {each.tail:,} of {each.of:,}"


def _joined(tokens: Iterator[str] | list[str]) -> str:
    return ", ".join(f"`{token}`" for token in tokens) or "-"
