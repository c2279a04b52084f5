"""Standard output and error of the command, whatever they are connected to and can show."""

import errno
import io
import os
import sys

FILE_WIDTH = 4_000  # columns: in a file or a pipe no cell of a list is cut
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def prepare_streams() -> None:
    """What a stream's encoding cannot show is escaped; what is written to a closed one is lost."""
    # Closed ones are opened in order, so that no file of ours takes the number of one.
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _discarding(number))
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def print_utf8() -> None:
    """From now on, whatever the locale: JSON and Markdown are files for programs."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def is_unwritable(error: OSError) -> bool:
    """Whether a stream could not be written: an error without a file's name."""
    return error.filename is None and error.errno in _FULL


def drop_output() -> None:
    """Nothing more is written to standard output, nor when Python ends."""
    sys.stdout = _discarding(1)


def _discarding(number: int) -> io.TextIOWrapper:
    sink = os.open(os.devnull, os.O_WRONLY)
    if sink != number:
        os.dup2(sink, number)
        os.close(sink)
    return io.TextIOWrapper(io.FileIO(number, "wb", closefd=False), encoding="utf-8")
