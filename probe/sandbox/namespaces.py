"""The jail of a Linux run: user, network, mount, PID, IPC and UTS namespaces around the calling process.

Runs inside the warden (`python -I -S`): standard library only. The kernel is called directly, because Python has
`os.unshare` from 3.12 on and no `mount`, and the programs that do the same (`unshare`, `bwrap`) cannot hand sockets out
and are missing on many machines.

Inside, the file system is read-only but for fresh tmpfs mounts; the host's sockets in `/run` are hidden; names resolve
to a server of ours. Everything is gone with the last process: there is nothing to unmount and nothing to delete.
"""

import contextlib
import ctypes
import errno
import fcntl
import os
import socket
import stat
import struct
from collections.abc import Iterable
from typing import Final

ROOT: Final = "/run/shape-probe"
"""The scratch directory, on a tmpfs that only the jail sees. Not below `/tmp`: some clients refuse a home there."""

INNER_ID: Final = 1000
"""The uid and gid inside: an ordinary user on every machine, as clients treat root differently."""

_CLONE_NEWNS: Final = 0x00020000
_CLONE_FLAGS: Final = 0x10000000 | 0x40000000 | _CLONE_NEWNS | 0x20000000 | 0x08000000 | 0x04000000
"""CLONE_NEWUSER, NEWNET, NEWNS, NEWPID, NEWIPC, NEWUTS (linux/sched.h)."""

_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 32, 4096, 16384, 1 << 18
_AT_FDCWD, _AT_RECURSIVE, _MOUNT_ATTR_RDONLY = -100, 0x8000, 1
_SYS_MOUNT_SETATTR: Final = 442
"""The same number on all architectures; Linux 5.12."""

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36

_libc = ctypes.CDLL(None, use_errno=True)


class JailError(Exception):
    """The kernel refused a step. `step` and `code` (the name of `errno`) say which and why."""

    def __init__(self, step: str, number: int) -> None:
        self.step = step
        self.errno = number
        self.code = errno.errorcode.get(number, str(number))
        super().__init__(f"{step}: {self.code}")


def enter(*, user: str, keep: Iterable[str], hide: Iterable[str]) -> None:
    """Move the calling process into a jail; its next child is PID 1 there.

    Args:
        user: The name of the one ordinary user inside.
        keep: Absolute paths of files and directories that must stay visible although what is above them (`/run`, `/tmp`
            or `/dev/shm`) is replaced.
        hide: Absolute directories that must look empty.

    Raises:
        JailError: The kernel refused; the process may be half inside and has to end.
    """
    if not hasattr(_libc, "unshare"):
        raise JailError("unshare", errno.ENOSYS)  # not Linux
    uid, gid = os.getuid(), os.getgid()
    _checked("unshare", _libc.unshare(_CLONE_FLAGS))
    _write("/proc/self/setgroups", "deny", "setgroups")
    _write("/proc/self/uid_map", f"{INNER_ID} {uid} 1", "uid_map")
    _write("/proc/self/gid_map", f"{INNER_ID} {gid} 1", "gid_map")
    _loopback_up()
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE, step="private mounts")
    _read_only_from("/")
    _fresh_directories(keep, hide)
    _identity_files(user)
    name = b"shape-probe"
    _checked("sethostname", _libc.sethostname(name, len(name)))


def mount_proc() -> None:
    """Give PID 1 of the jail its own `/proc`, where the kernel allows one (not where parts of the old one are masked).

    In a mount namespace of its own: the warden has no number in the new `/proc` and still needs the old one.
    """
    _checked("unshare", _libc.unshare(_CLONE_NEWNS))
    _libc.mount(b"proc", b"/proc", b"proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, None)


def die_with_parent() -> None:
    """Have the kernel kill the calling process when its parent dies (Linux; elsewhere nothing happens)."""
    if hasattr(_libc, "prctl"):
        _libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)


def adopt_orphans() -> None:
    """Make the calling process the parent of its orphaned descendants (Linux; elsewhere nothing happens)."""
    if hasattr(_libc, "prctl"):
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def unroutable_packets() -> int:
    """Count what tried to leave loopback: connections and datagrams for which the kernel had no route."""
    # As bytes: a codec would be imported here, inside the jail.
    with open("/proc/self/net/snmp", "rb") as file:
        rows = [line.split() for line in file if line.startswith(b"Ip:")]
    found = int(dict(zip(rows[0], rows[1], strict=True)).get(b"OutNoRoutes", b"0"))
    if os.path.exists("/proc/self/net/snmp6"):  # not on a kernel without IPv6
        with open("/proc/self/net/snmp6", "rb") as file:
            found += sum(int(line.split()[1]) for line in file if line.startswith(b"Ip6OutNoRoutes"))
    return found


def _fresh_directories(keep: Iterable[str], hide: Iterable[str]) -> None:
    kept = _held(keep)
    for path in ("/run", "/tmp", "/dev/shm"):  # noqa: S108 - replaced, not used
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, step=f"tmpfs on {path}", data="mode=1777")
    for path in hide:
        if os.path.isdir(path):
            flags = _MS_NOSUID | _MS_NODEV | _MS_RDONLY
            _mount("tmpfs", path, "tmpfs", flags, step="hide a directory", data="mode=755")
    for path, descriptor in kept:
        if not os.path.exists(path):
            _mount_point(path, is_directory=stat.S_ISDIR(os.fstat(descriptor).st_mode))
            _mount(f"/proc/self/fd/{descriptor}", path, None, _MS_BIND | _MS_REC, step="keep a path")
        os.close(descriptor)
    os.makedirs(ROOT)


def _held(paths: Iterable[str]) -> list[tuple[str, int]]:
    """Open what is to be kept. What cannot be opened cannot be kept: if the client needs it, its launch tells."""
    held = []
    for path in sorted(set(paths)):
        with contextlib.suppress(OSError):
            held.append((path, os.open(path, os.O_PATH | os.O_CLOEXEC)))
    return held


def _mount_point(path: str, *, is_directory: bool) -> None:
    if is_directory:
        os.makedirs(path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))


def _identity_files(user: str) -> None:
    """Replace what tells the machine and its user: name server, hosts, user and group."""
    texts = {
        "/etc/resolv.conf": "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n",
        "/etc/hosts": "127.0.0.1 localhost shape-probe\n",
        "/etc/passwd": f"root:x:0:0::/:/bin/sh\n{user}:x:{INNER_ID}:{INNER_ID}::{ROOT}:/bin/sh\n",
        "/etc/group": f"root:x:0:\n{user}:x:{INNER_ID}:\n",
    }
    os.makedirs("/run/shape-probe-etc")
    for path, text in texts.items():
        target = os.path.realpath(path)
        if target.startswith("/run/"):  # a link into what is hidden now, as systemd-resolved makes it
            os.makedirs(os.path.dirname(target), exist_ok=True)
            _write(target, text, "identity files", flags=os.O_CREAT)
        elif os.path.exists(target):
            source = f"/run/shape-probe-etc/{os.path.basename(path)}"
            _write(source, text, "identity files", flags=os.O_CREAT)
            _mount(source, target, None, _MS_BIND, step="identity files")


def _loopback_up() -> None:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            request = struct.pack("16sH14x", b"lo", 0)
            flags = struct.unpack("16sH14x", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request))[1]
            fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | _IFF_UP))
    except OSError as refused:
        raise JailError("loopback", refused.errno or 0) from None


def _read_only_from(path: str) -> None:
    """Make every mount at and below `path` read-only; on kernels before 5.12 only the file modes protect them."""
    attributes = struct.pack("QQQQ", _MOUNT_ATTR_RDONLY, 0, 0, 0)
    _libc.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, path.encode(), _AT_RECURSIVE, attributes, len(attributes))


def _mount(source: str, target: str, kind: str | None, flags: int, *, step: str, data: str | None = None) -> None:
    arguments = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    _checked(step, _libc.mount(*arguments, ctypes.c_ulong(flags), None if data is None else data.encode()))


def _write(path: str, text: str, step: str, *, flags: int = 0) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC | flags, 0o644)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
    except OSError as refused:
        raise JailError(step, refused.errno or 0) from None


def _checked(step: str, result: int) -> None:
    if result != 0:
        raise JailError(step, ctypes.get_errno())
