"""A probe of its own, to be killed: opens a place, tells of it as a line of JSON, and starts a client there or waits.

Run as `python -m tests.support.lone_probe ISOLATION ROLL_DIRECTORY [ARGV…]`.
"""

import contextlib
import json
import sys
from typing import cast

from captures.words import Isolation
from probe.sandbox.sandbox import Sandbox
from tests.support.places import REPOSITORY, script, start


def main(isolation: str, directory: str, *client: str) -> None:
    """Run until somebody kills this process."""
    with Sandbox(cast("Isolation", isolation), keep=(str(REPOSITORY), directory), hide=()) as sandbox:
        place = sandbox.ready()
        if client:
            start(sandbox, *script(sandbox, *client))
        sys.stdout.write(json.dumps({"root": place.root, "warden": sandbox._warden.pid}) + "\n")
        sys.stdout.flush()
        sandbox.channel.recv(1)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(*sys.argv[1:])
