"""Versions that send the same requests stand together."""

from captures.compare.history import strands_of
from captures.model import RequestGroup
from captures.report.requests import Run, runs_of
from tests.captures.report.series import version
from tests.captures.samples import REQUEST

ONCE = RequestGroup.model_validate(REQUEST)
TWICE = ONCE.model_copy(update={"count": 2})


def test_neighbours_that_send_the_same_are_one_run_and_the_newest_comes_first() -> None:
    sent = {"1.0.0": [REQUEST], "1.1.0": [{**REQUEST, "count": 2}], "1.2.0": [REQUEST], "1.10.0": [REQUEST]}
    (strand,) = strands_of([version(number, requests=requests) for number, requests in sent.items()])

    runs = runs_of(strand)

    assert runs == (
        Run(versions=("1.10.0", "1.2.0"), requests=(ONCE,)),
        Run(versions=("1.1.0",), requests=(TWICE,)),
        Run(versions=("1.0.0",), requests=(ONCE,)),
    )
    assert [run.span for run in runs] == ["1.2.0 \N{EN DASH} 1.10.0", "1.1.0", "1.0.0"]
