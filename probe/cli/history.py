"""`shape-probe history`: in which releases of a client something changed, and what, as far as there are captures."""

from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args

import click

from probe.cli.ending import ends_well, put, say
from probe.cli.options import places_argument
from probe.clients.settings import pairs_in
from probe.clients.table import CLIENTS
from probe.errors import SetupError
from probe.writability import printable

_Format = Literal["text", "markdown", "json"]


@click.command("history")
@click.argument("client", metavar="CLIENT", help="claude or codex.")
@places_argument
@click.option("--scenario", metavar="NAME", show_default="all", help="Only this question.")
@click.option("--reply", metavar="MODE", show_default="all", help="Only captures with this reply.")
@click.option(
    "--set", "settings", metavar="KEY=VALUE", multiple=True, help="Only captures with this condition. Repeatable."
)
@click.option("--rule", metavar="RULE", show_default="all", help="Only findings of this rule.")
@click.option("--all", "is_all", is_flag=True, help="Show cosmetic findings too.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(get_args(_Format)),
    default="text",
    help="How the result is written.",
)
@ends_well
def history(
    *,
    client: str,
    places: tuple[str, ...],
    scenario: str | None,
    reply: str | None,
    settings: tuple[str, ...],
    rule: str | None,
    is_all: bool,
    format_name: _Format,
) -> int:
    """Show the releases of a client in which something changed, and what: the newest first, a line a finding."""
    check_order(client, places)
    conditions = pairs_in(settings)
    if reply is not None:
        conditions["reply"] = reply

    from captures.compare.history import histories_of, narrowed
    from captures.compare.rules import RULES
    from captures.report.timeline import FORMATS
    from probe.gathering import gathered, only

    if rule is not None and rule not in RULES:
        near = get_close_matches(rule, RULES, cutoff=0.4) or sorted(RULES)[:3]
        raise SetupError(f"--rule names no rule; docs/rules.md has them all, among them {', '.join(near)}")
    captures = only(gathered(places), client=client, scenario=scenario, conditions=conditions)
    (whole,) = histories_of(captures)
    of_rule = narrowed(whole, lambda finding: rule is None or finding.rule == rule)
    # A rule that is asked for is shown, whatever its severity.
    shown = of_rule if is_all or rule is not None else narrowed(of_rule, lambda finding: finding.severity != "cosmetic")
    put(FORMATS[format_name]((shown,)).encode("utf-8"))
    hidden = of_rule.count() - shown.count()
    if hidden:
        say(f"{hidden} cosmetic finding{' is' if hidden == 1 else 's are'} not shown; --all shows everything")
    return 0


def check_order(client: str, places: tuple[str, ...]) -> None:
    """Make sure that a client is named, without a version, and before the directories.

    A client of another package is not known here: what is no client of ours may be one.

    Raises:
        SetupError: It is not so; the sentence says what to write.
    """
    name, is_release, _version = client.partition("@")
    if is_release and name in CLIENTS:
        raise SetupError(f"a history has all versions of a client; write: shape-probe history {name}")
    if client in CLIENTS:
        return
    late = next((place for place in places if place in CLIENTS and not Path(place).exists()), None)
    if late is not None or (not places and _is_there(client)):
        first = late or next(iter(CLIENTS))
        raise SetupError(f"the client comes first; write: shape-probe history {first} {printable(Path(client))}")


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # no name that the system takes
        return False
