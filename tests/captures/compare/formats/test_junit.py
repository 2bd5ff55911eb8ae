"""Findings as JUnit XML, checked against the schema of Jenkins's xUnit plugin."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema

from captures.compare.formats.junit import junit
from captures.compare.judging import Judged
from captures.compare.rules import RULES
from tests.captures.compare.formats.judgements import (
    NOTHING,
    ODD_NAMES,
    ONE_OF_EVERYTHING,
    comparison,
    finding,
    judgement,
    odd,
)

SCHEMA = xmlschema.XMLSchema10(Path(__file__).parents[3] / "data" / "junit-10.xsd")

QUESTION = "codex first-request reply=accept"

PRESENTATION = f"""\
    <testcase classname="{QUESTION}" name="tool-presentation-changed">
      <failure type="breaking" message="lookup is shown in a namespace, not inline any more (and 1 more)">\
breaking: lookup is shown in a namespace, not inline any more ($.tools[0].presentation)
breaking: find is shown in a namespace, not inline any more ($.tools[1].presentation)</failure>
    </testcase>
"""

HEADER = f"""\
    <testcase classname="{QUESTION}" name="header-name-added">
      <system-out>cosmetic: model requests have a new header, x-new ($.requests[0].header_names[3])
accepted: cosmetic: model requests have a new header, x-new ($.requests[0].header_names[3])\
 because: no reader of ours looks at headers</system-out>
    </testcase>
"""


def passed(question: str, rule: str) -> str:
    return f'    <testcase classname="{question}" name="{rule}" />\n'


def test_a_comparison_is_a_suite_and_a_rule_a_test() -> None:
    told = {"tool-presentation-changed": PRESENTATION, "header-name-added": HEADER}

    assert junit(ONE_OF_EVERYTHING) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="shape-probe" tests="{2 * len(RULES) + 6}" failures="3" errors="0">\n'
        f'  <testsuite name="{QUESTION}" tests="{len(RULES)}" failures="1" errors="0" skipped="0">\n'
        "    <properties>\n"
        '      <property name="old-version" value="0.120.0" />\n'
        '      <property name="new-version" value="0.125.0" />\n'
        "    </properties>\n"
        f"{''.join(told.get(rule) or passed(QUESTION, rule) for rule in RULES)}"
        "  </testsuite>\n"
        f'  <testsuite name="claude first-request" tests="{len(RULES)}" failures="0" errors="0" skipped="0">\n'
        "    <properties>\n"
        '      <property name="old-version" value="2.1.300" />\n'
        '      <property name="new-version" value="2.1.332" />\n'
        "    </properties>\n"
        f"{''.join(passed('claude first-request', rule) for rule in RULES)}"
        "  </testsuite>\n"
        f"{skipped('claude first-request', '2.1.332: the new capture is inconclusive (server-never-listed)')}"
        f"{skipped('claude first-request', '2.1.300: the old capture is inconclusive (no-model-request)')}"
        f"{skipped(QUESTION, '0.120.0: only the old side has it')}"
        f"{skipped(QUESTION, '0.125.0: only the new side has it')}"
        '  <testsuite name="shape-probe.toml" tests="2" failures="2" errors="0" skipped="0">\n'
        '    <testcase classname="shape-probe.toml" name="attempts-changed (entry 2, codex, first-request,'
        ' model=some-model, reply=accept, $.outcome) is needed">\n'
        '      <failure type="stale" message="is accepted and no longer occurs: remove it from shape-probe.toml" />\n'
        "    </testcase>\n"
        '    <testcase classname="shape-probe.toml" name="became-unstable (entry 3) is needed">\n'
        '      <failure type="stale" message="is accepted and no longer occurs: remove it from shape-probe.toml,'
        ' or say there which client, scenario or conditions it is about" />\n'
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n"
    )


def skipped(question: str, message: str) -> str:
    return (
        f'  <testsuite name="{question}" tests="1" failures="0" errors="0" skipped="1">\n'
        f'    <testcase classname="{question}" name="comparison">\n'
        f'      <skipped message="{message}" />\n'
        "    </testcase>\n"
        "  </testsuite>\n"
    )


@pytest.mark.parametrize(
    ("fail_on", "severity", "failures"),
    [("breaking", "notable", 0), ("notable", "notable", 1), ("notable", "cosmetic", 0), ("any", "cosmetic", 1)],
)
def test_only_what_fails_is_a_failed_test(fail_on: str, severity: str, failures: int) -> None:
    root = ET.fromstring(  # noqa: S314 - made by us
        junit(judgement(comparison(finding(severity=severity)), fail_on=fail_on))
    )

    assert root.attrib["failures"] == str(failures)
    assert (root.find(".//failure") is None, root.find(".//system-out") is None) == (not failures, bool(failures))


@pytest.mark.parametrize("judged", [ONE_OF_EVERYTHING, NOTHING, judgement(), *(odd(name) for name in ODD_NAMES)])
def test_it_has_the_schema(judged: Judged) -> None:
    SCHEMA.validate(junit(judged))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_read_back_as_it_is_seen(name: str) -> None:
    root = ET.fromstring(junit(odd(name)))  # noqa: S314 - made by us
    seen = "".join(char if char.isprintable() else repr(char)[1:-1] for char in name)
    failure = root.find(".//failure")

    assert failure is not None
    assert failure.attrib == {"type": "breaking", "message": f"the tool {seen} is gone"}
    assert failure.text == f'breaking: the tool {seen} is gone ($["{seen}"])'
