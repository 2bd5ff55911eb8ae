from pathlib import Path

import pytest

from probe.clients.claude import Claude
from probe.clients.codex import Codex
from probe.clients.table import ENTRY_POINTS, UnknownClientError, client_named
from tests.support.packages import install, output_with

OTHER = "from probe.clients.codex import Codex\nCLIENT = Codex(name='other')\n"
PRINT = "from probe.clients.table import client_named, UnknownClientError\n"


def test_our_own_clients_are_found_by_name() -> None:
    assert (client_named("claude"), client_named("codex")) == (Claude(), Codex())


@pytest.mark.parametrize("name", ["gemini", "", "Claude"])
def test_an_unknown_client_is_refused_with_the_names_of_those_that_there_are(name: str) -> None:
    with pytest.raises(UnknownClientError) as refused:
        client_named(name)

    assert (str(refused.value), refused.value.exit_code) == (
        f"there is no client {name!r}; the clients are claude, codex",
        2,
    )


def test_a_version_without_its_client_is_told_where_it_stands() -> None:
    with pytest.raises(UnknownClientError) as refused:
        client_named("2.1.332")

    assert str(refused.value) == (
        "there is no client '2.1.332'; the clients are claude, codex; "
        "a version stands behind its client, as in claude@1.2.3"
    )


def test_a_client_of_another_package_is_found_through_its_entry_point(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"other": "other:CLIENT"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(client_named('other'))") == (
        "Codex(name='other', dialect='openai-responses')\n"
    )


def test_another_package_cannot_take_the_name_of_a_client_of_ours(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"claude": "other:CLIENT"}, OTHER)

    assert output_with(tmp_path, PRINT + "print(client_named('claude').name)") == "claude\n"


def test_the_names_of_other_packages_are_listed_too(tmp_path: Path) -> None:
    install(tmp_path, ENTRY_POINTS, {"beta": "other:CLIENT", "codex": "other:CLIENT"}, OTHER)
    program = PRINT + "try:\n    client_named('gamma')\nexcept UnknownClientError as refused:\n    print(refused)"

    assert output_with(tmp_path, program) == ("there is no client 'gamma'; the clients are beta, claude, codex\n")
