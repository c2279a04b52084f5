"""The children: started when there is something to parse, each used by one thread at a time."""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from luminos_core.parsing.limits import REQUEST
from luminos_core.parsing.parser import FAILED, NotParsed, Parser, R, Request
from luminos_core.parsing.process import ChildDied, ChildProcess

_MOST = 4  # children
_SOON = 0.03  # seconds
_ATTEMPTS = 3  # when children are ended from outside
_REASON = 300  # characters


def parse(parser: Parser[R], content: bytes, **arguments: str) -> R | NotParsed:
    """What `parser` makes of `content`, in a child process. Does not raise, whatever that is."""
    if len(content) > REQUEST:
        return NotParsed(reason=f"it is longer than {REQUEST >> 20} MB")
    request = Request(parser=parser.name, arguments=arguments).model_dump_json().encode()
    try:
        answer = _POOL.ask(request, content)
    except ChildDied as death:
        return NotParsed(reason=str(death))
    return _read(answer, parser)


def _read(answer: bytes, parser: Parser[R]) -> R | NotParsed:
    """A parser that a text has taken over may answer anything."""
    kind, found = answer[:1], answer[1:]
    if kind == FAILED:
        return NotParsed(reason=found.decode("utf-8", "replace")[:_REASON])
    try:
        return parser.result.model_validate_json(found)
    except ValueError:  # pydantic's ValidationError is one
        return NotParsed(reason="the parser gave no valid answer")


class _Pool:
    """At most four children, and no more than there are processors."""

    def __init__(self) -> None:
        self._registered = False
        self._reset()

    def ask(self, request: bytes, content: bytes) -> bytes:
        """The answer of a free child; waits for one. ChildDied when the content is to blame, or
        children are ended from outside again and again."""
        attempts = 0
        while True:
            attempts += 1
            try:
                with self._child() as child:
                    return child.ask(request, content)
            except ChildDied as death:
                if not death.blameless or attempts == _ATTEMPTS:
                    raise

    def end(self) -> None:
        """End the children that are idle; the others end with us."""
        while child := self._idle_child():
            child.end()

    @contextmanager
    def _child(self) -> Iterator[ChildProcess]:
        """A child that no other thread uses; one that dies does not come back."""
        with self._changed:
            # To start a second takes longer than to parse most texts.
            self._changed.wait_for(lambda: self._idle or not self._busy, timeout=_SOON)
            self._changed.wait_for(lambda: self._idle or self._busy < self._most)
            idle = self._idle_child()
            self._busy += 1
        kept: list[ChildProcess] = []
        try:
            child = idle or self._start()
            yield child
            kept = [child]
        finally:
            with self._changed:
                self._idle += kept
                self._busy -= 1
                self._changed.notify()

    def _idle_child(self) -> ChildProcess | None:
        """One that still lives: they may be ended from outside, and end after a large text."""
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            child.end()
        return None

    def _start(self) -> ChildProcess:
        if not self._registered:
            self._registered = True
            atexit.register(self.end)
            os.register_at_fork(after_in_child=self._forget)
        return ChildProcess()

    def _forget(self) -> None:
        """In a process that was forked from ours: these children are not its own."""
        for child in self._idle:
            child.forget()
        self._reset()

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._idle: list[ChildProcess] = []  # the one used last is the next: it is in the caches
        self._busy = 0
        self._most = min(_MOST, os.cpu_count() or 1)


_POOL = _Pool()
