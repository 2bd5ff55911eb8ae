"""What README and docs quote is what the program says: options, settings, exit codes, commands, links."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from captures import canonical
from fake_mcp.__main__ import main as serve_alone
from probe.cli.main import COMMANDS as LISTED
from probe.cli.main import shape_probe
from probe.cli.summary import summary_lines
from probe.clients.table import CLIENTS
from probe.errors import ProbeError
from probe.reply import reply_policy
from probe.scenarios.table import ENTRY_POINTS
from tests.test_docs import PAGES, ROOT

README: Final = ROOT / "README.md"
COMMANDS: Final = ROOT / "docs" / "commands.md"

WIDE: Final = 500
"""Columns: so many that no sentence is broken."""

_BLOCK: Final = re.compile(
    r"^<!-- (?!end -->)(?P<name>[^\n]+?) -->\n(?P<text>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL
)
_NAME: Final = re.compile(r"(?<!\S)--?[a-z][a-z-]*")
_RANGE: Final = r"[\d.<=]*x[<>=]+[\d.]+"
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def block(page: Path, name: str) -> str:
    """The text between `<!-- name -->` and `<!-- end -->`."""
    found = {each["name"]: each["text"] for each in _BLOCK.finditer(page.read_text(encoding="utf-8"))}
    return found[name]


def rows(text: str) -> list[tuple[str, ...]]:
    """The cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in lines[2:]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option, or an argument, which has no names: what stands for its value, and what is said of it."""

    names: tuple[str, ...]
    """The longest first."""

    value: str = field(compare=False)
    """A page has a word of its own for it, or none."""

    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Help:
    """What `--help` says: the command's sentence, its arguments and options, the commands below it."""

    sentence: str
    options: tuple[Option, ...]
    """`--help` itself is left out."""

    commands: tuple[str, ...]


@cache
def help_of(name: str) -> Help:
    """Read the real text. The ranges of numbers in it are passed over: pages have none."""
    result = CliRunner().invoke(shape_probe, [*name.split(), "--help"], terminal_width=WIDE)
    assert result.exit_code == 0
    head, *parts = re.split(r"^(?=[A-Z][a-z ]+:$)", result.stdout, flags=re.MULTILINE)
    lines = {part.partition(":")[0]: _lines(part) for part in parts}
    options = (_option(*line) for line in (*lines.get("Positional arguments", []), *lines["Options"]))
    return Help(
        sentence=head.strip().splitlines()[-1].strip(),
        options=tuple(option for option in options if "--help" not in option.names),
        commands=tuple(name for name, _ in lines.get("Commands", [])),
    )


def _lines(part: str) -> list[tuple[str, str]]:
    """The two columns of a part. What does not fit into the first one has its second one on the next line."""
    joined = re.sub(r"\n {3,}", "  ", part)
    columns = (re.split(r" {2,}", line.strip(), maxsplit=1) for line in joined.splitlines()[1:] if line)
    return [(first, re.sub(r" {2,}", " ", second)) for first, second in columns]


def _option(column: str, says: str) -> Option:
    says = re.sub(rf"; {_RANGE}\]$", "]", says)
    says = re.sub(rf" \[({_RANGE}|required)\]$", "", says)
    return Option(names=_names(column), value=_NAME.sub("", column).strip(" ,[]"), says=says)


def _names(column: str) -> tuple[str, ...]:
    return tuple(sorted(_NAME.findall(column), key=len, reverse=True))


def commands() -> dict[str, str]:
    """Every command by its words, such as `clients install`, with its sentence."""
    names: list[str] = []
    for name in help_of("").commands:
        names += [f"{name} {below}" for below in help_of(name).commands] or [name]
    return {name: help_of(name).sentence for name in names}


def quoted(text: str) -> Help:
    """The same as a page has it, see `table_of`."""
    columns = ((column.strip("`").replace(r"\|", "|"), says) for column, says in rows(text))
    return Help(
        sentence=text.partition("\n")[0],
        options=tuple(Option(names=_names(column), value="", says=says) for column, says in columns),
        commands=(),
    )


def table_of(name: str) -> str:
    """What a page has about a command, between `<!-- help: NAME -->` and `<!-- end -->`."""
    lines = [help_of(name).sentence, "", "| Option | Says |", "| --- | --- |"]
    for option in help_of(name).options:
        column = f"{', '.join(option.names)} {option.value}".strip().replace("|", r"\|")
        lines.append(f"| `{column}` | {option.says} |")
    return "\n".join(lines) + "\n"


def settings_table() -> str:
    lines = ["| Client | Key | Values | Is |", "| --- | --- | --- | --- |"]
    for name, client in CLIENTS.items():
        for key, setting in sorted(client.settings.items()):
            choices = [f"`{choice}`{' (default)' if choice == setting.default else ''}" for choice in setting.choices]
            lines.append(f"| {name} | `{key}` | {', '.join(choices) or setting.form} | {setting.says} |")
    return "\n".join(lines) + "\n"


def commands_table() -> str:
    lines = ["| Command | Does |", "| --- | --- |"]
    lines += [f"| `shape-probe {name}` | {sentence} |" for name, sentence in commands().items()]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", commands())
def test_the_help_that_is_quoted_is_the_real_one(name: str) -> None:
    assert quoted(block(COMMANDS, f"help: {name}")) == help_of(name)


def test_the_readme_quotes_the_help_of_run() -> None:
    assert quoted(block(README, "help: run")) == help_of("run")


@pytest.mark.parametrize("name", commands())
def test_what_is_made_for_a_page_is_the_real_help(name: str) -> None:
    assert quoted(table_of(name)) == help_of(name)


def test_all_commands_are_listed() -> None:
    assert block(README, "commands") == commands_table()


def test_the_help_is_read_whole() -> None:
    """Else two readings of nothing would be equal."""
    assert tuple(dict.fromkeys(name.split()[0] for name in commands())) == tuple(LISTED)
    assert help_of("clients prune") == Help(
        sentence="Remove versions, and what interrupted installations left behind. Without arguments only the latter.",
        options=(
            Option(names=(), value="SPEC…", says="Exact versions: claude@2.1.268."),
            Option(names=("--keep",), value="N", says="Keep the N newest versions of each client."),
            Option(names=("--yes", "-y"), value="", says="Do not ask."),
            Option(names=("--dry-run",), value="", says="Only say what would be removed."),
        ),
        commands=(),
    )


def test_the_settings_are_those_of_the_clients() -> None:
    assert block(README, "settings") == settings_table()


def test_the_replies_are_those_that_are_read() -> None:
    section = README.read_text(encoding="utf-8").partition("`--reply`\n\n")[2].partition("\n\n")[0]
    names = [cells[0].strip("`").replace("N", "529") for cells in rows(section)]
    assert [reply_policy(name).mode for name in names] == ["accept", "refuse", "close", "status"]


def test_the_exit_codes_are_those_of_the_errors() -> None:
    codes = [cells[0].strip("`") for cells in rows(block(README, "exit-codes"))]
    errors = sorted(error.exit_code for error in ProbeError.__subclasses__())
    assert codes == ["0", "1", *map(str, errors), "128+N"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["schema"], 0),
        (["run", "nobody"], 2),
        (["run", "--no-such-option"], 2),
        (["validate", "no-such-file.json"], 2),
    ],
)
def test_commands_end_with_the_codes_of_the_table(arguments: list[str], code: int) -> None:
    assert CliRunner().invoke(shape_probe, arguments).exit_code == code


def test_the_example_is_what_run_prints_for_the_example_file() -> None:
    path = ROOT / "docs" / "examples" / "first-request.json"
    lines = summary_lines(canonical.loads(path.read_bytes(), name=path.name))
    specs = "claude@2.1.268 claude@2.1.332 codex@0.171.0"
    assert "\n".join([f"$ shape-probe run {specs}", *lines, "```"]) in README.read_text(encoding="utf-8")


def test_the_entry_point_group_is_the_one_that_is_read() -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    assert f'[project.entry-points."{ENTRY_POINTS}"]' in page


def test_the_catalogs_are_those_of_the_synthetic_server(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+b", buffering=0) as out:
        serve_alone(["--list"], out, out)
    assert (tmp_path / "out").read_text(encoding="ascii") in COMMANDS.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_relative_link_leads_somewhere(page: Path) -> None:
    targets = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in targets if not leads_somewhere(page, link)] == []


def leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path) if path else page
    return target.exists() and (not anchor or anchor in anchors(target))


def anchors(page: Path) -> set[str]:
    """The names that headings get, as on GitHub."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_a_link_to_nowhere_is_found() -> None:
    assert not leads_somewhere(README, "docs/nothing.md")
    assert not leads_somewhere(README, "docs/commands.md#nothing")
