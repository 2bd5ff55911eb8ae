"""The warnings of a check: those of `probe.cli.summary` that neither the comparison nor the baseline gives already.

Pure: it prints nothing.
"""

from collections.abc import Sequence

from captures.compare.findings import question_asked
from captures.model import Capture, ShapesFile
from probe.cli.summary import warnings_about


def new_warnings(file: ShapesFile, baseline: ShapesFile | None) -> list[str]:
    """The lines about what was captured now, in the order of `file`.

    Where the baseline answers the question too, what a client shows later is a matter of the comparison, and what the
    answer in the baseline is warned about in the same words was seen when that was committed. What is inconclusive is
    always told.
    """
    old = {str(question_asked(capture)): capture for capture in (baseline.captures if baseline is not None else ())}
    return [line for each in file.captures for line in _lines(file, each, old.get(str(question_asked(each))))]


def _lines(file: ShapesFile, new: Capture, old: Capture | None) -> Sequence[str]:
    if old is None or "inconclusive" in {old.verdict.kind, new.verdict.kind}:
        return _about(file, new)
    known = _about(file, old.model_copy(update={"client": new.client}))
    return [line for line in _about(file, new.model_copy(update={"later_shapes": ()})) if line not in known]


def _about(file: ShapesFile, capture: Capture) -> list[str]:
    return warnings_about(file.model_copy(update={"captures": (capture,)}))
