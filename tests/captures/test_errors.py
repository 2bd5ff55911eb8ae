"""Errors about files are one sentence that names the file."""

from captures.errors import FixtureMismatchError, NewerSchemaError, ShapesFileError


def test_a_problem_is_said_after_the_name_of_the_file() -> None:
    error = ShapesFileError("is not JSON", name="shapes.json")

    assert (str(error), error.name, error.problem) == ("shapes.json: is not JSON", "shapes.json", "is not JSON")


def test_a_newer_file_says_which_release_reads_it() -> None:
    error = NewerSchemaError(name="shapes.json", found=3, supported=1)

    assert str(error) == (
        "shapes.json: has schema_version 3 and needs a release of shape-probe that reads schema_version 3; "
        "this one reads up to 1: upgrade shape-probe"
    )
    assert (error.found, error.supported) == (3, 1)


def test_captures_of_another_fixture_go_to_another_file() -> None:
    assert str(FixtureMismatchError(name="a.json")) == "a.json: is of another fixture: write to another file"
