"""The child process: started without our environment, asked for one text at a time, ended."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import luminos_core
from luminos_core.parsing.frames import FrameTooLong, receive_frame, send_frames
from luminos_core.parsing.limits import ANSWER, MEMORY, OUT_OF_MEMORY, PATIENCE, SECONDS
from luminos_core.settings import loader_environment

_INSTALLED = str(Path(luminos_core.__file__).parents[1])
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);from luminos_core.parsers.main import main; main()"
)
_REASONS: Mapping[int, str] = {
    -signal.SIGPROF: f"it takes more than {SECONDS} s of processor time",
    -signal.SIGABRT: f"it takes more than {MEMORY >> 20} MB of memory",  # tree-sitter aborts
    OUT_OF_MEMORY: f"it takes more than {MEMORY >> 20} MB of memory",
}
_FROM_OUTSIDE = {-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT}


class ChildDied(Exception):
    """Or cannot be started. The reason is a clause about the text; `blameless` when it ended by
    itself, or something else ended it."""

    def __init__(self, reason: str, *, blameless: bool = False) -> None:
        super().__init__(reason)
        self.blameless = blameless


class ChildProcess:
    """Runs from construction until `end`, or until it dies. It ends when we do: its only channel
    is closed then."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair()
        self._channel.settimeout(PATIENCE)
        try:
            with theirs:
                self._process = _start(theirs)
        except OSError as error:
            self._channel.close()
            raise ChildDied(f"no parser can be started: {error.strerror}") from None

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: bytes, content: bytes) -> bytes:
        """The child's answer. After an error it has ended, and was waited for."""
        try:
            send_frames(self._channel, request, content)
            return receive_frame(self._channel, ANSWER)
        except TimeoutError:
            self.end()
            raise ChildDied(f"there was no answer within {PATIENCE:.0f} s") from None
        except FrameTooLong:
            self.end()
            raise ChildDied("what is found in it is too long") from None
        except (EOFError, OSError):
            raise self._death() from None
        except BaseException:  # ctrl-C: the answer that is still to come would be the next one's
            self.end()
            raise

    def end(self) -> None:
        self._channel.close()
        self._process.kill()
        self._process.wait()

    def forget(self) -> None:
        """Close our side, in a process that has been forked and whose child it is not."""
        self._channel.close()
        self._process.returncode = 0  # not to be waited for

    def _death(self) -> ChildDied:
        self._channel.close()
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.end()
            return ChildDied("the parser closed its channel")
        if code == 0 or code in _FROM_OUTSIDE:
            return ChildDied("the parser was ended from outside", blameless=True)
        return ChildDied(_REASONS.get(code) or f"the parser crashed ({_name(code)})")


def _start(channel: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        # -I: neither the working directory nor the environment changes what it imports.
        [sys.executable, "-I", "-c", _PROGRAM, _INSTALLED],
        cwd="/",
        env=loader_environment(),
        stdin=channel.fileno(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # ctrl-C is for us alone
    )


def _name(code: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"
