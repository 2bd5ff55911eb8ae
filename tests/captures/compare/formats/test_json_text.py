"""Findings for programs."""

import json

import jsonschema  # type: ignore[import-untyped] # its types are a package of their own
import pytest

from captures.compare.formats.json_text import json_text
from captures.compare.judging import Judged
from tests.captures.compare.formats.judgements import HEADER, ODD_NAMES, ONE_OF_EVERYTHING, comparison, judgement, odd

VALIDATOR = jsonschema.Draft202012Validator(Judged.model_json_schema(mode="serialization"))


def test_the_text_is_the_judgement() -> None:
    assert json_text(judgement(comparison(HEADER, file=None))) == (
        """{
  "schema_version": 1,
  "fail_on": "breaking",
  "settings_name": "shape-probe.toml",
  "compared": [
    {
      "question": {
        "client": "codex",
        "scenario": "first-request",
        "requested": {
          "reply": "accept"
        }
      },
      "old_version": "0.120.0",
      "new_version": "0.125.0",
      "file": null,
      "findings": [
        {
          "rule": "header-name-added",
          "severity": "cosmetic",
          "pointer": "$.requests[0].header_names[3]",
          "also": [],
          "before": null,
          "after": "x-new",
          "sentence": "model requests have a new header, x-new"
        }
      ],
      "accepted": [],
      "switched_off": 0
    }
  ],
  "stale": [],
  "not_compared": []
}
"""
    )


@pytest.mark.parametrize("judged", [ONE_OF_EVERYTHING, *(odd(name) for name in ODD_NAMES if name != "\ud800")])
def test_it_is_read_back_to_the_same_and_has_its_schema(judged: Judged) -> None:
    text = json_text(judged)

    assert Judged.model_validate_json(text) == judged
    VALIDATOR.validate(json.loads(text))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_it_is_ascii(name: str) -> None:
    text = json_text(odd(name))

    assert text.isascii()
    assert text.replace("\n", "").isprintable()
