"""A scripted client is run as a released one would be; the released ones are in tests/real/test_example.py."""

from typing import Any

import pytest

from captures.model import ClientId, InlineTool, Observed
from probe.errors import SetupError
from probe.testing.shapes import shape_capture_of
from tests.support.stage import opened_stage
from tests.support.steps import INLINE, LIST, ask, messages


def test_a_client_gives_its_capture() -> None:
    with opened_stage() as stage:
        client = stage.at_path("claude", LIST, ask(messages(INLINE)))

        capture = shape_capture_of(client.spec, reply="refuse", settings={"tool-search": "false"})

    assert capture.client == ClientId(name="claude", version="7.0.0")
    assert capture.conditions.requested == {"reply": "refuse", "tool-search": "false"}
    assert capture.verdict == Observed(kind="observed")
    assert [type(tool) for tool in capture.tools] == [InlineTool]


async def test_it_does_so_in_an_asynchronous_test() -> None:
    with opened_stage() as stage:
        client = stage.at_path("claude", LIST, ask(messages(INLINE)))

        assert shape_capture_of(client.spec).verdict == Observed(kind="observed")


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("nobody", {}),
        ("claude@./no-such-file", {}),
        ("claude", {"scenario": "made-up"}),
        ("claude", {"reply": "made-up"}),
        ("claude", {"reply": "refuse", "scenario": "tool-call"}),
        ("claude", {"settings": {"made-up": "x"}}),
        ("claude", {"settings": {"model": "no name"}}),
    ],
)
def test_what_cannot_be_run_is_said_before_anything_is(spec: str, options: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        shape_capture_of(spec, **options)
