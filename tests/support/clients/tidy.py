"""A client that tries `probe.sandbox.scratch` as an ordinary user: root may do everything and would show nothing.

Run as `tidy.py REPOSITORY PARENT`. Makes a scratch directory in PARENT that is hard to remove, removes it, and prints
what is left, as JSON.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from probe.sandbox import scratch

parent = Path(sys.argv[2])
outside = parent / "outside"
outside.mkdir()
(outside / "file").write_text("kept", encoding="utf-8")
name, _lock = scratch.made(str(parent))
inner = Path(name) / "inner"
deeper = inner / "deeper"
deeper.mkdir(parents=True)
(inner / "closed").mkdir(mode=0)
(deeper / "file").write_text("text", encoding="utf-8")
(deeper / "link to a directory").symlink_to(outside)
(deeper / "link to a file").symlink_to(outside / "file")
(deeper / "link to nothing").symlink_to("nowhere")
(inner / "link").symlink_to(outside)
(outside / "file").chmod(0o400)
outside.chmod(0o500)
deeper.chmod(0o500)
inner.chmod(0o500)
parent.chmod(0o700)

gone = [scratch.removed(name), scratch.removed(name)]
modes = [oct(path.stat().st_mode & 0o7777) for path in (parent, outside, outside / "file")]
left = sorted(str(path.relative_to(parent)) for path in parent.rglob("*"))
sys.stdout.write(json.dumps({"gone": gone, "left": left, "modes": modes}))
