"""The order of client versions: as versions, not as text. It will not say what a version means."""

VersionKey = tuple[tuple[tuple[int, int, str], ...], int, tuple[tuple[int, int, str], ...], str]


def version_key(version: str) -> VersionKey:
    """A key that sorts versions: `2.1.9` before `2.1.268`, `0.154.0-alpha.2` before `0.154.0`.

    The precedence is that of Semantic Versioning 2.0.0, section 11, for any number of parts. Every text has a key, and
    different texts have different keys, so that the order is total.
    """
    core = version.partition("+")[0]
    release, dash, pre = core.partition("-")
    return (_parts(release), 0 if dash else 1, _parts(pre), version)


def _parts(text: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(_part(part) for part in text.split("."))


def _part(text: str) -> tuple[int, int, str]:
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0")
        return (0, len(digits), digits)  # compares as the number does, however long it is
    return (1, 0, text)
