"""Findings as SARIF, checked against the schema of OASIS."""

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped] # its types are a package of their own
import pytest

from captures.compare.formats.sarif import sarif
from captures.compare.judging import Judged
from captures.compare.rules import RULES
from tests.captures.compare.formats.judgements import (
    HEADER,
    NOTHING,
    ODD_NAMES,
    ONE_OF_EVERYTHING,
    comparison,
    finding,
    judgement,
    odd,
)

SCHEMA = json.loads((Path(__file__).parents[3] / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft4Validator(SCHEMA)

START = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}


def run_of(judged: Judged) -> dict[str, Any]:
    run: dict[str, Any]
    document = json.loads(sarif(judged))
    (run,) = document["runs"]
    assert document == {"$schema": SCHEMA["id"], "version": "2.1.0", "runs": [run]}
    return run


def fingerprints(judged: Judged) -> list[str]:
    results = run_of(judged)["results"]
    assert all(len(set(result["partialFingerprints"].values())) == 1 for result in results)
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]


def test_a_finding_is_a_result_at_its_file_and_its_pointer() -> None:
    run = run_of(judgement(comparison(HEADER)))

    assert run["results"] == [
        {
            "ruleId": "header-name-added",
            "level": "note",
            "message": {
                "text": "model requests have a new header, x-new (codex first-request reply=accept, 0.120.0 -> 0.125.0)"
            },
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "shapes/codex/first-request.json"},
                        "region": START,
                    },
                    "logicalLocations": [{"fullyQualifiedName": "$.requests[0].header_names[3]", "kind": "member"}],
                }
            ],
            "partialFingerprints": run["results"][0]["partialFingerprints"],
        }
    ]
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_severities_are_levels_and_what_is_accepted_is_left_out() -> None:
    told = [finding(), finding(severity="notable"), finding(severity="cosmetic")]
    accepted = ONE_OF_EVERYTHING.compared[0].accepted
    results = run_of(judgement(comparison(*told, accepted=accepted)))["results"]

    assert [result["level"] for result in results] == ["error", "warning", "note"]


def test_a_finding_in_no_file_has_its_pointers_alone() -> None:
    (result,) = run_of(judgement(comparison(finding(also=("$.envelopes[0]",)), file=None)))["results"]

    assert result["locations"] == [
        {
            "logicalLocations": [
                {"fullyQualifiedName": "$.tools[0].presentation", "kind": "member"},
                {"fullyQualifiedName": "$.envelopes[0]", "kind": "member"},
            ]
        }
    ]


def test_a_stale_acceptance_is_a_result_at_the_settings_file() -> None:
    run = run_of(ONE_OF_EVERYTHING)
    stale = [result for result in run["results"] if result["ruleId"] == "stale-acceptance"]

    assert [result["message"]["text"][:24] for result in stale] == [
        "attempts-changed (entry ",
        "became-unstable (entry 3",
    ]
    assert [result["locations"] for result in stale] == [
        [{"physicalLocation": {"artifactLocation": {"uri": "shape-probe.toml"}, "region": START}}]
    ] * 2


def test_what_was_not_compared_is_a_notification() -> None:
    (invocation,) = run_of(ONE_OF_EVERYTHING)["invocations"]

    assert invocation["executionSuccessful"] is False
    assert [(each["level"], each["message"]["text"]) for each in invocation["toolExecutionNotifications"]] == [
        ("warning", "claude first-request 2.1.332: the new capture is inconclusive (server-never-listed)"),
        ("note", "claude first-request 2.1.300: the old capture is inconclusive (no-model-request)"),
        ("note", "codex first-request reply=accept 0.120.0: only the old side has it"),
        ("note", "codex first-request reply=accept 0.125.0: only the new side has it"),
    ]


def test_every_rule_is_described() -> None:
    rules = run_of(NOTHING)["tool"]["driver"]["rules"]

    assert [rule["id"] for rule in rules] == [*RULES, "stale-acceptance"]
    assert {len(rule["fullDescription"]["text"]) <= 1024 for rule in rules} == {True}  # what GitHub shows


def test_a_fingerprint_stays_over_versions_and_places_in_a_list() -> None:
    before = comparison(HEADER)
    after = comparison(
        HEADER.model_copy(update={"pointer": "$.requests[1].header_names[7]"}), old_version="1.0", new_version="2.0"
    )

    assert fingerprints(judgement(before)) == fingerprints(judgement(after))


def test_different_findings_have_different_fingerprints_and_equal_ones_a_number() -> None:
    compared = comparison(finding(), finding(after="described"), finding(rule="tool-vanished"), finding())
    first, second, third, fourth = fingerprints(judgement(compared))

    assert len({first, second, third}) == 3
    assert first.endswith(":1")
    assert fourth == f"{first.removesuffix('1')}2"


@pytest.mark.parametrize("judged", [ONE_OF_EVERYTHING, NOTHING, judgement(), *(odd(name) for name in ODD_NAMES)])
def test_it_has_the_schema_and_is_ascii(judged: Judged) -> None:
    text = sarif(judged)

    VALIDATOR.validate(json.loads(text))
    assert text.isascii()


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_read_back_as_it_is_seen(name: str) -> None:
    seen = "".join(char if char.isprintable() else repr(char)[1:-1] for char in name)
    first = run_of(odd(name))["results"][0]

    assert f"the tool {seen} is gone" in first["message"]["text"].replace("] (", "](")
    assert first["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == f'$["{seen}"]'


def test_a_name_is_no_link() -> None:
    assert run_of(odd("[x](y)"))["results"][0]["message"]["text"].startswith("the tool [x] (y) is gone")
