"""Text in Markdown reads as it is and makes no mark-up."""

from captures.report.gfm import code, escaped


def test_what_could_be_mark_up_is_escaped() -> None:
    assert escaped("mcp__a__b | <b> *x* [y](z) `c` #1 @somebody") == (
        r"mcp\_\_a\_\_b \| \<b\> \*x\* \[y\](z) \`c\` \#1 \@somebody"
    )


def test_text_is_one_line() -> None:
    assert (escaped("a\n\n  b"), code("a\n b")) == ("a b", "`a b`")


def test_code_has_as_many_ticks_as_it_needs() -> None:
    assert (code("a"), code("a`b``c")) == ("`a`", "``` a`b``c ```")
