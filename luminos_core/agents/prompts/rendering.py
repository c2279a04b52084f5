"""The prompts: Markdown texts beside this file, rendered strictly.

A system text has no slots, so it is the same bytes in every run and the server can cache it; the
facts go into the task text.
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
    """The text `name` with its slots filled; values are never read as templates. TypeError when a
    slot is missing or unknown: a misspelt slot would be a fact that never reaches the model."""
    template, declared = _template(name)
    if wrong := declared ^ slots.keys():
        raise TypeError(f"{name}.md and its caller disagree about {', '.join(sorted(wrong))}")
    return template.render(slots)


@cache
def prompt_digest(pass_name: Pass) -> str:
    """64 hex digits over the pass's texts, slots unfilled."""
    return texts_digest(*_TEXTS[pass_name])


def texts_digest(*names: str) -> str:
    """64 hex digits over these texts, slots unfilled."""
    return digest_json([_source(name) for name in names])


@cache
def _template(name: str) -> tuple[Template, frozenset[str]]:
    # The output is a prompt, not HTML: escaping it would change the facts.
    environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)  # noqa: S701
    source = _source(name)
    declared = find_undeclared_variables(environment.parse(source))
    return environment.from_string(source), frozenset(declared)


@cache
def _source(name: str) -> str:
    return (files(__package__) / f"{name}.md").read_text(encoding="utf-8")
