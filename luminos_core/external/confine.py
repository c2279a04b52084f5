"""The program that starts a tool: `python -I confine.py SECONDS MEMORY SIZE COMMAND…`.

It becomes the tool, after it has given up the network, what it may not use, and outliving us. It
imports nothing of ours. A tool without the rights to leave the network keeps it: its proxies then
lead to a closed port, and its options say that it is offline.
"""

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_DIE_WITH_PARENT, _NO_NEW_PRIVILEGES = 1, 38  # of prctl
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # of unshare


def main() -> None:
    seconds, memory, size = map(int, sys.argv[1:4])
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _leave_network(libc)
    _limit(resource.RLIMIT_CPU, seconds)
    _limit(resource.RLIMIT_DATA, memory)  # of the address space some runtimes reserve terabytes
    _limit(resource.RLIMIT_FSIZE, size)
    _limit(resource.RLIMIT_CORE, 0)
    os.execv(sys.argv[4], sys.argv[4:])  # noqa: S606 - it was started with a list and no shell


def _leave_network(libc: ctypes.CDLL) -> None:
    """Into a network without interfaces: as root, else in a user namespace of our own."""
    if libc.unshare(_NEW_NETWORK) == 0:
        return
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | _NEW_NETWORK) == 0:
        Path("/proc/self/setgroups").write_text("deny", "utf-8")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "utf-8")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "utf-8")


def _limit(kind: int, most: int) -> None:
    _, allowed = resource.getrlimit(kind)
    kept = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    resource.setrlimit(kind, (kept, kept))


if __name__ == "__main__":
    main()
