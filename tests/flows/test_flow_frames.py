"""How deep the code is: the functions of ours between the command and a model call."""

import os
import sys
import threading
from collections.abc import Collection
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

import pytest

import flows
from luminos_core.audit.runtime import build_runtime
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from tests.fakes.audit_script import directory_of, pass_of, submits
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import DIRECTORIES

ROOT = Path(flows.__file__).parents[1]
ROOMS = tuple(f"{ROOT / room}{os.sep}" for room in ("flows", "tasks", "luminos_core"))
MOST = 12

Stack = tuple[str, ...]  # our functions, the outermost first


class Recorder(ScriptedModel):
    """A model that records the stack of the thread that makes each call."""

    def __init__(self) -> None:
        super().__init__(submits())
        self.callers: dict[str, Stack] = {}  # by directory or pass

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        name = directory_of(request) or pass_of(request)
        frame = sys._current_frames()[threading.get_ident()]
        self.callers[name] = (*stack_of(frame), "the model's complete")
        return super().complete(request, stop)


def stack_of(frame: FrameType | None) -> Stack:
    functions: list[str] = []
    while frame is not None:
        code, frame = frame.f_code, frame.f_back
        if code.co_filename.startswith(ROOMS):
            functions.append(f"{Path(code.co_filename).relative_to(ROOT)} {code.co_qualname}")
    return tuple(reversed(functions))


def test_from_the_command_to_a_model_call_there_are_at_most_twelve_frames(
    prefect_url: str, store: Store, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.cli import main
    from tasks.executor import PrefectExecutor

    model = Recorder()
    submitted: dict[str, Stack] = {}  # the stack of the command's thread, by step
    submit = PrefectExecutor.submit

    def recorded(executor: PrefectExecutor, step: Any, after: Collection[Any]) -> Any:
        submitted[step.title] = (*stack_of(sys._getframe(1)), "tasks/executor.py submit")
        return submit(executor, step, after)

    monkeypatch.setattr(PrefectExecutor, "submit", recorded)
    monkeypatch.setattr("flows.audit.build_model", lambda request, settings: model)
    core = partial(build_runtime, passes=CORE_PASSES)
    monkeypatch.setattr("flows.audit.build_runtime", core)
    monkeypatch.setattr(sys, "argv", ["luminos", "audit", str(target)])
    monkeypatch.chdir(store.path.parent)
    with mock.patch.dict(os.environ), pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0

    assert set(model.callers) == {*DIRECTORIES, "survey", "plan", "synthesis"}
    for name, caller in model.callers.items():
        path = (*submitted[name], *caller)
        assert path[0] == "flows/cli.py main"
        assert len(path) <= MOST, "\n".join([f"{len(path)} frames to {name}:", *path])
