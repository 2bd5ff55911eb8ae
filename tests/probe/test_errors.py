"""Each kind of error has its exit code; there are no others."""

from probe.errors import InconclusiveError, LeakRefusedError, ProbeError, SetupError


def test_each_kind_has_the_exit_code_of_what_the_user_can_do() -> None:
    assert {kind.__name__: kind.exit_code for kind in ProbeError.__subclasses__()} == {
        "SetupError": 2,
        "InconclusiveError": 3,
        "LeakRefusedError": 4,
    }


def test_an_error_says_its_sentence() -> None:
    assert [str(kind("what to do")) for kind in (SetupError, InconclusiveError, LeakRefusedError)] == ["what to do"] * 3
