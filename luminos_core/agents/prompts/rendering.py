"""The prompts: Markdown texts beside this file, rendered strictly, each pass with a digest.

A system text has no slots, so it is the same bytes for every directory of every run and its prefix
can be cached; the facts of the work at hand go into the task text.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from jinja2.meta import find_undeclared_variables

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

    @property
    def digest(self) -> str:
        """64 hex digits over both texts as they are written, slots unfilled."""
        texts = (f"{self.name}_system", f"{self.name}_task")
        return digest_json([_source(self.package, text) for text in texts])

    def _render(self, text: str, slots: dict[str, object]) -> str:
        template, wanted = _template(self.package, text)
        if wrong := wanted ^ slots.keys():
            raise TypeError(f"{text}.md and its caller disagree about {', '.join(sorted(wrong))}")
        return template.render(slots)


@cache
def _template(package: str, text: str) -> tuple[Template, frozenset[str]]:
    # The output is a prompt, not HTML: escaping it would change the facts.
    environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)  # noqa: S701
    source = _source(package, text)
    wanted = find_undeclared_variables(environment.parse(source))
    return environment.from_string(source), frozenset(wanted)


@cache
def _source(package: str, text: str) -> str:
    return (files(package) / f"{text}.md").read_text(encoding="utf-8")
