"""What is the same thing to comparing has the same numbers on the page."""

from pydantic import JsonValue

from captures.compare.identities import IDENTITIES, matched_by
from captures.report.matching import keys_of
from tests.captures.samples import REQUEST

ONE: dict[str, JsonValue] = {**REQUEST, "header_names": ["accept", "host"]}
OTHER: dict[str, JsonValue] = {**REQUEST, "header_names": ["host"], "count": 2}
WARM_UP: dict[str, JsonValue] = {**REQUEST, "role": "warm-up", "header_names": []}


def test_a_key_has_the_same_number_in_all_parts() -> None:
    old, new = keys_of([("requests", [ONE, WARM_UP]), ("requests", [OTHER])])

    assert old == {
        "$.requests": [[0, 1, 2, None], [3, 4, 5, 6]],
        "$.requests[0].header_names": [[7], [8]],
    }
    assert new == {"$.requests": [[9, 1, 2, None]], "$.requests[0].header_names": [[8]]}


def test_items_match_by_their_numbers_as_they_do_in_comparing() -> None:
    (keys,) = keys_of([("requests", [ONE, WARM_UP])])

    assert [len(item) for item in keys["$.requests"]] == [len(IDENTITIES["requests",])] * 2
    assert matched_by(IDENTITIES["requests",], [ONE, WARM_UP], [WARM_UP, OTHER]) == {0: 1, 1: 0}


def test_a_list_that_is_empty_or_is_matched_by_position_has_no_keys() -> None:
    odd: JsonValue = [{"alias": "a", "name": "b", "definition": {"required": ["x", "y"]}, "changes": []}]

    assert list(keys_of([("tools", odd), ("sightings", []), ("subagent", None), ("outcome", {"attempts": 1})])) == [
        {"$.tools": [[0]]},
        {},
        {},
        {},
    ]
