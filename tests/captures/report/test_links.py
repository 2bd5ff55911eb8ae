"""Links into the page name the client, the version and the question."""

from captures.report.links import cell_link, comparison_link
from tests.captures.report.series import question


def test_a_link_to_a_cell_names_its_version_and_its_conditions_in_order() -> None:
    asked = question(transport="http", reply="accept")

    assert cell_link(asked, "0.154.0") == "#cell=codex/0.154.0/first-request/reply=accept/transport=http"


def test_a_link_to_a_comparison_names_both_versions() -> None:
    assert comparison_link(question(), "0.147.0", "0.154.0") == (
        "#compare=codex/0.147.0..0.154.0/first-request/reply=accept"
    )


def test_what_separates_parts_of_a_link_is_escaped_in_them() -> None:
    asked = question(model="a/b&c%d[1m]")

    assert cell_link(asked, "1.0.0+x") == "#cell=codex/1.0.0%2Bx/first-request/model=a%2Fb%26c%25d%5B1m%5D"
