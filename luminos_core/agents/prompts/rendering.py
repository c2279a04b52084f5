"""The prompts: Markdown texts beside this file, rendered strictly, each pass with a digest.

A system text has no slots, so it is the same bytes for every directory of every run and its prefix
can be cached; the facts of the work at hand go into the task text. What several system texts say is
in a text of its own, `shared_<name>.md`, which they include.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from jinja2.meta import find_referenced_templates, find_undeclared_variables

from luminos_core.digest import digest_json


@dataclass(frozen=True)
class Prompts:
    """The two texts of a pass: `<name>_system.md` and `<name>_task.md` in a package."""

    name: str
    package: str = __package__

    @property
    def system(self) -> str:
        return self._render(f"{self.name}_system", {})

    def task(self, **slots: object) -> str:
        """The task text with its slots filled. TypeError when a slot is missing or unknown: a
        misspelt slot would be a fact that never reaches the model.

        The slots' values are inserted as they are and never read as a template.
        """
        return self._render(f"{self.name}_task", slots)

    @cached_property
    def digest(self) -> str:
        """64 hex digits over both texts as they are written, slots unfilled, and all that they
        include. Each directory of a run asks for it."""
        texts = (f"{self.name}_system", f"{self.name}_task")
        return digest_json([source for text in texts for source in _sources(self.package, text)])

    def _render(self, text: str, slots: dict[str, object]) -> str:
        template, wanted = _template(self.package, text)
        if wrong := wanted ^ slots.keys():
            raise TypeError(f"{text}.md and its caller disagree about {', '.join(sorted(wrong))}")
        return template.render(slots)


@cache
def _template(package: str, text: str) -> tuple[Template, frozenset[str]]:
    # The output is a prompt, not HTML: escaping it would change the facts.
    environment = Environment(
        loader=FunctionLoader(_included),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701
        trim_blocks=True,
    )
    parsed = (environment.parse(source) for source in _sources(package, text))
    wanted = frozenset(name for each in parsed for name in find_undeclared_variables(each))
    return environment.from_string(_source(package, text)), wanted


def _sources(package: str, text: str) -> Iterator[str]:
    """The text, and after it what it includes."""
    source = _source(package, text)
    yield source
    for name in find_referenced_templates(Environment(autoescape=True).parse(source)):
        yield from _sources(__package__, str(name).removesuffix(".md"))


def _included(name: str) -> str:
    return _source(__package__, name.removesuffix(".md"))


@cache
def _source(package: str, text: str) -> str:
    return (files(package) / f"{text}.md").read_text(encoding="utf-8")
