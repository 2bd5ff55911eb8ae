"""The environment that every client gets: built from nothing, all of it inside the scratch directory."""

from probe.sandbox.place import Place


def base_environment(place: Place) -> dict[str, str]:
    """Say who and where the client is; with proxies that refuse everything where no jail does."""
    found = {
        "HOME": place.home,
        "LANG": "C.UTF-8",
        "LOGNAME": place.user,
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "SHAPE_PROBE_CANARY": f"environment-{place.word}",
        "SHELL": "/bin/sh",
        "TERM": "dumb",
        "TMPDIR": place.temporary,
        "TZ": "UTC",
        "USER": place.user,
        "XDG_CACHE_HOME": f"{place.home}/.cache",
        "XDG_CONFIG_HOME": f"{place.home}/.config",
        "XDG_DATA_HOME": f"{place.home}/.local/share",
        "XDG_RUNTIME_DIR": place.temporary,
        "XDG_STATE_HOME": f"{place.home}/.local/state",
    }
    if place.proxy_url:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            found[name] = found[name.upper()] = place.proxy_url
        found["no_proxy"] = found["NO_PROXY"] = "localhost,127.0.0.1,::1"
    return found
