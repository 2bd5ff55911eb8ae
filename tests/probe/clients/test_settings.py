import pytest

from probe.clients.settings import Setting, SettingError, checked, pairs_in

KNOWN = {
    "auth": Setting(choices=("api-key", "token"), default="api-key"),
    "feature.*": Setting(choices=("true", "false")),
    "model": Setting(),
}
NAME_RULE = (
    "has to be a name: up to 64 letters, digits and . _ : @ / -, starting with a letter or digit, "
    "and nothing that looks like a key, an address or an account"
)


def test_pairs_are_read_in_order_and_a_value_may_hold_every_sign_of_a_name() -> None:
    assert list(pairs_in(["model=vendor/some-model:1@2_3.4", "auth=token"]).items()) == [
        ("model", "vendor/some-model:1@2_3.4"),
        ("auth", "token"),
    ]


def test_no_pairs_are_no_settings() -> None:
    assert pairs_in([]) == {}


@pytest.mark.parametrize("text", ["model", "=value", "model=", "=", ""])
def test_a_text_that_is_no_pair_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(SettingError) as refused:
        pairs_in([text])

    assert str(refused.value) == "--set takes KEY=VALUE, for example --set model=unknown-model"


@pytest.mark.parametrize(
    "value", ["a b", "-dash", "ä", "a=b", "a\n", "x" * 65, "$(id)", "sk-ant-made-up-key", "me@example.org", "192.0.2.1"]
)
def test_a_value_that_is_no_name_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(SettingError) as refused:
        pairs_in([f"model={value}"])

    assert str(refused.value) == f"the value of --set model {NAME_RULE}"


def test_a_key_that_is_no_name_is_not_repeated_either() -> None:
    with pytest.raises(SettingError) as refused:
        pairs_in(["a key=a value"])

    assert str(refused.value) == f"the value of --set (a key that is no name) {NAME_RULE}"


def test_a_key_that_is_given_twice_is_refused() -> None:
    with pytest.raises(SettingError) as refused:
        pairs_in(["model=one", "model=one"])

    assert (str(refused.value), refused.value.exit_code) == ("--set model is given twice; give it once", 2)


def test_what_differs_from_the_defaults_is_kept_sorted_by_key() -> None:
    pairs = {"model": "m", "feature.b": "true", "auth": "api-key", "feature.a.c": "false"}

    assert list(checked(pairs, KNOWN, client="codex").items()) == [
        ("feature.a.c", "false"),
        ("feature.b", "true"),
        ("model", "m"),
    ]


@pytest.mark.parametrize("key", ["colour", "feature", "feature.", "other.a", "model.a", "Model", "feature.a/b"])
def test_a_key_that_the_client_does_not_take_is_refused_with_those_that_it_takes(key: str) -> None:
    with pytest.raises(SettingError) as refused:
        checked({key: "true"}, KNOWN, client="codex")

    assert str(refused.value) == f"codex takes no --set {key}; it takes auth, feature.*, model"


@pytest.mark.parametrize("key", ["feature.a b", "feature.*", "a\x1b[0m"])
def test_a_key_that_is_no_name_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(SettingError) as refused:
        checked({key: "true"}, KNOWN, client="codex")

    assert str(refused.value) == ("codex takes no --set (a key that is no name); it takes auth, feature.*, model")


def test_a_value_that_is_not_one_of_the_choices_is_refused_with_the_choices() -> None:
    with pytest.raises(SettingError) as refused:
        checked({"auth": "key"}, KNOWN, client="claude")

    assert str(refused.value) == "--set auth takes api-key or token for claude"


@pytest.mark.parametrize(
    ("setting", "example"),
    [
        (Setting(choices=("a", "b"), is_required=True), "a|b"),
        (Setting(is_required=True), "NAME"),
    ],
)
def test_a_key_that_has_to_be_given_is_asked_for(setting: Setting, example: str) -> None:
    known = {**KNOWN, "fault": setting}
    with pytest.raises(SettingError) as refused:
        checked({"model": "m"}, known, client="codex")

    assert str(refused.value) == f"give --set fault={example}; there is no default"
    assert checked({"fault": "a"}, known, client="codex") == {"fault": "a"}


@pytest.mark.parametrize("value", ["abc", "100", "1.5"])
def test_a_value_that_has_not_its_form_is_refused_with_the_form(value: str) -> None:
    known = {"retries": Setting(pattern=r"\d{1,2}", form="a number from 0 to 99")}

    with pytest.raises(SettingError) as caught:
        checked({"retries": value}, known, client="claude")

    assert str(caught.value) == "--set retries takes a number from 0 to 99 for claude"
    assert checked({"retries": "7"}, known, client="claude") == {"retries": "7"}
