"""Findings for programs: the judgement as it is. Its JSON Schema is that of `captures.compare.judging.Judged`."""

import json

from captures.compare.judging import Judged


def json_text(judged: Judged) -> str:
    """JSON with two spaces, in the order of the model's fields; ASCII alone, so that no terminal acts on a name."""
    return json.dumps(judged.model_dump(warnings=False), indent=2) + "\n"
