from types import MappingProxyType

from probe.campaigns.axes import axes_in
from probe.campaigns.github import MOST_JOBS, jobs_of
from probe.campaigns.planning import planned
from probe.clients.claude import Claude
from probe.clients.client import Client
from probe.clients.codex import Codex

CLIENTS: MappingProxyType[str, Client] = MappingProxyType({"claude": Claude(), "codex": Codex()})


def test_each_version_is_a_job_with_the_options_that_its_client_takes() -> None:
    axes = axes_in(["first-request,tool-call"], "accept,refuse", ["auth=api-key,token,chatgpt", "retries=,1"])

    assert jobs_of({"claude": ["2.1.1"], "codex": ["0.9.0", "0.10.0"]}, axes, CLIENTS, more=["--repeat 2"]) == {
        "include": [
            {
                "name": "claude 2.1.1",
                "spec": "claude@2.1.1",
                "options": "--scenario first-request --scenario tool-call --reply accept,refuse "
                "--set auth=api-key,token --set retries=,1 --repeat 2",
                "cells": 12,
            },
            *(
                {
                    "name": f"codex {version}",
                    "spec": f"codex@{version}",
                    "options": "--scenario first-request --scenario tool-call --reply accept,refuse "
                    "--set auth=api-key,chatgpt --repeat 2",
                    "cells": 6,
                }
                for version in ("0.9.0", "0.10.0")
            ),
        ]
    }


def test_too_many_versions_share_jobs_but_clients_do_not() -> None:
    releases = {"claude": [f"2.1.{patch}" for patch in range(5)], "codex": [f"0.{minor}.0" for minor in range(2)]}

    jobs = jobs_of(releases, axes_in([], None, []), CLIENTS, most=4)["include"]

    assert [(job["name"], job["spec"], job["cells"]) for job in jobs] == [
        ("claude 2.1.0 to 2.1.1", "claude@2.1.0 claude@2.1.1", 2),
        ("claude 2.1.2 to 2.1.3", "claude@2.1.2 claude@2.1.3", 2),
        ("claude 2.1.4", "claude@2.1.4", 1),
        ("codex 0.0.0 to 0.1.0", "codex@0.0.0 codex@0.1.0", 2),
    ]


def test_there_are_never_more_jobs_than_a_workflow_takes_and_no_cell_is_lost() -> None:
    releases = {"claude": [f"2.1.{patch}" for patch in range(700)], "codex": ["0.9.0"]}
    axes = axes_in([], "accept,close", [])

    jobs = jobs_of(releases, axes, CLIENTS)["include"]

    assert len(jobs) <= MOST_JOBS
    assert sum(int(str(job["cells"])) for job in jobs) == len(planned(releases, axes, CLIENTS))


def test_a_client_that_is_asked_nothing_has_no_job() -> None:
    axes = axes_in(["tool-call"], None, [])

    jobs = jobs_of(
        {"other": ["1.0.0"], "codex": ["0.9.0"]},
        axes,
        {"codex": Codex(), "other": Codex(name="other", dialect="unheard-of")},
    )

    assert [job["name"] for job in jobs["include"]] == ["codex 0.9.0"]
