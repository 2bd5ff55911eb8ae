from probe.sandbox.place import Launch, Place


def test_the_names_of_a_place_hold_its_word_but_for_the_temporary_directory() -> None:
    place = Place(
        root="/run/shape-probe",
        provider_url="http://127.0.0.1:4242",
        bridge=("/usr/bin/python3", "-I", "-S", "/run/shape-probe/bridge.py", "/run/shape-probe/mcp.sock"),
        proxy_url=None,
        word="0f",
        isolation="namespace",
    )

    assert (place.home, place.work, place.temporary, place.user) == (
        "/run/shape-probe/home-0f",
        "/run/shape-probe/work-0f",
        "/run/shape-probe/tmp",
        "user-0f",
    )


def test_a_launch_does_not_show_its_environment_and_files() -> None:
    launch = Launch(argv=("/bin/true",), env={"KEY": "sk-made-up"}, cwd="/", files={"auth.json": "sk-made-up"})

    assert repr(launch) == "Launch(argv=('/bin/true',), cwd='/', directories=())"
