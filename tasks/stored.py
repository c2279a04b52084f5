"""The policy of a task whose result is stored, and found by its key in this run and later ones."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from prefect.cache_policies import CacheKeyFnPolicy
from prefect.context import TaskRunContext
from prefect.tasks import Task

from tasks.storage import PLAIN_JSON

_P = ParamSpec("_P")
_R = TypeVar("_R")

CacheKey = Callable[[TaskRunContext, dict[str, Any]], str]


def stored_task(
    name: str, cache_key: CacheKey, **more: Any
) -> Callable[[Callable[_P, _R]], Task[_P, _R]]:
    """A task whose result, plain JSON, is stored under what `cache_key` makes of its parameters,
    and not held in memory. Its runs have its name. `more` are further options of Prefect's."""
    options = {"task_run_name": name, **more}

    def decorate(function: Callable[_P, _R]) -> Task[_P, _R]:
        return Task(
            function,
            name=name,
            persist_result=True,
            result_serializer=PLAIN_JSON,
            cache_policy=CacheKeyFnPolicy(cache_key_fn=cache_key),
            cache_result_in_memory=False,
            **options,
        )

    return decorate
