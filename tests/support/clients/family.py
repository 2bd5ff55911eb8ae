"""A parent of three processes, of which one is a zombie and one has a child. Tells their ids as JSON, then waits.

Run as `family.py`; it and what is left of its family end when its standard input ends.
"""

import json
import os
import sys

told, teller = os.pipe()
zombie = os.fork()
if not zombie:
    os._exit(0)
os.waitid(os.P_PID, zombie, os.WEXITED | os.WNOWAIT)
parent = os.fork()
if not parent:
    below = os.fork()
    if below:
        os.write(teller, str(below).encode())
    os.read(0, 1)
    os._exit(0)
child = int(os.read(told, 32))
single = os.fork()
if not single:
    os.setsid()
    os.write(teller, b".")
    os.read(0, 1)
    os._exit(0)
os.read(told, 1)
sys.stdout.write(json.dumps({"zombie": zombie, "parent": parent, "child": child, "single": single}))
sys.stdout.write("\n")
sys.stdout.flush()
os.read(0, 1)
