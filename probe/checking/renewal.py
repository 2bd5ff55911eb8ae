"""What a baseline, or an archive, becomes with new answers: they replace old ones, and everything else stays.

Pure: it reads and writes nothing.
"""

from captures.compare.findings import question_asked
from captures.model import Capture, ShapesFile
from captures.store import merged


def answers_in(file: ShapesFile) -> ShapesFile:
    """The captures of a file that say something."""
    captures = tuple(capture for capture in file.captures if capture.verdict.kind != "inconclusive")
    return file.model_copy(update={"captures": captures})


def new_answers(old: ShapesFile | None, new: ShapesFile) -> tuple[Capture, ...]:
    """The captures of `new` that say something, and whose question `old` does not have, in their order."""
    asked = set() if old is None else {str(question_asked(capture)) for capture in old.captures}
    return tuple(capture for capture in answers_in(new).captures if str(question_asked(capture)) not in asked)


def renewed(old: ShapesFile | None, new: ShapesFile) -> ShapesFile | None:
    """The file with the answers of `new`, and with what `old` answers beside them, whatever the versions.

    None where `old` has to stay as it is: `new` answers nothing, or is of another fixture and does not answer all that
    `old` does, as one file has one fixture.
    """
    answers = answers_in(new)
    if not answers.captures:
        return None
    answered = {str(question_asked(capture)) for capture in answers.captures}
    others = () if old is None else tuple(c for c in old.captures if str(question_asked(c)) not in answered)
    if old is not None and old.fixture != new.fixture and others:
        return None
    return answers.model_copy(update={"captures": (*others, *answers.captures)})


def archived(old: ShapesFile | None, new: ShapesFile) -> ShapesFile:
    """What an archive of one version keeps: the captures of both, where an answer is never replaced by none.

    Captures of another fixture are replaced whole.
    """
    if old is None or old.fixture != new.fixture:
        return new
    return merged(old, new, name="the archive")
