from captures.compare.judges.table import JUDGES


def test_each_judge_is_asked_once_and_the_one_for_the_rest_comes_last() -> None:
    names = [judge.__name__ for judge in JUDGES]

    assert len(set(names)) == len(names)
    assert names[-1] == "judge_others"
