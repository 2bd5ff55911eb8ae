"""The closed lists hold single words and nothing that a client wrote."""

from captures.vocabulary import PLACEHOLDERS, TRUNCATION_MARKS, WORDS


def test_placeholders_stand_in_angle_brackets_and_are_no_words() -> None:
    assert all(text.startswith("<") and text.endswith(">") for text in PLACEHOLDERS)
    assert PLACEHOLDERS.isdisjoint(WORDS)


def test_words_have_no_spaces() -> None:
    assert [word for word in WORDS if " " in word] == []


def test_a_text_that_was_cut_without_a_mark_is_provided_for() -> None:
    assert TRUNCATION_MARKS[0] == ""
