"""The table has a row for each version and a column for each question of a client."""

from captures.compare.history import Change, Release, strands_of
from captures.report.cells import cell_of
from captures.report.table import ClientTable, Entry, Mark, Row, conditions_of, tables_of
from tests.captures.report.series import finding, question, version
from tests.captures.samples import DEFERRED, INLINE

OLD, NEW, REFUSED = (
    version("0.9.0", tools=[INLINE]),
    version("0.10.0", tools=[DEFERRED]),
    version("0.10.0", reply="refuse", tools=[INLINE]),
)
ACCEPT, REFUSE = question(reply="accept"), question(reply="refuse")


def test_a_row_has_an_entry_for_each_question_or_none() -> None:
    assert tables_of(strands_of([OLD, REFUSED, NEW]), ()) == (
        ClientTable(
            client="codex",
            questions=(ACCEPT, REFUSE),
            rows=(
                Row(
                    version="0.10.0",
                    entries=(
                        Entry(question=ACCEPT, version="0.10.0", cell=cell_of(NEW), mark=None),
                        Entry(question=REFUSE, version="0.10.0", cell=cell_of(REFUSED), mark=None),
                    ),
                ),
                Row(
                    version="0.9.0",
                    entries=(Entry(question=ACCEPT, version="0.9.0", cell=cell_of(OLD), mark=None), None),
                ),
            ),
        ),
    )


def test_an_entry_says_how_many_findings_its_version_has_by_severity() -> None:
    severities = ["cosmetic", "breaking", "cosmetic", "notable"]
    changes = [Change(finding=finding(severity=severity), questions=(ACCEPT,)) for severity in severities]
    release = Release(client="codex", version="0.10.0", after="0.9.0", changes=tuple(changes))
    (table,) = tables_of(strands_of([OLD, NEW]), [release])

    marks = [entry.mark for row in table.rows for entry in row.entries if entry is not None]

    assert marks == [Mark(counts=(("breaking", 1), ("notable", 1), ("cosmetic", 2))), None]


def test_cosmetic_findings_are_told_where_there_are_no_others() -> None:
    assert Mark(counts=(("notable", 1), ("cosmetic", 2))).told() == (("notable", 1),)
    assert Mark(counts=(("cosmetic", 2),)).told() == (("cosmetic", 2),)


def test_clients_have_tables_of_their_own_and_scenarios_stand_together() -> None:
    several = [OLD, REFUSED, version("0.9.0", scenario="results"), version("2.1.1", name="claude")]
    tables = tables_of(strands_of(several), ())

    assert {table.client: table.scenarios() for table in tables} == {
        "claude": (("first-request", 1),),
        "codex": (("first-request", 2), ("results", 1)),
    }


def test_conditions_are_told_in_order() -> None:
    assert conditions_of(question(transport="http", reply="accept")) == "reply=accept transport=http"
    assert conditions_of(ACCEPT.model_copy(update={"requested": {}})) == "no conditions"
