"""How much there is to understand in a target, which chooses the passes of a run."""

from enum import StrEnum

from luminos_core.records.base import Record


class ComplexityTier(StrEnum):
    """In ascending order."""

    SIMPLE = "simple"
    STANDARD = "standard"
    COMPLEX = "complex"


class Measure(Record):
    """One count of a target's own text: what is excluded, vendored or generated is not in it."""

    name: str  # of what is counted: "source files"
    count: int
    standard_from: int
    complex_from: int | None = None  # None: however many there are, the target is not complex by it

    @property
    def tier(self) -> ComplexityTier:
        if self.complex_from is not None and self.count >= self.complex_from:
            return ComplexityTier.COMPLEX
        is_standard = self.count >= self.standard_from
        return ComplexityTier.STANDARD if is_standard else ComplexityTier.SIMPLE


class Complexity(Record):
    tier: ComplexityTier = ComplexityTier.STANDARD  # whose passes the run has
    measured: ComplexityTier = ComplexityTier.STANDARD  # by the counts: the highest of theirs
    is_asked: bool = False  # the request named the tier
    measures: tuple[Measure, ...] = ()

    @property
    def line(self) -> str:
        """ "complex (60 source files)", "simple, as asked for (complex by 60 source files)"."""
        why = ", ".join(map(_counted, self._deciding))
        if not self.is_asked:
            return f"{self.tier} ({why})" if why else self.tier.value
        by = f" by {why}" if why else ""
        same = self.tier is self.measured
        return f"{self.tier}, as asked for" + ("" if same else f" ({self.measured}{by})")

    @property
    def _deciding(self) -> tuple[Measure, ...]:
        """What the counts were enough for; of a simple target, how many source files it has."""
        if self.measured is ComplexityTier.SIMPLE:
            return self.measures[:1]
        return tuple(each for each in self.measures if each.tier is self.measured)


def _counted(measure: Measure) -> str:
    return f"{measure.count:,} {measure.name[:-1] if measure.count == 1 else measure.name}"
