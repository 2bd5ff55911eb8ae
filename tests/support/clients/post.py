"""A client that makes one model request: posts a small JSON object to URL and prints the status of the answer."""

import sys
import urllib.request

request = urllib.request.Request(  # noqa: S310 - the address is the provider's
    sys.argv[1], data=b'{"tools": []}', headers={"content-type": "application/json"}
)
with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5) as answer:
    sys.stdout.write(str(answer.status))
