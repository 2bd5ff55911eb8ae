"""Findings as JUnit XML, for Jenkins, GitLab and others that show tests: a suite for each comparison, a test a rule.

A rule is a test, so that a test keeps its name over all runs and is green in each that finds nothing. A finding below
the severity that fails is told in the output of a green test. The XML is the kind that the xUnit plugin of Jenkins
takes. It has no times: they would differ in each run.
"""

from collections.abc import Sequence
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from captures.compare.findings import Finding, NotCompared
from captures.compare.formats.phrases import advice_on, title_of, why_not_compared
from captures.compare.judging import AcceptedFinding, Judged, JudgedComparison, fails
from captures.compare.one_line import one_line
from captures.compare.rules import RULES
from captures.compare.words import FailOn


def junit(judged: Judged) -> str:
    """The XML, with its declaration."""
    root = Element("testsuites", name="shape-probe")
    for comparison in judged.compared:
        _add_comparison(root, comparison, fail_on=judged.fail_on)
    for each in judged.not_compared:
        _add_not_compared(root, each)
    if judged.stale:
        _add_stale(root, judged)
    for suite in root:
        _count(suite, ("tests", "failures", "errors", "skipped"))
    _count(root, ("tests", "failures", "errors"))
    ET.indent(root)
    # What XML 1.0 forbids is in no text here: `one_line` has written it out.
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_comparison(root: Element, comparison: JudgedComparison, *, fail_on: FailOn) -> None:
    suite = _suite(root, str(comparison.question))
    properties = SubElement(suite, "properties")
    for name, value in (("old-version", comparison.old_version), ("new-version", comparison.new_version)):
        SubElement(properties, "property", name=name, value=one_line(value))
    for rule in RULES:
        findings = [each for each in comparison.findings if each.rule == rule]
        accepted = [each for each in comparison.accepted if each.finding.rule == rule]
        _add_rule(_test(suite, rule), findings, accepted, fail_on=fail_on)


def _add_rule(
    test: Element, findings: Sequence[Finding], accepted: Sequence[AcceptedFinding], *, fail_on: FailOn
) -> None:
    failing = [finding for finding in findings if fails(finding, fail_on)]
    if failing:
        first, *others = failing
        more = f" (and {len(others)} more)" if others else ""
        failure = SubElement(test, "failure", type=first.severity, message=one_line(first.sentence) + more)
        failure.text = "\n".join(_line(finding) for finding in failing)
    told = [_line(finding) for finding in findings if finding not in failing]
    told += [f"accepted: {_line(each.finding)} because: {one_line(each.reason)}" for each in accepted]
    if told:
        SubElement(test, "system-out").text = "\n".join(told)


def _add_not_compared(root: Element, each: NotCompared) -> None:
    test = _test(_suite(root, str(each.question)), "comparison")
    SubElement(test, "skipped", message=f"{one_line(each.version)}: {why_not_compared(each)}")


def _add_stale(root: Element, judged: Judged) -> None:
    suite = _suite(root, judged.settings_name)
    for each in judged.stale:
        test = _test(suite, f"{title_of(each)} is needed")
        SubElement(test, "failure", type="stale", message=one_line(advice_on(each, judged.settings_name)))


def _suite(root: Element, name: str) -> Element:
    return SubElement(root, "testsuite", name=one_line(name))


def _test(suite: Element, name: str) -> Element:
    return SubElement(suite, "testcase", classname=suite.attrib["name"], name=one_line(name))


def _count(element: Element, names: Sequence[str]) -> None:
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name in names:
        element.set(name, str(sum(1 for _ in element.iter(tags[name]))))


def _line(finding: Finding) -> str:
    return f"{finding.severity}: {one_line(finding.sentence)} ({one_line(finding.pointer)})"
