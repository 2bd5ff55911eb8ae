"""What can be wrong with a shapes file that is read. Whether a text may be written is asked in `captures.leaks`.

ShapesFileError               one sentence: the name of the file, where, what; never a value from the file
├── NewerSchemaError          a later release wrote it
└── FixtureMismatchError      two files are of different fixtures, so that their captures cannot stand together
"""


class ShapesFileError(ValueError):
    """A text is no shapes file. `name` is the file's, `problem` says where and what is wrong."""

    def __init__(self, problem: str, *, name: str) -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}"


class NewerSchemaError(ShapesFileError):
    """A later release wrote the file. `found` is its schema version, `supported` the newest that this release reads."""

    def __init__(self, *, name: str, found: int, supported: int) -> None:
        problem = (
            f"has schema_version {found} and needs a release of shape-probe that reads schema_version {found}; "
            f"this one reads up to {supported}: upgrade shape-probe"
        )
        super().__init__(problem, name=name)
        self.found = found
        self.supported = supported


class FixtureMismatchError(ShapesFileError):
    """Captures of different fixtures do not compare, and one file has one fixture."""

    def __init__(self, *, name: str) -> None:
        super().__init__("is of another fixture: write to another file", name=name)
