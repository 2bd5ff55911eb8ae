import errno

import pytest

from probe.refusals import code_of, refusal


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            errno.EAGAIN,
            "the system refused (EAGAIN): too many processes run; raise the limit (ulimit -u), or close some programs",
        ),
        (errno.EIO, "the system refused (EIO): run `shape-probe doctor` for what this machine has"),
        (None, "the system refused (no reason): run `shape-probe doctor` for what this machine has"),
    ],
)
def test_what_the_system_refuses_is_its_code_and_what_to_do(number: int | None, sentence: str) -> None:
    assert refusal(number) == sentence


@pytest.mark.parametrize(("number", "name"), [(errno.ENOSPC, "ENOSPC"), (0, "no reason"), (None, "no reason")])
def test_an_error_number_has_a_name(number: int | None, name: str) -> None:
    assert code_of(number) == name
