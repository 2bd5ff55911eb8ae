"""Joins the captures of several files into one a question, as jobs of one matrix on several machines give them. Pure.

It votes for nobody: two answers that differ are one that is unstable, and it says where.
"""

from collections.abc import Iterable

from captures.model import Capture
from captures.store import QuestionKey, question_of
from sanitize.unstable import agreed


def joined(captures: Iterable[Capture]) -> tuple[Capture, ...]:
    """One capture a question, in the order in which the questions come first.

    An inconclusive capture counts only where nothing else answers. Joining the result with the same captures again
    changes nothing.
    """
    questions: dict[QuestionKey, list[Capture]] = {}
    for capture in captures:
        questions.setdefault(question_of(capture), []).append(capture)
    return tuple(_one(found) for found in questions.values())


def _one(captures: list[Capture]) -> Capture:
    answers = [capture for capture in captures if capture.verdict.kind != "inconclusive"]
    return agreed(answers or captures)
