from pathlib import Path
from typing import Any, Final

from captures import canonical
from fake_mcp.result_kinds import planted_texts
from probe.scenarios.results import KINDS
from probe.scenarios.results_page import results_page
from tests.captures.samples import client, shapes_file, small_capture

DOCS: Final = Path(__file__).parents[3] / "docs"
MAKE: Final = "from tests.probe.scenarios.test_results_page import made; made()"


def page() -> str:
    path = DOCS / "examples" / "results.json"
    return results_page(canonical.loads(path.read_bytes(), name=path.name))


def made() -> None:
    """Write the page anew, when the captures are new."""
    (DOCS / "results.md").write_text(page(), encoding="utf-8")


def test_the_page_is_made_of_the_captures() -> None:
    is_same = (DOCS / "results.md").read_text(encoding="utf-8") == page()

    assert is_same, f'run: python -c "{MAKE}"'


def answered(route: str, *blocks: dict[str, Any], is_error: bool | None = None) -> dict[str, Any]:
    answer = {"attempt": 2, "pointer": "$.a", "type": "tool_result", "is_error": is_error, "blocks": list(blocks)}
    return {**unanswered(route), "answer": answer}


def unanswered(route: str) -> dict[str, Any]:
    return {
        "route": route,
        "kind": "tool_use",
        "shown_as": "mcp__shape_probe__lookup",
        "namespace": None,
        "reached_server": True,
        "arguments": {"query": route},
        "answer": None,
    }


def block(kind: str, length: int, *planted: tuple[str, int, int, int]) -> dict[str, Any]:
    survivals = [{"token": token, "head": head, "tail": tail, "of": of} for token, head, tail, of in planted]
    return {"type": kind, "keys": [], "texts": [{"pointer": "$.a", "length": length, "planted": survivals}]}


def section(text: str, kind: str) -> list[str]:
    """The lines of a kind's table, without its head."""
    lines = text.partition(f"## `{kind}`\n")[2].partition("\n## ")[0].strip().splitlines()
    return lines[2:]


def test_clients_that_got_the_same_stand_in_one_line() -> None:
    calls = [answered("text", block("text", 28, ("result.text", 28, 0, 28)))]
    file = shapes_file(
        *(small_capture(client=client("claude", f"2.1.{n}"), scenario="results", calls=calls) for n in (268, 332))
    )

    assert section(results_page(file), "text") == [
        "| claude 2.1.268, claude 2.1.332 | - | `text` 28 | `result.text` | - |"
    ]


def test_what_is_cut_has_numbers_and_what_is_not_there_is_lost() -> None:
    calls = [
        answered("exec.text-2mb", block("input_text", 40_000, ("result.text", 2_000, 3_000, 2_000_000))),
        answered("direct.text-2mb", block("string", 12), is_error=True),
        answered("direct.empty", is_error=False),
        unanswered("direct.text"),
    ]
    page = results_page(shapes_file(small_capture(scenario="results", calls=calls)))

    assert section(page, "text-2MB") == [
        "| codex 0.171.0 (exec) | - | `input_text` 40,000 | `result.text` 2,000 + 3,000 of 2,000,000 | - |",
        "| codex 0.171.0 (direct) | yes | `string` 12 | - | `result.text` |",
    ]
    assert section(page, "empty") == ["| codex 0.171.0 (direct) | no | none | - | - |"]
    assert section(page, "text") == ["| codex 0.171.0 (direct) | - | no answer | - | `result.text` |"]


def test_captures_of_other_scenarios_are_left_out() -> None:
    file = shapes_file(small_capture(calls=[unanswered("text")]))

    assert section(results_page(file), "text") == []


def test_every_kind_has_a_section_with_all_that_is_planted_in_it() -> None:
    text = page()

    for kind in KINDS:
        lines = "\n".join(section(text, kind))
        assert lines.count("\n") >= 2
        assert [each.token for each in planted_texts(kind) if f"`{each.token}`" not in lines] == []
