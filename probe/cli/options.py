"""Options that several commands have: each is called the same, and says the same, wherever it is."""

from math import isnan
from typing import Any, Final, get_args

import click

from captures.compare.words import FailOn
from probe.scenarios.first_request import FIRST_REQUEST


class _Seconds(click.FloatRange):
    """A range takes `nan`, as that is neither below nor above anything."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - Click's own
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


places_argument: Final = click.argument(
    "places",
    metavar="[DIR…]",
    nargs=-1,
    help="Directories with shapes files, at any depth; files and - too. "
    "Without one: the captures that come with shape-probe.",
)

scenario_option: Final = click.option(
    "--scenario", metavar="NAME", default=FIRST_REQUEST.name, help="The question to put."
)

reply_option: Final = click.option(
    "--reply",
    metavar="MODE",
    default="accept",
    help="What model requests get: accept, refuse (HTTP 400), close, status:N.",
)

settings_option: Final = click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="A condition, such as model=NAME or transport=http. Repeatable.",
)

fail_on_option: Final = click.option(
    "--fail-on",
    type=click.Choice(get_args(FailOn)),
    show_default="as the settings say, else breaking",
    help="From which severity on a finding is drift.",
)

settings_file_option: Final = click.option(
    "--settings",
    "settings_file",
    metavar="FILE",
    show_default="shape-probe.toml where there is one",
    help="Severities of yours, and the findings that you accept.",
)

repeat_option: Final = click.option(
    "--repeat",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    help="Make each run so many times; what wavers is named unstable.",
)

jobs_option: Final = click.option(
    "--jobs", metavar="N", type=click.IntRange(min=0), default=0, help="Runs at a time; 0: one a processor."
)

deadline_option: Final = click.option(
    "--deadline",
    metavar="SECONDS",
    type=_Seconds(min=0.1),
    show_default="60, or what the scenario needs",
    help="Seconds that a client gets.",
)

verbose_option: Final = click.option("--verbose", "-v", is_flag=True, help="Log each event to stderr, names only.")
