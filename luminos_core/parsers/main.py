"""The child's program: parses one text after another, until we close the channel."""

import os
import socket
import sys
import warnings
from collections.abc import Mapping

from luminos_core.errors import place_of
from luminos_core.parsers.registry import PARSERS, ParseFunction
from luminos_core.parsers.resources import has_grown, limit_process, limit_time
from luminos_core.parsing.frames import receive_frame, send_frames
from luminos_core.parsing.limits import ANSWER, MEMORY, OUT_OF_MEMORY, REQUEST
from luminos_core.parsing.parser import FAILED, FOUND, Request
from luminos_core.text.json_text import plain_json

_TOO_DEEP = b"it is nested too deeply"


def main() -> None:
    channel = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)  # so that no parser reads requests
    warnings.simplefilter("ignore")  # Python's parser warns of what it reads
    limit_process()
    try:
        serve(channel, PARSERS)
    except (EOFError, OSError):
        sys.exit()


def serve(channel: socket.socket, parsers: Mapping[str, ParseFunction]) -> None:
    """Answer requests until a large text has left too little room for the next."""
    while not has_grown():
        request = Request.model_validate_json(receive_frame(channel, REQUEST))
        content = receive_frame(channel, REQUEST)
        send_frames(channel, _answer(parsers[request.parser], content, request.arguments))


def _answer(parse: ParseFunction, content: bytes, arguments: Mapping[str, str]) -> bytes:
    limit_time()
    try:
        answer = FOUND + plain_json(parse(content, **arguments)).encode()
    except RecursionError:
        return FAILED + _TOO_DEEP
    except MemoryError:  # which Python's own parser also raises for depth
        if has_grown():
            os._exit(OUT_OF_MEMORY)
        return FAILED + _TOO_DEEP + f", or takes more than {MEMORY >> 20} MB of memory".encode()
    except Exception as bug:  # noqa: BLE001 - the edge of this process; the text alone is lost
        return FAILED + f"its parser failed: {place_of(bug)}".encode()
    finally:
        limit_time(0)
    return answer if len(answer) <= ANSWER else FAILED + b"what is found in it is too long"
