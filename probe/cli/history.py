"""`shape-probe history`: in which releases of a client something changed, and what, as far as there are captures."""

from difflib import get_close_matches
from typing import Annotated, Literal

import typer

from probe.cli.ending import ends_well, put, say
from probe.clients.settings import pairs_in
from probe.errors import SetupError


@ends_well
def history(
    client: Annotated[str, typer.Argument(metavar="CLIENT", help="claude or codex.")],
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DIR…",
            help="Directories with shapes files, at any depth; files and - too.",
            show_default="the captures that come with shape-probe",
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="Only this question.", show_default="all")] = None,
    reply: Annotated[
        str | None, typer.Option(metavar="MODE", help="Only captures with this reply.", show_default="all")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Only captures with this condition. Repeatable."),
    ] = None,
    rule: Annotated[
        str | None, typer.Option(metavar="RULE", help="Only findings of this rule.", show_default="all")
    ] = None,
    is_all: Annotated[bool, typer.Option("--all", help="Show cosmetic findings too.")] = False,
    format_name: Annotated[
        Literal["text", "markdown", "json"], typer.Option("--format", help="How the result is written.")
    ] = "text",
) -> int:
    """Show the releases of a client in which something changed, and what: the newest first, a line a finding."""
    conditions = pairs_in(settings or [])
    if reply is not None:
        conditions["reply"] = reply

    from captures.compare.history import histories_of, narrowed
    from captures.compare.rules import RULES
    from captures.report.timeline import FORMATS
    from probe.gathering import gathered, only

    if rule is not None and rule not in RULES:
        near = get_close_matches(rule, RULES, cutoff=0.4) or sorted(RULES)[:3]
        raise SetupError(f"--rule names no rule; docs/rules.md has them all, among them {', '.join(near)}")
    captures = only(gathered(places or []), client=client, scenario=scenario, conditions=conditions)
    (whole,) = histories_of(captures)
    of_rule = narrowed(whole, lambda finding: rule is None or finding.rule == rule)
    # A rule that is asked for is shown, whatever its severity.
    shown = of_rule if is_all or rule is not None else narrowed(of_rule, lambda finding: finding.severity != "cosmetic")
    put(FORMATS[format_name]((shown,)).encode("utf-8"))
    hidden = of_rule.count() - shown.count()
    if hidden:
        say(f"{hidden} cosmetic finding{' is' if hidden == 1 else 's are'} not shown; --all shows everything")
    return 0
