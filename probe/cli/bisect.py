"""`shape-probe bisect`: the first release of a client with a change, in as few runs as a binary search takes."""

import json
import os
import signal
import sys
from typing import Final

import click

from probe.cli.ending import ends_well, say, show
from probe.cli.options import reply_option, scenario_option, settings_option
from probe.errors import SetupError

_CHECKS: Final = 2


@click.command("bisect")
@click.argument(
    "spec",
    metavar="SPEC",
    help="A range of releases: codex@0.120.0..0.154.0, claude@2.1.300..latest (both ends are in).",
)
@click.option(
    "--rule",
    metavar="RULE",
    show_default="the gravest between the ends",
    help="Only findings of this rule count.",
)
@click.option("--pointer", metavar="POINTER", help="Only findings at or below it count; [*] stands for any index.")
@scenario_option
@reply_option
@settings_option
@click.option(
    "--captures",
    metavar="DIR",
    multiple=True,
    help="Shapes files that answer the question for some versions already. Repeatable.",
)
@click.option(
    "--verify",
    metavar="N",
    type=click.IntRange(min=0),
    default=_CHECKS,
    help="Run so many more versions when the change is found: is it the only one?",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="Runs at a time, where they do not depend on one another; 0: one a processor.",
)
@click.option("--cached", is_flag=True, help="Fetch nothing: only what is in the cache or in captures is looked at.")
@click.option("--discard", is_flag=True, help="Remove each version that this fetches when it has been run.")
@click.option("--dry-run", is_flag=True, help="Only say what would be run and fetched.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@ends_well
def bisect(
    *,
    spec: str,
    rule: str | None,
    pointer: str | None,
    scenario: str,
    reply: str,
    settings: tuple[str, ...],
    captures: tuple[str, ...],
    verify: int,
    jobs: int,
    cached: bool,
    discard: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Find the first release with a change, and the finding."""
    _check(captures=captures, dry_run=dry_run, as_json=as_json)
    from probe.campaigns.releases import releases_in
    from probe.clients.settings import pairs_in
    from probe.clients.table import client_named
    from probe.installs.cache import cache_root
    from probe.installs.progress import Lines
    from probe.installs.ranges import range_in
    from probe.orders import check_script, conditions_of
    from probe.reply import reply_policy
    from probe.scenarios.table import scenario_named

    client, question = client_named(spec.partition("@")[0]), scenario_named(scenario)
    asked = range_in(spec, packages={client.name: client.package})
    reply_policy(reply)
    conditions = tuple(sorted(conditions_of(client, question, pairs_in(settings)).items()))
    check_script(question, [client], reply=reply)

    from probe.campaigns.bisect_wanted import wanted

    sought = wanted(rule, pointer)
    cache = cache_root(os.environ)
    releases = releases_in([asked], cache=cache, report=Lines(sys.stderr), environ=os.environ)
    versions = releases[client.name]
    if len(versions) < 2:
        raise SetupError(f"{asked} is {versions[0]} alone; name a range with two releases or more in it")

    from dataclasses import replace

    from probe.campaigns.bisect_answer import (
        answer_json,
        answer_lines,
        not_monotonic_line,
        sought_line,
        step_line,
    )
    from probe.campaigns.bisect_captures import answers_in
    from probe.campaigns.bisect_lanes import Bisection
    from probe.campaigns.bisect_plan import fetch_line, plan_line, plan_over
    from probe.campaigns.carrying import carried_out
    from probe.campaigns.cells import Cell

    cells = [
        Cell(client=client.name, version=version, scenario=question.name, reply=reply, settings=conditions)
        for version in versions
    ]
    answers = answers_in(captures, cells)
    plan = plan_over(cells, answers, checks=verify, cache=cache, environ=os.environ, is_cached_only=cached)
    if dry_run:
        show(f"{plan_line(plan)}\n{fetch_line(plan)}")
        return 0
    say(plan_line(plan))
    bisection = Bisection(
        answers,
        sought,
        checks=verify,
        jobs=jobs or os.cpu_count() or 1,
        is_discarding=discard,
        cache=cache,
        environ=os.environ,
        stream=sys.stderr,
        begun=lambda found, between: say(sought_line(found, between)),
        told=lambda step: say(step_line(step)),
    )
    number = carried_out(bisection, plan.cells, bisection)
    answer = bisection.answer
    if number is not None or answer is None:
        last = bisection.last
        known = "" if last is None else f"; so far, the change is between {last.without} and {last.having}"
        say(f"shape-probe: interrupted; what was started is ended{known}")
        return 128 + (number or signal.SIGINT)
    answer, fetched = replace(answer, absent=plan.absent), len(bisection.fetched)
    if not as_json:
        for line in answer_lines(answer, fetched=fetched):
            show(line)
        return 0
    if answer.change is not None and not answer.change.is_monotonic:
        say(f"shape-probe: {not_monotonic_line(answer.change)}")
    show(json.dumps(answer_json(answer, fetched=fetched), indent=2))
    return 0


def _check(*, captures: tuple[str, ...], dry_run: bool, as_json: bool) -> None:
    """Refuse options that do not go together, and a name that is none."""
    if dry_run and as_json:
        raise SetupError("--dry-run prints lines for people; leave --json out")
    if "" in captures:
        raise SetupError("--captures takes a directory that has shapes files, or one such file; an empty name is none")
