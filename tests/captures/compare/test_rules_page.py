from pathlib import Path
from typing import Final

from captures.compare.rules import RULES
from captures.compare.rules_page import rules_page
from captures.compare.settings import settings_in

PAGE: Final = Path(__file__).parents[3] / "docs" / "rules.md"
MAKE: Final = "from tests.captures.compare.test_rules_page import made; made()"


def made() -> None:
    """Write the page anew, when the rules are new."""
    PAGE.write_text(rules_page(), encoding="utf-8")


def test_the_page_is_made_of_the_rules() -> None:
    is_same = PAGE.read_text(encoding="utf-8") == rules_page()

    assert is_same, f'run: python -c "{MAKE}"'


def test_every_rule_has_a_row() -> None:
    rows = [line.split(" | ")[0] for line in rules_page().splitlines() if line.startswith("| `")]

    assert sorted(rows[3:]) == sorted(f"| `{rule}`" for rule in RULES)


def test_the_settings_on_the_page_are_settings() -> None:
    blocks = rules_page().split("```toml\n")[1:]

    for block in blocks:
        settings_in(block.split("```")[0], "rules.md")
