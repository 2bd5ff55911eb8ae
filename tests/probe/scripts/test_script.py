from probe.scripts.script import Call, PlacedCall, Say, Script, Turn


def call(name: str) -> Call:
    return Call(kind="tool_use", name=name, arguments={}, id=name)


def test_calls_are_given_in_order_with_their_places() -> None:
    script = Script(
        (
            Turn(name="a", items=(Say("OK"), call("one"), call("two"))),
            Turn(name="b", status=529),
            Turn(name="c", items=(call("three"),)),
        )
    )

    assert list(script.calls()) == [
        PlacedCall(call=call("one"), steps=("turns", 0, "items", 1)),
        PlacedCall(call=call("two"), steps=("turns", 0, "items", 2)),
        PlacedCall(call=call("three"), steps=("turns", 2, "items", 0)),
    ]
