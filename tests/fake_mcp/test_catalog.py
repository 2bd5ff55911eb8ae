import pytest

from fake_mcp.catalog import LOOKUP, CallAnswer, Catalog, Json, ToolChange


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
        answers=(),
        changes=(),
        query_argument="query",
        instructions=None,
    )

    assert expected == LOOKUP


@pytest.mark.parametrize(("result", "error"), [(None, None), ({}, {}), ([], {"code": 1})])
def test_an_answer_with_both_a_result_and_an_error_or_neither_is_refused_when_it_is_made(
    result: Json, error: Json
) -> None:
    with pytest.raises(ValueError, match="the answer to 'some' needs a result or an error, and not both"):
        CallAnswer(query="some", result=result, error=error)


def test_a_query_with_two_answers_is_refused_when_the_catalog_is_made() -> None:
    answers = tuple(CallAnswer(query=query, result={}) for query in ("a", "b", "b"))

    with pytest.raises(ValueError, match="the query 'b' is there twice"):
        Catalog(alias="some", tools=(), answers=answers)


def test_a_query_with_two_changes_is_refused_when_the_catalog_is_made() -> None:
    changes = (ToolChange(after_query="a", tools=()), ToolChange(after_query="a", tools=LOOKUP.tools))

    with pytest.raises(ValueError, match="the query 'a' is there twice"):
        Catalog(alias="some", tools=(), changes=changes)


def test_a_query_can_have_an_answer_and_a_change() -> None:
    answer, change = CallAnswer(query="a", error={}), ToolChange(after_query="a", tools=())

    catalog = Catalog(alias="some", tools=(), answers=(answer,), changes=(change,))

    assert (catalog.answers, catalog.changes) == ((answer,), (change,))


def test_an_answer_that_could_be_long_is_not_in_the_repr() -> None:
    assert "planted" not in repr(CallAnswer(query="some", result="planted")) + repr(
        CallAnswer(query="some", error="planted")
    )
