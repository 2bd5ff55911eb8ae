from types import MappingProxyType

import pytest

from probe.campaigns.axes import axes_in
from probe.campaigns.cells import Cell
from probe.campaigns.planning import planned
from probe.clients.claude import Claude
from probe.clients.client import Client
from probe.clients.codex import Codex
from probe.errors import SetupError
from tests.probe.campaigns.made_up import cell

CLIENTS: MappingProxyType[str, Client] = MappingProxyType({"claude": Claude(), "codex": Codex()})


def plan(
    releases: dict[str, list[str]], *, scenarios: str = "", reply: str | None = None, **settings: str
) -> list[Cell]:
    texts = [f"{key}={value}" for key, value in settings.items()]
    return list(planned(releases, axes_in([scenarios] if scenarios else [], reply, texts), CLIENTS))


def test_one_version_is_one_cell() -> None:
    assert plan({"codex": ["0.154.0"]}) == [cell()]


def test_every_combination_is_a_cell_in_the_order_of_what_was_asked() -> None:
    http = (("transport", "http"),)

    assert plan({"codex": ["0.9.0", "0.10.0"]}, reply="refuse,accept", transport="http,websocket") == [
        cell(version=version, reply=reply, settings=settings)
        for version in ("0.9.0", "0.10.0")
        for reply in ("refuse", "accept")
        for settings in (http, ())
    ]


def test_a_setting_is_for_the_clients_that_take_it() -> None:
    assert plan({"claude": ["2.1.1"], "codex": ["0.9.0"]}, retries="1,2", transport="http,websocket") == [
        cell("claude", "2.1.1", settings=(("retries", "1"),)),
        cell("claude", "2.1.1", settings=(("retries", "2"),)),
        cell("codex", "0.9.0", settings=(("transport", "http"),)),
        cell("codex", "0.9.0"),
    ]


def test_alternatives_that_mean_the_same_are_one_cell() -> None:
    assert plan({"codex": ["0.9.0"]}, auth=",api-key", transport="websocket") == [cell(version="0.9.0")]


def test_settings_are_sorted_however_they_were_given() -> None:
    assert plan({"codex": ["0.9.0"]}, transport="http", auth="chatgpt") == [
        cell(version="0.9.0", settings=(("auth", "chatgpt"), ("transport", "http")))
    ]


def test_a_scenario_with_a_script_has_its_own_axes() -> None:
    assert plan({"codex": ["0.9.0"]}, scenarios="first-request,stream-fault", reply="refuse", fault="crlf,stalled") == [
        cell(version="0.9.0", reply="refuse"),
        cell(version="0.9.0", scenario="stream-fault", settings=(("fault", "crlf"),)),
        cell(version="0.9.0", scenario="stream-fault", settings=(("fault", "stalled"),)),
    ]


def test_a_client_that_has_no_script_is_left_out_where_another_has_one() -> None:
    clients = {"codex": Codex(), "other": Codex(name="other", dialect="unheard-of")}

    assert list(planned({"other": ["1.0.0"], "codex": ["0.9.0"]}, axes_in(["tool-call"], None, []), clients)) == [
        cell(version="0.9.0", scenario="tool-call")
    ]


@pytest.mark.parametrize(
    ("scenarios", "settings", "says"),
    [
        (
            "stream-fault",
            {},
            "give --set fault=truncated|stalled|wrong-order|split-character|crlf; there is no default",
        ),
        ("first-request", {"nothing": "x"}, "codex takes no --set nothing; it takes auth"),
        ("unheard-of", {}, "there is no scenario of that name"),
    ],
)
def test_what_nobody_can_be_asked_is_an_error(scenarios: str, settings: dict[str, str], says: str) -> None:
    with pytest.raises(SetupError) as caught:
        plan({"codex": ["0.9.0"]}, scenarios=scenarios, **settings)
    assert str(caught.value).startswith(says)
