"""The shared words stay light: what starts a client imports them."""

import subprocess
import sys
from typing import get_args

from captures.words import Isolation, Role, Transport


def test_the_words_are_those_of_the_file() -> None:
    assert (get_args(Isolation), get_args(Transport), get_args(Role)) == (
        ("namespace", "environment"),
        ("http", "websocket"),
        ("model", "warm-up", "upgrade", "side"),
    )


def test_the_words_and_the_rules_about_names_come_without_pydantic() -> None:
    code = "import sys, captures.words, captures.names, captures.pointers; print('pydantic' in sys.modules)"

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, encoding="utf-8")

    assert run.stdout == "False\n"
