import pytest

from probe.cli.specs import client_spec
from probe.clients.table import CLIENTS, UnknownClientError
from probe.errors import SetupError


def test_a_spec_gives_its_client_and_what_is_named_of_it() -> None:
    client, spec = client_spec("codex@0.171.0")

    assert (client, spec.package, spec.kind, spec.text) == (
        CLIENTS["codex"],
        CLIENTS["codex"].package,
        "version",
        "0.171.0",
    )


def test_a_client_that_nobody_has_is_named_as_unknown() -> None:
    with pytest.raises(UnknownClientError) as caught:
        client_spec("gemini@latest")

    assert str(caught.value) == "there is no client 'gemini'; the clients are claude, codex"


def test_what_follows_the_at_sign_is_checked_for_a_known_client() -> None:
    with pytest.raises(SetupError):
        client_spec("claude@")
