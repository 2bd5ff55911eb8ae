import pytest

from probe.campaigns.fetched import Fetched
from tests.probe.installs.told import Told


@pytest.mark.parametrize("is_measured", [False, True])
def test_everything_is_passed_on_and_what_was_fetched_is_kept(*, is_measured: bool) -> None:
    told = Told(is_measured=is_measured)
    fetched = Fetched(told)

    fetched.waited("codex@0.1.0")
    fetched.started("codex@0.2.0", 7)
    fetched.advanced("codex@0.2.0", 3)
    fetched.finished("codex@0.2.0", 8)

    assert fetched.is_measured == is_measured
    assert fetched.releases == ["codex@0.2.0"]
    assert told.facts == [
        ("waited", "codex@0.1.0", None),
        ("started", "codex@0.2.0", 7),
        ("finished", "codex@0.2.0", 8),
    ]
    assert told.most_bytes == 3
