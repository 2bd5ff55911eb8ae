"""Any text on one line, as it is seen."""

import pytest

from captures.compare.one_line import one_line


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", ""),
        ("plain text, 100 %: größer 漢字 😀", "plain text, 100 %: größer 漢字 😀"),
        ("a\r\n\tb\x00", "a\\r\\n\\tb\\x00"),
        ("\x1b[31mred\x7f\x9b", "\\x1b[31mred\\x7f\\x9b"),
        ("\u202egnp.exe\u2066\u200b\ufeff", "\\u202egnp.exe\\u2066\\u200b\\ufeff"),
        ("\u2028\u2029\x85\xa0", "\\u2028\\u2029\\x85\\xa0"),
        ("\ud800\U000e0001\ufffe", "\\ud800\\U000e0001\\ufffe"),
    ],
)
def test_what_is_not_seen_as_itself_is_written_out(text: str, seen: str) -> None:
    assert one_line(text) == seen
