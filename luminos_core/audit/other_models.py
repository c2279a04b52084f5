"""Results of other models, which count as cached in a run that keeps them.

For each result there is a second name, of all that it depends on but the model. Under it lies a
list of the results that there are, by model. The list is written before the result, so that no
result is missing in it after a crash; one that names a result which is not there does no harm. The
offline investigator has no part in it: its results are no model's.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.audit.results import ResultStore, report_key
from luminos_core.cache.directory_key import model_free_digest
from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.directory import ChildIngredient, DirectoryKey, DirectoryState
from luminos_core.store.signed import SignedFolder


class ModelResult(Record):
    """A complete result: of which model, its cache key, and what else of a directory's key depends
    on models."""

    model: str
    result: str
    children: tuple[ChildIngredient, ...] = ()


class ModelResults(Record):
    """Those that differ in nothing but the model, one for each, the newest last."""

    results: tuple[ModelResult, ...] = ()


@dataclass(frozen=True)
class Listing:
    name: str  # of the list
    made: ModelResult  # what is listed there


@dataclass(frozen=True)
class OtherModels:
    """Safe to use from many threads, for different results."""

    folder: SignedFolder
    stored: ResultStore
    count: bool  # whether results of other models are used
    kept_passes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The models whose results were used in this run, by pass; without directories."""

    def result_key(self, key: DirectoryKey) -> DirectoryKey:
        """The key of the directory's result that is used: `key` itself when it has a complete one,
        or when no other model has."""
        if not self.count:
            return key
        own, found = report_key(key), self._results(directory_listing(key).name)
        if self.stored.has(own) and not (found and self._is_accepted(own)):
            return key
        for each in _preferred(found, key.model):
            if self._fits(each, key) and self.stored.has(each.result):
                return key.model_copy(update={"model": each.model, "children": each.children})
        return key

    def model_of(self, step: AnyPass, briefing: Record, own: str) -> str:
        """The model whose result of the pass is used: `own`, unless only another one has any."""
        if self.count and not self.stored.has(step.cache_key(briefing, own)):
            for each in _preferred(self._results(pass_listing(step, briefing, own).name), own):
                if self.stored.has(each.result):
                    return each.model
        return own

    def note(self, listing: Listing) -> None:
        """Before the result is stored. Raises StoreError when the disk is full."""
        before = self._results(listing.name)
        if listing.made in before[-1:]:
            return
        others = (each for each in before if each.model != listing.made.model)
        listed = ModelResults(results=(*others, listing.made))
        content = listed.model_dump_json(exclude_defaults=True).encode()
        self.folder.write(listing.name, content)

    def _results(self, name: str) -> tuple[ModelResult, ...]:
        found = self.folder.load_record(name, ModelResults)
        return found.results if found else ()

    def _is_accepted(self, result: str) -> bool:
        """Partial, and left so: another model's complete one is better."""
        try:
            return self.stored.load_report(result).state is DirectoryState.ACCEPTED
        except StoreError:
            return False

    def _fits(self, found: ModelResult, key: DirectoryKey) -> bool:
        """Not when it was made from a child's result that was left partial, and is not any more."""
        now = {child.path: child.key for child in key.children}
        return all(
            child.gap or child.key == now[child.path] or self._was_complete(child)
            for child in found.children
        )

    def _was_complete(self, child: ChildIngredient) -> bool:
        result = f"{DIRECTORY}-{child.key}"
        known = self._results(f"{DIRECTORY}-{child.model_free}")
        return any(each.result == result for each in known)


def directory_listing(key: DirectoryKey) -> Listing:
    """Of the result of a directory."""
    made = ModelResult(model=key.model, result=report_key(key), children=key.children)
    return Listing(f"{DIRECTORY}-{model_free_digest(key)}", made)


def pass_listing(step: AnyPass, briefing: Any, model: str) -> Listing:
    """Of the result of a pass over the whole target, or over a part of it."""
    made = ModelResult(model=model, result=step.cache_key(briefing, model))
    return Listing(step.cache_key(briefing, ""), made)


def _preferred(found: tuple[ModelResult, ...], own: str) -> Iterator[ModelResult]:
    """Those of the run's own model, then the newest first."""
    yield from (each for each in found if each.model == own)
    yield from (each for each in reversed(found) if each.model != own)
