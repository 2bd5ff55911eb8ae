"""A client that answers `--version` like Claude Code, and otherwise prints what it was started with, as JSON."""

import json
import os
import sys
from pathlib import Path

if sys.argv[1:] == ["--version"]:
    sys.stdout.write("2.1.268 (Claude Code)\n")
else:
    sys.stdout.write(json.dumps({"arguments": sys.argv[1:], "cwd": str(Path.cwd()), "env": dict(os.environ)}))
