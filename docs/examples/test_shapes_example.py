"""Our gateway rewrites whole tool definitions. Which releases of Claude Code send it one?"""

import pytest


@pytest.mark.parametrize(("release", "shown"), [("claude@2.1.268", "inline"), ("claude@2.1.332", "deferred")])
def test_our_gateway_knows_how_the_tool_is_shown(shape_capture, release, shown):
    capture = shape_capture(release)
    assert capture.verdict.kind == "observed"
    assert [tool.presentation for tool in capture.tools] == [shown]


def test_our_gateway_brings_whole_definitions_back_with_an_http_400(shape_capture):
    capture = shape_capture("claude@2.1.332", reply="refuse")
    assert [tool.presentation for tool in capture.later_shapes[0].tools] == ["inline"]
