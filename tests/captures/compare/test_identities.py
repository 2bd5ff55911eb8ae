from typing import Any

import pytest

from captures.compare.identities import IDENTITIES, Trail, matched_by
from tests.captures.samples import ENVELOPE, INLINE, REQUEST, SIGHTING

MODEL = {**REQUEST, "role": "model"}


@pytest.mark.parametrize(
    ("trail", "old", "new", "matched"),
    [
        (("tools",), [{**INLINE, "name": "a"}, INLINE], [INLINE, {**INLINE, "name": "b"}], {1: 0}),
        (("tools",), [INLINE, INLINE], [INLINE, {**INLINE, "role": "warm-up"}], {0: 0, 1: 1}),
        (("requests",), [REQUEST], [{**REQUEST, "header_names": []}, {**REQUEST, "count": 2}], {0: 1}),
        (("requests",), [REQUEST], [{**REQUEST, "path": "/v2/models"}], {}),
        (("requests",), [MODEL], [{**MODEL, "path": "/v2/models", "transport": "websocket"}], {0: 0}),
        (("envelopes",), [ENVELOPE], [{**ENVELOPE, "name": "others"}], {0: 0}),
        (("envelopes",), [ENVELOPE], [{**ENVELOPE, "name": "others", "tools": []}], {}),
        (("envelopes", "tools"), [{"name": "a"}, {"type": "web_search"}], [{"type": "web_search"}], {1: 0}),
        (("envelopes", "tools"), [{"type": "web_search"}], [{"type": "custom"}], {}),
        (("sightings",), [SIGHTING], [{**SIGHTING, "pointer": "$.x"}, SIGHTING], {0: 1}),
        (("sightings",), [SIGHTING], [{**SIGHTING, "token": "tool.name"}], {}),
        (("later_shapes",), [{"attempt": 2, "tools": []}], [{"attempt": 3, "tools": [INLINE]}], {0: 0}),
        (("mcp", "methods"), ["ping", "tools/list", "ping"], ["tools/list", "ping"], {0: 1, 1: 0}),
        (("calls",), ["no call"], ["no call"], {}),
    ],
)
def test_things_are_matched_by_what_they_are(
    trail: Trail, old: list[Any], new: list[Any], matched: dict[int, int]
) -> None:
    assert matched_by(IDENTITIES[trail], old, new) == matched
