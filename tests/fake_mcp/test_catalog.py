import pytest

from fake_mcp.catalog import LOOKUP, Catalog


@pytest.mark.parametrize("page_size", [0, -1])
def test_a_page_without_tools_is_refused_when_the_catalog_is_made(page_size: int) -> None:
    with pytest.raises(ValueError, match="a page needs at least one tool"):
        Catalog(alias="some", tools=(), page_size=page_size)


def test_the_default_catalog_is_one_page_with_one_tool_and_one_text_for_a_result() -> None:
    expected = Catalog(
        alias="shape_probe",
        tools=LOOKUP.tools,
        page_size=None,
        is_endless=False,
        result={"content": [{"type": "text", "text": "One synthetic record."}]},
    )

    assert expected == LOOKUP
