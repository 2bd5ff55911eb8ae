"""Places in a definition in a reader's words. Steps are from the root of the definition."""

from captures.compare.alignment import Steps

_PROPERTIES = "properties"


def key_of(steps: Steps) -> Steps:
    """The place of the key that something is under: an item of a list is under the list's."""
    while steps and isinstance(steps[-1], int):
        steps = steps[:-1]
    return steps


def path_words(steps: Steps) -> str:
    """A place as a path without the keyword `properties`: `limit.default`."""
    last = len(steps) - 1
    return ".".join(str(step) for index, step in enumerate(steps) if step != _PROPERTIES or index == last) or "all"


def owner_of(text: Steps, name: str) -> str:
    """Whose the text is: the tool's, or that of something in its schema."""
    owner = text[1:-1]
    return f"{path_words(owner)} in the schema of {name}" if owner else name


def with_parent(keys: str, parent: Steps) -> str:
    """`default of limit`, `the property limit`, `default` at the root."""
    if parent[-1:] == (_PROPERTIES,):
        keys, parent = f"the property {keys}", parent[:-1]
    return f"{keys} of {path_words(parent)}" if parent else keys
