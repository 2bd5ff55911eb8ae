"""Links into the report page: what stands after the `#`. `hash.js` reads them."""

from urllib.parse import quote

from captures.compare.findings import Question


def cell_link(question: Question, version: str) -> str:
    """To one cell of the table: `#cell=codex/0.154.0/first-request/reply=accept`."""
    return f"#cell={_path(question, version)}"


def comparison_link(question: Question, old: str, new: str) -> str:
    """To two versions side by side: `#compare=codex/0.147.0..0.154.0/first-request/reply=accept`."""
    return f"#compare={_path(question, f'{old}..{new}')}"


def _path(question: Question, versions: str) -> str:
    conditions = (f"{axis}={setting}" for axis, setting in sorted(question.requested.items()))
    return "/".join(quote(part, safe="=.:,@") for part in (question.client, versions, question.scenario, *conditions))
