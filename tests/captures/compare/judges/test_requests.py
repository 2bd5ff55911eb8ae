from typing import Any, Final

import pytest

from tests.captures.compare.pairs import Changes, Trigger, finding_of, found, outcome, rules_of
from tests.captures.samples import REQUEST

MODEL: Final = {**REQUEST, "role": "model", "method": "POST", "path": "/v1/responses"}
OVER_WEBSOCKET: Final = {**MODEL, "method": "GET", "transport": "websocket"}


def requests(*several: dict[str, Any]) -> Changes:
    return {"requests": list(several)}


TRIGGERS: Final = [
    Trigger(
        old=requests(MODEL),
        new=requests(OVER_WEBSOCKET),
        finding=finding_of(
            "transport-changed",
            "$.requests[0].transport",
            "The model requests come over a WebSocket, no longer over HTTP",
            before="http",
            after="websocket",
            also=("$.requests[0].method",),
        ),
        near=(requests(MODEL), requests(MODEL, REQUEST)),
    ),
    Trigger(
        old=requests(MODEL),
        new=requests({**MODEL, "path": "/v2/responses"}),
        finding=finding_of(
            "request-path-changed",
            "$.requests[0].path",
            "The model requests go to /v2/responses, no longer to /v1/responses",
            before="/v1/responses",
            after="/v2/responses",
        ),
        near=(requests(REQUEST), requests({**REQUEST, "path": "/v2/models"})),
    ),
    Trigger(
        old=requests(REQUEST),
        new=requests({**REQUEST, "method": "HEAD"}),
        finding=finding_of(
            "request-method-changed",
            "$.requests[0].method",
            "The side requests to /v1/sessions/<id>/models have the method HEAD, no longer GET",
            before="GET",
            after="HEAD",
        ),
        near=(requests(MODEL), requests(OVER_WEBSOCKET)),
    ),
    Trigger(
        old={},
        new=requests(REQUEST),
        finding=finding_of(
            "request-appeared",
            "$.requests[0]",
            "The client now sends the side request GET /v1/sessions/<id>/models",
            before=None,
            after="GET /v1/sessions/<id>/models",
        ),
        near=(requests(REQUEST), requests({**REQUEST, "count": 3})),
    ),
    Trigger(
        old=requests(REQUEST),
        new={},
        finding=finding_of(
            "request-vanished",
            "$.requests[0]",
            "The client no longer sends the side request GET /v1/sessions/<id>/models",
            before="GET /v1/sessions/<id>/models",
            after=None,
        ),
        near=(requests(REQUEST), requests({**REQUEST, "count": 3})),
    ),
    Trigger(
        old=requests(REQUEST),
        new=requests({**REQUEST, "count": None}),
        finding=finding_of(
            "request-count-changed",
            "$.requests[0].count",
            "The GET /v1/sessions/<id>/models requests come until the deadline; they came 1 time",
            before=1,
            after=None,
        ),
        near=({**requests(MODEL), **outcome(attempts=1)}, {**requests({**MODEL, "count": 2}), **outcome(attempts=2)}),
    ),
    Trigger(
        old=requests(REQUEST),
        new=requests({**REQUEST, "header_names": ["accept", "x-new", "x-stainless-timeout"]}),
        finding=finding_of(
            "header-name-added",
            "$.requests[0].header_names[1]",
            "The GET /v1/sessions/<id>/models requests now have the header x-new",
            before=None,
            after=["x-new"],
        ),
        near=(requests(REQUEST), requests({**REQUEST, "header_names": ["accept"]})),
    ),
    Trigger(
        old=requests(REQUEST, MODEL),
        new=requests({**REQUEST, "header_names": []}, {**MODEL, "header_names": []}),
        finding=finding_of(
            "header-name-removed",
            "$.requests[0].header_names[0]",
            "The GET /v1/sessions/<id>/models and model requests no longer have the headers accept "
            "and x-stainless-timeout",
            before=["accept", "x-stainless-timeout"],
            after=None,
            also=("$.requests[1].header_names[0]", "$.requests[0].header_names[1]", "$.requests[1].header_names[1]"),
        ),
        near=({}, requests(REQUEST)),
    ),
    Trigger(
        old={**requests(MODEL), **outcome(attempts=1)},
        new={**requests({**MODEL, "count": 2}), **outcome(attempts=2)},
        finding=finding_of(
            "attempts-changed",
            "$.outcome.attempts",
            "The client makes 2 model requests; it made 1",
            before=1,
            after=2,
            also=("$.requests[0].count",),
        ),
        near=(requests(MODEL), requests({**MODEL, "count": 2})),
    ),
]


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_the_smallest_pair_makes_exactly_this_finding(trigger: Trigger) -> None:
    assert found(trigger.old, trigger.new) == (trigger.finding,)


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: trigger.finding.rule)
def test_a_pair_near_it_does_not(trigger: Trigger) -> None:
    assert trigger.finding.rule not in rules_of(*trigger.near)


UPGRADE: Final = {**REQUEST, "role": "upgrade", "path": "/v1/responses"}


def test_what_belongs_to_a_transport_comes_and_goes_with_it() -> None:
    http = {**MODEL, "header_names": ["content-length", "host"]}
    websocket = {**OVER_WEBSOCKET, "header_names": ["host", "sec-websocket-key", "x-new"]}
    observed = {"requested": {}, "observed": {"isolation": "namespace", "transport": "http"}}
    old = {**requests(http), "conditions": observed}
    new = {
        **requests(websocket, UPGRADE),
        "conditions": {**observed, "observed": {"isolation": "namespace", "transport": "websocket"}},
    }

    assert [(each.rule, each.pointer, each.also) for each in found(old, new)] == [
        (
            "transport-changed",
            "$.conditions.observed.transport",
            (
                "$.requests[0].transport",
                "$.requests[0].method",
                "$.requests[1]",
                "$.requests[0].header_names[1]",
                "$.requests[0].header_names[0]",
            ),
        ),
        ("header-name-added", "$.requests[0].header_names[2]", ()),
    ]


def test_a_transport_that_is_observed_alone_is_told_of_the_model_request() -> None:
    old, new = (
        {"conditions": {"requested": {}, "observed": {"isolation": "namespace", "transport": transport}}}
        for transport in ("websocket", "http")
    )

    assert [each.sentence for each in found(old, new)] == [
        "The model requests come over HTTP, no longer over a WebSocket"
    ]


def test_requests_that_differ_from_the_rest_by_their_headers_are_not_called_new() -> None:
    variant = {**MODEL, "header_names": []}

    assert [each.sentence for each in found(requests(MODEL), requests(MODEL, variant))] == [
        "Some of the model requests now have other header names than the rest"
    ]
    assert [each.sentence for each in found(requests(MODEL, variant), requests(MODEL))] == [
        "Some of the model requests no longer have other header names than the rest"
    ]


def test_a_request_over_a_websocket_says_so() -> None:
    warm_up = {**OVER_WEBSOCKET, "role": "warm-up"}

    assert [each.sentence for each in found(requests(MODEL), requests(MODEL, warm_up))] == [
        "The client now sends the warm-up request GET /v1/responses over a WebSocket"
    ]


def test_names_that_came_on_several_requests_are_one_finding() -> None:
    both = [{**MODEL, "role": role} for role in ("model", "warm-up")]
    new = requests(*({**each, "header_names": ["accept", "x-new", "x-stainless-timeout"]} for each in both))

    assert [(each.sentence, each.also) for each in found(requests(*both), new)] == [
        ("The model and warm-up requests now have the header x-new", ("$.requests[1].header_names[1]",))
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (None, 2, "The client makes 2 model requests; it made some until the deadline"),
        (1, None, "The client makes requests until the deadline; it made 1"),
    ],
)
def test_a_deadline_is_no_number_of_attempts(old: int | None, new: int | None, sentence: str) -> None:
    assert [each.sentence for each in found(outcome(attempts=old), outcome(attempts=new))] == [sentence]
