import pytest

from probe.providers.policy import ReplyPolicy
from probe.reply import ReplyError, reply_policy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("accept", ReplyPolicy(mode="accept")),
        ("refuse", ReplyPolicy(mode="refuse", status=400)),
        ("close", ReplyPolicy(mode="close")),
        ("status:400", ReplyPolicy(mode="status", status=400)),
        ("status:529", ReplyPolicy(mode="status", status=529)),
        ("status:599", ReplyPolicy(mode="status", status=599)),
    ],
)
def test_each_reply_is_read_into_its_policy(text: str, expected: ReplyPolicy) -> None:
    assert reply_policy(text) == expected


@pytest.mark.parametrize("text", ["accept", "refuse", "close", "status:503"])
def test_a_policy_says_whether_websockets_are_accepted(text: str) -> None:
    found = [reply_policy(text, accepts_websocket=accepts).accepts_websocket for accepts in (True, False)]

    assert found == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Accept",
        "accept ",
        "status",
        "status:",
        "status:200",
        "status:399",
        "status:600",
        "status:4290",
        "status:4٢٩",
    ],
)
def test_anything_else_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(ReplyError) as refused:
        reply_policy(text)

    assert (str(refused.value), refused.value.exit_code) == (
        "--reply takes accept, refuse, close or status:N with N from 400 to 599, for example status:529",
        2,
    )
