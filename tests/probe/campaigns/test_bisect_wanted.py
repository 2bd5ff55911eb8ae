import pytest

from captures.compare.comparing import compared
from captures.compare.findings import Finding, Severity
from captures.model import Capture
from probe.campaigns.bisect_wanted import Placed, Wanted, gravest, placed, wanted
from probe.errors import SetupError
from tests.probe.campaigns.bisections import result_of
from tests.probe.campaigns.made_up import cell, failed

ASKED = cell()


def finding(rule: str, pointer: str, *also: str, severity: Severity = "breaking") -> Finding:
    sentence = "It is made up."
    return Finding(rule=rule, severity=severity, pointer=pointer, also=also, before=1, after=2, sentence=sentence)


VANISHED = finding("tool-vanished", "$.tools[1]", "$.sightings[7]")
RENAMED = finding("name-rewritten-differently", "$.tools[0].shown_as")
HEADER = finding("header-name-added", "$.requests[0].header_names[3]", severity="notable")
ALL = (VANISHED, RENAMED, HEADER)


def shown(word: str) -> Capture:
    result = result_of(ASKED, word)
    assert isinstance(result, Capture)
    return result


@pytest.mark.parametrize(
    ("sought", "meant"),
    [
        (Wanted(), ALL),
        (Wanted(rule="tool-vanished"), (VANISHED,)),
        (Wanted(pointer="$.tools[*]"), (VANISHED, RENAMED)),
        (Wanted(pointer="$.tools[0]"), (RENAMED,)),
        (Wanted(pointer="$.sightings"), (VANISHED,)),
        (Wanted(pointer="$.tools", rule="name-rewritten-differently"), (RENAMED,)),
        (Wanted(pointer="$.requests", rule="tool-vanished"), ()),
        (Wanted(severity="breaking"), (VANISHED, RENAMED)),
        (Wanted(severity="cosmetic"), ALL),
    ],
)
def test_findings_are_chosen_by_rule_pointer_and_severity(sought: Wanted, meant: tuple[Finding, ...]) -> None:
    assert sought.among(ALL) == meant


def test_without_a_choice_the_gravest_findings_count() -> None:
    assert gravest(ALL) == Wanted(severity="breaking")
    assert gravest((HEADER,)) == Wanted(severity="notable")
    assert gravest(()) is None


def test_what_the_user_says_is_read() -> None:
    assert wanted(None, None) is None
    assert wanted("tool-vanished", None) == Wanted(rule="tool-vanished")
    assert wanted(None, "$.tools[*].pointer") == Wanted(pointer="$.tools[*].pointer")


@pytest.mark.parametrize(
    ("rule", "pointer", "says"),
    [
        ("tool-vanish", None, "there is no rule 'tool-vanish'; there are "),
        ("", None, "there is no rule ''; there are "),
        (None, "tools[0]", "'tools[0]' is no pointer into a capture; write it as findings have it, "),
    ],
)
def test_what_cannot_be_read_is_said(rule: str | None, pointer: str | None, says: str) -> None:
    with pytest.raises(SetupError) as caught:
        wanted(rule, pointer)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("inline", Placed("old")),
        ("renamed", Placed("old")),
        ("namespaced", Placed("new")),
        ("deferred", Placed("new")),
        ("inconclusive", Placed("unknown", "inconclusive (server-never-listed)")),
        ("unstable", Placed("unknown", "unstable: its runs differ at $.tools[0].pointer")),
        ("it could not be had", Placed("unknown", "it could not be had")),
    ],
)
def test_a_version_is_on_one_side_of_what_is_sought_or_says_nothing(word: str, place: Placed) -> None:
    sought = Wanted(rule="tool-presentation-changed")

    assert placed(result_of(ASKED, word), sought, oldest=shown("inline")) == place


def test_a_version_that_wavers_elsewhere_and_has_the_finding_is_new() -> None:
    wavering = shown("deferred").model_copy(update={"verdict": shown("unstable").verdict})

    assert placed(wavering, Wanted(rule="tool-presentation-changed"), oldest=shown("inline")) == Placed("new")


def test_a_leak_that_was_refused_says_nothing_of_the_client() -> None:
    refused = failed(ASKED, "the leak guard refused it", exit_code=4)

    assert placed(refused, Wanted(), oldest=shown("inline")) == Placed("unknown", "the leak guard refused it")


def test_the_made_up_versions_differ_as_they_say() -> None:
    rules = {
        word: [each.rule for each in compared(shown("inline"), shown(word)) if each.severity == "breaking"]
        for word in ("renamed", "namespaced", "deferred", "absent")
    }

    assert rules == {
        "renamed": ["name-rewritten-differently"],
        "namespaced": ["tool-presentation-changed"],
        "deferred": ["tool-presentation-changed"],
        "absent": ["tool-vanished"],
    }


@pytest.mark.parametrize(
    ("sought", "text"),
    [
        (Wanted(severity="breaking"), ""),
        (Wanted(rule="tool-vanished"), " by the rule tool-vanished"),
        (Wanted(rule="tool-vanished", pointer="$.tools"), " by the rule tool-vanished at $.tools"),
        (Wanted(pointer="$.tools"), " at $.tools"),
    ],
)
def test_what_is_sought_is_said(sought: Wanted, text: str) -> None:
    assert str(sought) == text
