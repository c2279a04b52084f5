"""The prompts: Markdown texts beside this file, rendered strictly, each pass with a digest.

A system text has no slots, so it is the same bytes for every directory of every run and its prefix
can be cached; the facts of the work at hand go into the task text.
"""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from jinja2.meta import find_undeclared_variables

from luminos_core.digest import digest_json
from luminos_core.records.cost import Pass

_TEXTS = {
    Pass.SURVEY: ("survey_system", "survey_task"),
    Pass.PLAN: ("plan_system", "plan_task"),
    Pass.DIRECTORY: ("directory_system", "directory_task"),
    Pass.SYNTHESIS: ("synthesis_system", "synthesis_task"),
}


def render(name: str, **slots: object) -> str:
    """The text `name` with its slots filled. TypeError when a slot is missing or there is none
    of that name: a misspelt slot would be a fact that never reaches the model.

    The slots' values are inserted as they are and never read as a template.
    """
    template, wanted = _template(name)
    if wrong := wanted ^ slots.keys():
        raise TypeError(f"{name}.md and its caller disagree about {', '.join(sorted(wrong))}")
    return template.render(slots)


@cache
def prompt_digest(pass_name: Pass) -> str:
    """64 hex digits over the pass's texts as they are written, slots unfilled."""
    return texts_digest(*_TEXTS[pass_name])


def texts_digest(*names: str) -> str:
    """64 hex digits over these texts as they are written."""
    return digest_json([_source(name) for name in names])


@cache
def _template(name: str) -> tuple[Template, frozenset[str]]:
    # The output is a prompt, not HTML: escaping it would change the facts.
    environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)  # noqa: S701
    source = _source(name)
    wanted = find_undeclared_variables(environment.parse(source))
    return environment.from_string(source), frozenset(wanted)


@cache
def _source(name: str) -> str:
    return (files(__package__) / f"{name}.md").read_text(encoding="utf-8")
