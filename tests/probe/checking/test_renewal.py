"""New answers replace old ones of the same question, whatever the version; nothing else is touched."""

from probe.checking.renewal import answers_in, archived, new_answers, renewed
from tests.captures.samples import INCONCLUSIVE, UNSTABLE, shapes_file
from tests.probe.checking.baselines import answer, of_another_fixture


def test_only_what_says_something_is_an_answer() -> None:
    file = shapes_file(answer(), answer(reply="refuse", verdict=INCONCLUSIVE), answer(reply="close", verdict=UNSTABLE))

    assert answers_in(file) == shapes_file(answer(), answer(reply="close", verdict=UNSTABLE))


def test_without_a_baseline_the_answers_become_it() -> None:
    new = shapes_file(answer(), answer(reply="refuse", verdict=INCONCLUSIVE))

    assert renewed(None, new) == shapes_file(answer())


def test_an_answer_replaces_that_of_another_version_and_what_was_not_asked_stays() -> None:
    old = shapes_file(answer(), answer(reply="refuse"), answer(reply="close"))
    new = shapes_file(answer(version="2.1.300"), answer(version="2.1.300", reply="refuse", verdict=INCONCLUSIVE))

    assert renewed(old, new) == shapes_file(answer(reply="refuse"), answer(reply="close"), answer(version="2.1.300"))


def test_an_answer_is_new_where_the_baseline_does_not_have_its_question() -> None:
    old = shapes_file(answer(), answer(reply="refuse", verdict=INCONCLUSIVE))
    new = shapes_file(
        answer(version="2.1.300"),
        answer(version="2.1.300", reply="refuse"),
        answer(version="2.1.300", reply="close"),
        answer(version="2.1.300", reply="status:503", verdict=INCONCLUSIVE),
    )

    [close] = shapes_file(answer(version="2.1.300", reply="close")).captures
    assert new_answers(old, new) == (close,)
    assert new_answers(None, new) == answers_in(new).captures


def test_where_nothing_is_answered_the_file_stays() -> None:
    assert renewed(shapes_file(answer()), shapes_file(answer(verdict=INCONCLUSIVE))) is None


def test_a_file_of_another_fixture_is_replaced_when_all_of_it_is_answered() -> None:
    new = shapes_file(answer())

    assert renewed(of_another_fixture(answer(version="2.1.9")), new) == new
    assert renewed(of_another_fixture(answer(), answer(reply="refuse")), new) is None


def test_an_archive_keeps_an_answer_where_there_is_none_now() -> None:
    old = shapes_file(answer(), answer(reply="refuse", verdict=INCONCLUSIVE))
    new = shapes_file(answer(verdict=INCONCLUSIVE), answer(reply="refuse"))

    assert archived(old, new) == shapes_file(answer(), answer(reply="refuse"))
    assert archived(None, new) == new
    assert archived(of_another_fixture(answer()), new) == new
