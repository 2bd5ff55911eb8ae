import pytest

from fake_mcp.catalog import LOOKUP, Catalog
from fake_mcp.catalogs import CATALOGS
from fake_mcp.responder import Session


def test_the_default_catalog_has_a_name() -> None:
    assert CATALOGS["lookup"] is LOOKUP


@pytest.mark.parametrize("catalog", CATALOGS.values(), ids=CATALOGS)
def test_a_named_catalog_can_be_served(catalog: Catalog) -> None:
    [frame] = Session(catalog).exchange('{"jsonrpc":"2.0","id":1,"method":"tools/list"}').sent

    assert b'"tools":[{"name":' in frame.data


def test_no_two_named_catalogs_have_one_alias() -> None:
    aliases = [catalog.alias for catalog in CATALOGS.values()]

    assert sorted(set(aliases)) == sorted(aliases)
