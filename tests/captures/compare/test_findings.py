import pytest

from captures.compare.findings import Question


@pytest.mark.parametrize(
    ("requested", "text"),
    [
        ({}, "codex first-request"),
        ({"reply": "accept", "model": "gpt-5"}, "codex first-request model=gpt-5 reply=accept"),
    ],
)
def test_a_question_is_one_line_with_its_conditions_in_order(requested: dict[str, str], text: str) -> None:
    assert str(Question(client="codex", scenario="first-request", requested=requested)) == text
