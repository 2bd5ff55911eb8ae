from probe.clients.environment import base_environment
from tests.support.errands import JAILED, UNJAILED, base


def test_in_a_jail_the_environment_says_who_and_where_the_client_is_and_names_no_proxy() -> None:
    assert base_environment(JAILED) == base()


def test_without_a_jail_every_proxy_variable_names_the_refusing_port_and_loopback_is_excepted() -> None:
    proxies = dict.fromkeys(
        ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9"
    )
    excepted = dict.fromkeys(("no_proxy", "NO_PROXY"), "localhost,127.0.0.1,::1")

    assert base_environment(UNJAILED) == base(**proxies, **excepted)
