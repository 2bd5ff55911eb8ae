"""Machines that refuse things, made with `unshare` (util-linux) around a command. Linux only."""

from typing import Final


def machine(script: str, *arguments: str) -> tuple[str, ...]:
    """What stands before a command to run it on a machine that `script` has changed; the command is in `"$@"`."""
    return ("unshare", "--map-root-user", "--mount", "/bin/sh", "-e", "-c", script, *(arguments or ("sh",)))


WITHOUT_NAMESPACES: Final = machine('echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"')

_ONE_PORT: Final = (
    "cd /proc/sys/net/ipv4; echo 61000 61000 > ip_local_port_range; echo 61000 > ip_local_reserved_ports; "
    'cd "$OLDPWD"; exec "$@"'
)

WITHOUT_PORTS: Final = (*machine('exec unshare --net "$@"'), "/bin/sh", "-e", "-c", _ONE_PORT, "sh")
"""The one port that a program may be given is reserved for others."""
