import pytest

from probe.campaigns.axes import Axes, axes_in, check_use, narrowed, taken
from probe.clients.claude import Claude
from probe.clients.client import Client
from probe.clients.codex import Codex
from probe.errors import SetupError
from probe.scenarios.scenario import Scenario
from probe.scenarios.table import scenario_named

CLAUDE, CODEX = Claude(), Codex()
FIRST, CALL, FAULT = (scenario_named(name) for name in ("first-request", "tool-call", "stream-fault"))


OTHER = Codex(name="other", dialect="unheard-of")
"""A client whose dialect has no scripts."""


def error_of(axes: Axes, *clients: Client, scenarios: tuple[Scenario, ...] = (FIRST,)) -> str:
    with pytest.raises(SetupError) as caught:
        check_use(axes, clients, scenarios)
    return str(caught.value)


@pytest.mark.parametrize(
    ("scenarios", "reply", "settings", "axes"),
    [
        ([], None, [], Axes(scenarios=("first-request",))),
        (["a,b", "a"], None, [], Axes(scenarios=("a", "b"))),
        ([], "accept,refuse,accept", [], Axes(scenarios=("first-request",), replies=("accept", "refuse"))),
        ([], None, ["reply=close,status:529"], Axes(scenarios=("first-request",), replies=("close", "status:529"))),
        (
            [],
            None,
            ["transport=websocket,http", "model=,x"],
            Axes(scenarios=("first-request",), settings=(("transport", ("websocket", "http")), ("model", ("", "x")))),
        ),
    ],
)
def test_commas_stand_between_alternatives(
    scenarios: list[str], reply: str | None, settings: list[str], axes: Axes
) -> None:
    assert axes_in(scenarios, reply, settings) == axes


@pytest.mark.parametrize(
    ("reply", "settings", "says"),
    [
        (None, ["model"], "--set takes KEY=VALUE or KEY=VALUE,VALUE, for example --set transport=websocket,http"),
        (None, ["model="], "--set takes KEY=VALUE or KEY=VALUE,VALUE, for example --set transport=websocket,http"),
        (None, ["=x"], "--set takes KEY=VALUE or KEY=VALUE,VALUE, for example --set transport=websocket,http"),
        (None, ["model=a", "model=b"], "--set model is given twice; give it once"),
        ("accept", ["reply=refuse"], "--set reply is given twice; give it once"),
        (None, ["model=a,b c"], "the value of --set model has to be a name"),
        ("accept,never", [], "--reply takes accept, refuse, close or status:N"),
    ],
)
def test_what_cannot_be_read_is_said(reply: str | None, settings: list[str], says: str) -> None:
    with pytest.raises(SetupError) as caught:
        axes_in([], reply, settings)
    assert str(caught.value).startswith(says)


def test_a_client_takes_the_alternatives_that_it_knows() -> None:
    axes = axes_in([], "refuse", ["auth=api-key,token,chatgpt", "retries=1", "feature.x=true,false"])

    assert narrowed(axes, CLAUDE, FIRST) == Axes(
        scenarios=("first-request",),
        replies=("refuse",),
        settings=(("auth", ("api-key", "token")), ("retries", ("1",))),
    )
    assert narrowed(axes, CODEX, FIRST) == Axes(
        scenarios=("first-request",),
        replies=("refuse",),
        settings=(("auth", ("api-key", "chatgpt")), ("feature.x", ("true", "false"))),
    )


def test_a_scenario_with_a_script_takes_no_reply_and_has_settings_of_its_own() -> None:
    axes = axes_in([], "refuse", ["fault=crlf"])

    assert narrowed(axes, CODEX, CALL) == Axes(scenarios=("tool-call",))
    assert narrowed(axes, CODEX, FAULT) == Axes(scenarios=("stream-fault",), settings=(("fault", ("crlf",)),))


def test_an_alternative_that_is_left_out_needs_only_the_key() -> None:
    axes = axes_in([], None, ["feature.x=,true", "retries=,1", "model=,x"])

    assert narrowed(axes, CODEX, FIRST) == Axes(
        scenarios=("first-request",), settings=(("feature.x", ("", "true")), ("model", ("", "x")))
    )


def test_a_client_without_a_script_is_not_asked() -> None:
    assert narrowed(axes_in([], None, []), OTHER, CALL) is None


def test_what_somebody_takes_is_in_order() -> None:
    axes = axes_in(
        ["first-request,tool-call,stream-fault"], "refuse", ["fault=crlf", "retries=1", "auth=token,chatgpt"]
    )

    check_use(axes, [CLAUDE, CODEX, OTHER], [FIRST, CALL, FAULT])


def test_what_nobody_takes_is_said_with_what_each_takes() -> None:
    assert error_of(axes_in([], None, ["nothing=x"]), CODEX, CLAUDE) == (
        "codex takes no --set nothing; it takes auth, feature.*, isolation, model, transport; "
        "claude takes no --set nothing; it takes auth, isolation, model, retries, tool-search, transport"
    )
    assert error_of(axes_in([], None, ["nothing=,x"]), CLAUDE) == (
        "claude takes no --set nothing; it takes auth, isolation, model, retries, tool-search, transport"
    )
    assert error_of(axes_in([], None, ["transport=http,carrier-pigeon"]), CLAUDE, CODEX) == (
        "--set transport takes http for claude; --set transport takes websocket or http for codex"
    )


def test_a_reply_that_only_scripts_would_get_is_refused() -> None:
    axes = axes_in(["tool-call,stream-fault"], "refuse", [])

    assert error_of(axes, CODEX, scenarios=(CALL, FAULT)) == (
        "what model requests get is said by the scenario itself (tool-call, stream-fault); leave --reply out"
    )


def test_a_scenario_that_no_client_can_be_asked_is_refused() -> None:
    assert error_of(axes_in(["tool-call"], None, []), OTHER, scenarios=(CALL,)) == (
        "the scenario tool-call has scripts for anthropic-messages, openai-responses only; leave the others out"
    )


def test_a_client_takes_the_settings_of_the_scenario_too() -> None:
    assert set(taken(CODEX, FAULT)) - set(CODEX.settings) == {"fault"}
