import pytest

from probe.installs.npm_errors import failure


@pytest.mark.parametrize(
    ("code", "beginning"),
    [
        ("ENOTFOUND", "npm cannot reach its registry (ENOTFOUND); check the network"),
        ("ECONNREFUSED", "npm cannot reach its registry (ECONNREFUSED); check the network"),
        ("SELF_SIGNED_CERT_IN_CHAIN", "npm does not trust its registry's certificate (SELF_SIGNED_CERT_IN_CHAIN)"),
        ("ENOSPC", "the disk of the cache is full (ENOSPC); run `shape-probe clients prune`"),
        ("EACCES", "npm may not write to the cache (EACCES); make it writable"),
        ("E401", "npm's registry refuses access (E401); check the login"),
        ("EINTEGRITY", "a package is not what its registry's checksum says (EINTEGRITY); nothing of it was kept"),
        ("E404", "npm's registry does not have or does not give the package (E404)"),
        ("EWHATEVER", "npm failed (EWHATEVER); see whether `npm ping` works"),
    ],
)
def test_a_code_of_npm_says_what_to_do(code: str, beginning: str) -> None:
    assert str(failure(code, 1)).startswith(beginning)


def test_without_a_code_the_exit_code_is_said() -> None:
    assert str(failure(None, 127)) == "npm ended with exit code 127 and gave no reason; see whether `npm ping` works"
