"""Any text on one line, as it is seen. It escapes for nothing else: each format has its own escapes on top."""


def one_line(text: str) -> str:
    r"""The text with everything that is not seen as itself written out: `\n`, `\x1b`, `\u202e`.

    Those are control characters, line and paragraph separators, marks that change the direction of writing, lone
    surrogates, and all spaces but the plain one.
    """
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
