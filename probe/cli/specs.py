"""From the text of a SPEC to a client and what is named of it, for our own clients and those of other packages."""

from probe.clients.client import Client
from probe.clients.table import client_named
from probe.installs.spec import Spec, spec_in


def client_spec(text: str) -> tuple[Client, Spec]:
    """Read a SPEC and find its client.

    Raises:
        SetupError: The client is unknown, or what follows the `@` is no path, no exact version and no tag.
    """
    client = client_named(text.partition("@")[0])
    return client, spec_in(text, packages={client.name: client.package})
