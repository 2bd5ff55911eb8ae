"""What may stand in a settings file, and what is said about the rest."""

import pytest

from captures.compare.settings import Acceptance, Settings, SettingsError, settings_in

WHOLE = """
fail-on = "notable"

[severities]
"header-name-added" = "off"
tool-vanished = "cosmetic"

[[accepted]]
rule = "tool-presentation-changed"
reason = "we read both"

[[accepted]]
rule = "header-name-added"
reason = "nobody reads it"
client = "claude"
scenario = "first-request"
conditions = { reply = "accept", model = "some-model" }
pointer = "$.requests[*].header_names"
before = ["a", 1, 2.5, true, { key = "value" }]
after = "x-new"
"""

ENTRY = '[[accepted]]\nrule = "tool-vanished"\nreason = "r"\n'
FIRST = "accepted, entry 1"


def test_a_file_can_set_all_of_it() -> None:
    assert settings_in(WHOLE, "some.toml") == Settings(
        name="some.toml",
        fail_on="notable",
        severities={"header-name-added": "off", "tool-vanished": "cosmetic"},
        accepted=(
            Acceptance(rule="tool-presentation-changed", reason="we read both"),
            Acceptance(
                rule="header-name-added",
                reason="nobody reads it",
                client="claude",
                scenario="first-request",
                conditions={"reply": "accept", "model": "some-model"},
                pointer="$.requests[*].header_names",
                before=["a", 1, 2.5, True, {"key": "value"}],
                after="x-new",
            ),
        ),
    )


def test_an_empty_file_is_the_defaults() -> None:
    assert settings_in("", "shape-probe.toml") == Settings()
    assert Settings().fail_on == "breaking"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fail-on", "is not TOML: Expected '=' after a key in a key/value pair (at end of document)"),
        ("a = \x07", "is not TOML: Invalid value (at line 1, column 5)"),
        (f"x = {'[' * 9999}", "is nested too deep"),
        (f"x = {'9' * 9999}", "is not TOML: a number is too long"),
        ("fail_on = 'any'", 'there is no key "fail_on"; did you mean fail-on?'),
        ("x = 1", 'there is no key "x"; there are fail-on, severities, accepted'),
        ("fail-on = 'cosmetic'", "fail-on is not breaking, notable or any"),
        ("fail-on = ['any']", "fail-on is not breaking, notable or any"),
        ("severities = 'off'", "severities is not a table"),
        (
            "[severities]\ntool-vanishd = 'off'",
            'severities: there is no rule "tool-vanishd"; did you mean tool-vanished?',
        ),
        ("[severities]\nx = 'off'", 'severities: there is no rule "x"; docs/rules.md has them all'),
        (
            "[severities]\ntool-vanished = 'none'",
            "severities: tool-vanished is not breaking, notable, cosmetic or off",
        ),
        ("[severities]\ntool-vanished = 3", "severities: tool-vanished is not breaking, notable, cosmetic or off"),
        ("[accepted]\nrule = 'tool-vanished'", "accepted is not a list: write [[accepted]] above each entry"),
        ("accepted = [3]", f"{FIRST} is not a table"),
        ("[[accepted]]\nreason = 'r'", f"{FIRST} has no rule"),
        ("[[accepted]]\nrule = 'tool-vanished'", f"{FIRST} has no reason"),
        ("[[accepted]]\nrule = 3\nreason = 'r'", f"{FIRST}: rule is not a text in quotes"),
        ("[[accepted]]\nrule = 'tool-vanished'\nreason = ' '", f"{FIRST}: reason is empty"),
        (
            f"{ENTRY}[[accepted]]\nrule = 'tool-vanishd'\nreason = 'r'",
            'accepted, entry 2: there is no rule "tool-vanishd"; did you mean tool-vanished?',
        ),
        (f"{ENTRY}clinet = 'claude'", f'{FIRST}: there is no key "clinet"; did you mean client?'),
        (f"{ENTRY}client = true", f"{FIRST}: client is not a text in quotes"),
        (f"{ENTRY}scenario = ''", f"{FIRST}: scenario is empty"),
        (f"{ENTRY}conditions = 'reply=accept'", f"{FIRST}: conditions is not a table"),
        (f"{ENTRY}conditions = {{ reply = 3 }}", f'{FIRST}: conditions: "reply" is not a text in quotes'),
        (
            f"{ENTRY}pointer = 'tools'",
            f"{FIRST}: pointer is no pointer such as $.tools[0].name or $.requests[*].header_names",
        ),
        (f"{ENTRY}before = 1979-05-27", f"{FIRST}: before holds a value that is no JSON"),
        (f"{ENTRY}after = [{{ x = inf }}]", f"{FIRST}: after holds a value that is no JSON"),
        (f"{ENTRY}after = {'[' * 102}{']' * 102}", f"{FIRST}: after is nested deeper than 100 levels"),
        (f"{ENTRY}after = nan", f"{FIRST}: after holds a value that is no JSON"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(text, "some.toml")

    assert str(caught.value) == f"some.toml: {says}"
    assert (caught.value.name, caught.value.problem) == ("some.toml", says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"a\\nb\\u001b[31m\\u202e" = 1', 'some.toml: there is no key "a\\nb\\x1b[31m\\u202e"'),
        (f'"{"x" * 200}" = 1', f'some.toml: there is no key "{"x" * 80}…"'),
        (f'{ENTRY}conditions = {{ "\\u0007" = 3 }}', 'some.toml: accepted, entry 1: conditions: "\\x07" is not a text'),
    ],
)
def test_words_of_the_user_stay_on_one_line(text: str, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(text, "some.toml")

    assert str(caught.value).startswith(says)
    assert str(caught.value).isprintable()
