from sanitize.pointers import MAX_STEPS, FoundString, Node, nodes, strings
from tests.sanitize.bodies import nested


def test_every_value_is_visited_parents_first_and_keys_sorted() -> None:
    assert list(nodes({"b": [1, {"c": None}], "a": "x"})) == [
        Node(steps=(), key=None, value={"b": [1, {"c": None}], "a": "x"}),
        Node(steps=("a",), key="a", value="x"),
        Node(steps=("b",), key="b", value=[1, {"c": None}]),
        Node(steps=("b", 0), key=None, value=1),
        Node(steps=("b", 1), key=None, value={"c": None}),
        Node(steps=("b", 1, "c"), key="c", value=None),
    ]


def test_a_node_that_is_not_entered_is_given_without_what_is_in_it() -> None:
    found = nodes({"a": {"b": 1}}, is_entered=lambda node: node.key != "a")
    assert [node.steps for node in found] == [(), ("a",)]


def test_strings_are_values_and_keys() -> None:
    assert list(strings({"name": "x", "list": ["y", 2, True, None]})) == [
        FoundString(steps=("list",), key=None, text="list"),
        FoundString(steps=("name",), key=None, text="name"),
        FoundString(steps=("list", 0), key=None, text="y"),
        FoundString(steps=("name",), key="name", text="x"),
    ]


def test_the_order_of_keys_never_shows() -> None:
    assert list(strings({"a": "1", "b": {"c": "2", "d": "3"}})) == list(strings({"b": {"d": "3", "c": "2"}, "a": "1"}))


def test_no_nesting_is_too_deep_and_what_is_deep_has_the_steps_of_its_ancestor() -> None:
    *_, deepest = strings(nested(10_000))
    assert deepest == FoundString(steps=("a",) * MAX_STEPS, key="a", text="leaf")


def test_no_repr_shows_raw_text() -> None:
    assert "raw" not in repr(list(strings(["raw"])) + list(nodes(["raw"])))
