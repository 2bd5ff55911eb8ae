from sanitize.places import tool_entries
from sanitize.traits import exec_traits, is_exec, traits_of
from tests.sanitize.bodies import claude_body, claude_tool, function, functions, program

ALL = {
    "exec.nested_tools_on_tools_object": True,
    "exec.names_normalized_to_identifiers": True,
    "exec.deferred_tools_may_be_omitted": True,
    "exec.all_tools_enumerates_nested_tools": True,
}


def test_the_program_tool_has_four_traits() -> None:
    assert traits_of(tool_entries({"tools": [functions(function("wait"), program())]})) == ALL


def test_a_description_that_says_nothing_of_the_kind_has_them_all_false() -> None:
    assert exec_traits("Made-up text: tools, deferred. Nothing is omitted; ALL_TOOLSX") == dict.fromkeys(ALL, False)


def test_each_trait_is_a_matter_of_its_own() -> None:
    assert exec_traits("See ALL_TOOLS.") == dict.fromkeys(ALL, False) | {"exec.all_tools_enumerates_nested_tools": True}


def test_where_no_tool_carries_traits_there_are_none() -> None:
    assert traits_of(tool_entries(claude_body(claude_tool()))) == {}


def test_the_program_tool_is_a_custom_tool_called_exec() -> None:
    entries = tool_entries({"tools": [program(), function("exec"), {"type": "custom", "name": "other"}]})
    assert [is_exec(entry) for entry in entries] == [True, False, False]
