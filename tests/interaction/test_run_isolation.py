"""Where a client runs: what it gets of this machine, in either isolation."""

import json
from pathlib import Path
from typing import Final

import pytest

from captures.words import Isolation
from tests.interaction.requirements import covers
from tests.support.isolations import ISOLATIONS
from tests.support.stage import Stage, ended
from tests.support.steps import LIST, TELL, ask

EVERY_ISOLATION: Final = pytest.mark.parametrize("isolation", ISOLATIONS)

SETTING: Final = '{"of": "somebody"}'


@covers("client.own-world")
@EVERY_ISOLATION
def test_a_client_gets_nothing_of_the_users_and_changes_nothing(stage: Stage, isolation: Isolation) -> None:
    client = stage.released("claude", TELL, LIST, ask())
    own = stage.work / ".claude" / "settings.json"
    own.parent.mkdir()
    own.write_text(SETTING, encoding="utf-8")
    environ = {"USERS_OWN": "users-own-value", "ANTHROPIC_API_KEY": "users-own-key", "HTTP_PROXY": "users-own-proxy"}
    process = stage.start("run", client.spec, "--set", f"isolation={isolation}", environ=environ)

    known = client.ear.hear()

    assert ended(process).exit_code == 0
    assert "users-own" not in json.dumps(known)
    assert not Path(known["environ"]["HOME"]).is_relative_to(stage.work)
    assert (stage.left(), own.read_text(encoding="utf-8")) == ([".claude", "native-tool-shapes.json"], SETTING)
    assert [path.name for path in own.parent.iterdir()] == ["settings.json"]


@covers("isolation.environment")
def test_every_isolation_gives_the_same_capture(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask())
    texts = [stage.run("run", client.spec, "--set", f"isolation={name}", "--json").stdout for name in ISOLATIONS]

    captures = [json.loads(text)["captures"][0] for text in texts]
    had = [
        (found["conditions"]["requested"].pop("isolation"), found["conditions"]["observed"].pop("isolation"))
        for found in captures
    ]

    assert had == [(name, name) for name in ISOLATIONS]
    assert captures == captures[:1] * len(ISOLATIONS)


@covers("isolation.proxies")
def test_what_goes_to_the_proxies_is_refused_and_counted(stage: Stage) -> None:
    client = stage.released("claude", LIST, ask(), {"do": "use_proxy"}, {"do": "use_proxy"})

    done = stage.run("run", client.spec, "--set", "isolation=environment")

    [capture] = stage.shapes()["captures"]
    assert (capture["outcome"]["refused_lookups"], capture["outcome"]["refused_connections"]) == (0, 2)
    assert done.stderr.splitlines() == [
        "shape-probe: claude 2.1.268: it tried to leave loopback: 0 host names and 2 connections were refused",
        "written: native-tool-shapes.json",
    ]
