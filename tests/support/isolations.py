"""What isolations this system has: the one place where tests are left out, on systems that are not Linux."""

import sys
from typing import Final

from captures.words import Isolation

ISOLATIONS: Final[tuple[Isolation, ...]] = ("namespace", "environment") if sys.platform == "linux" else ("environment",)

LEFT_OUT: Final[tuple[str, ...]] = () if sys.platform == "linux" else ("test_descendants.py", "test_namespaces.py")
"""Files of tests/probe/sandbox about `/proc` and namespaces, which only Linux has."""
