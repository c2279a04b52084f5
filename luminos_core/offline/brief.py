"""The brief: what it is, then fixed lines, then the verdict."""

from collections.abc import Iterable, Iterator

import re2

from luminos_core.checks.check import is_test_path
from luminos_core.flags.ranking import rank_flags
from luminos_core.offline.english import as_clause, code, first_sentence, line, listed
from luminos_core.offline.facts import flag_facts
from luminos_core.offline.own_packages import is_beside
from luminos_core.offline.project import Project
from luminos_core.offline.project_facts.parts import SERVICE
from luminos_core.offline.prose import sentence
from luminos_core.offline.survey import language_share
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.project import EntryPoint, Part
from luminos_core.text.tree_paths import parent_of

_FIRST = 2  # flags to look at first
_FINDING = 300  # characters
_PARTS = 12
_PIPELINES = (
    (re2.compile(r"\.github/workflows/[^/]+\.ya?ml"), "GitHub Actions"),
    (re2.compile(r"\.gitlab-ci\.yml|\.gitlab/.*\.yml"), "GitLab CI"),
    (re2.compile(r"\.circleci/config\.yml"), "CircleCI"),
    (re2.compile(r"\.travis\.yml"), "Travis CI"),
    (re2.compile(r"azure-pipelines[\w.-]*\.yml"), "Azure Pipelines"),
    (re2.compile(r"Jenkinsfile"), "Jenkins"),
    (re2.compile(r"\.?appveyor\.yml"), "AppVeyor"),
    (re2.compile(r"bitbucket-pipelines\.yml"), "Bitbucket"),
    (re2.compile(r"\.drone\.yml"), "Drone"),
    (re2.compile(r"\.cirrus\.yml"), "Cirrus CI"),
)
_DEPLOYMENTS = (
    (re2.compile(r"(?:.*/)?(?:Dockerfile|Containerfile)(?:\.[\w-]+)?"), "a container image"),
    (re2.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"), "Docker Compose"),
    (re2.compile(r"(?:.*/)?Chart\.yaml"), "Helm"),
    (re2.compile(r"(?:.*/)?kustomization\.ya?ml"), "Kustomize"),
    (re2.compile(r"(?:.*/)?[^/]+\.tf"), "Terraform"),
    (re2.compile(r"Procfile"), "Heroku"),
    (re2.compile(r"fly\.toml"), "Fly.io"),
    (re2.compile(r"vercel\.json"), "Vercel"),
    (re2.compile(r"netlify\.toml"), "Netlify"),
    (re2.compile(r"serverless\.ya?ml"), "Serverless"),
)


def write_brief(briefing: SynthesisBriefing, project: Project) -> str:
    """A sentence, lines that begin with "- ", and the verdict, in Markdown."""
    lines = (f"- **{title}**: {text}" for title, text in _lines(briefing, project) if text)
    place = "" if project.principal == "." else project.principal
    speaker = project.speaker
    opening = sentence("brief.j2", "opening", briefing.target, speaker, place)
    return "\n".join([opening, "", *lines, "", *_verdict(briefing)]).strip()


def _lines(briefing: SynthesisBriefing, project: Project) -> Iterator[tuple[str, str]]:
    yield "Kind", _kind(briefing, project)
    known = project.known
    yield "Parts", _parts(known.parts) if len(known.parts) > 1 else ""
    commands = (f"{each.role}: {code(each.command)}" for each in known.commands)
    yield "Build, test, run", "; ".join(commands)
    yield "Starts at", listed([_program(each) for each in _started(project)], 6)
    yield "Surroundings", _surroundings(project)
    yield "CI and deployment", _delivery(project)
    licence, file = known.licence, code(known.licence_file)
    yield "Licence", f"{line(licence)} ({file})" if licence else "none found"


def _kind(briefing: SynthesisBriefing, project: Project) -> str:
    """What it is made of: the languages of the source, tests, playbooks."""
    share = language_share(briefing.languages)
    count = project.known.plays
    plays = f"{count:,} Ansible {'play' if count == 1 else 'plays'}"
    made = ", ".join(filter(None, [plays if count else "", share]))
    tests = (
        f"{project.tests:,} {'test' if project.tests == 1 else 'tests'}" if project.tests else ""
    )
    packages = [code(name) for name in project.packages]
    needs = f"imports {listed(packages, 6)} from elsewhere" if packages else ""
    size = f"{len(briefing.reports):,} directories" if len(briefing.reports) > 1 else ""
    kind = _sort(project)
    return "; ".join(filter(None, [kind, made or "no source code was found", tests, size, needs]))


def _sort(project: Project) -> str:
    """What sort of thing it is, as far as its manifests show; "" when they do not."""
    commands = len(project.programs)
    parts = project.known.parts
    if len(parts) > 1:
        built = sum(part.kind == SERVICE for part in parts)
        noun = "packages" if not built else "services" if built == len(parts) else "parts"
        return f"repository of {len(parts):,} {noun}"
    if project.is_package:
        noun = "command" if commands == 1 else "commands"
        return f"package with {commands:,} {noun}" if commands else "library"
    return "program" if commands else ""


def _parts(parts: tuple[Part, ...]) -> str:
    names = {part.path: code(part.name) for part in parts}
    needs = {part.path: listed([names[path] for path in part.needs], 4) for part in parts}
    shown = [
        names[part.path] + (f" (needs {needs[part.path]})" if part.needs else "") for part in parts
    ]
    return listed(shown, _PARTS)


def _started(project: Project) -> tuple[EntryPoint, ...]:
    """Commands and files; what a server starts, where there is nothing else."""
    return project.programs or project.known.entry_points


def _program(each: EntryPoint) -> str:
    return f"{code(each.name)} ({code(each.calls)})" if each.calls else code(each.name)


def _surroundings(project: Project) -> str:
    known = project.known
    ports, services, variables = known.ports, known.services, known.environment
    found = (
        ("port " if len(ports) == 1 else "ports ", ports, 6),
        ("services ", services, 6),
        ("environment variables ", variables, 8),
    )
    return "; ".join(
        f"{noun}{listed([code(n) for n in names], limit)}" for noun, names, limit in found if names
    )


def _delivery(project: Project) -> str:
    pipelines = _present(_PIPELINES, project.files)
    jobs = [code(job) for job in project.known.jobs]
    ci = listed(pipelines) + (f" (jobs {listed(jobs, 8)})" if jobs and pipelines else "")
    deployed = _present(_DEPLOYMENTS, project.files)
    parts = [ci or "no CI configuration", f"deployed by {listed(deployed)}" if deployed else ""]
    return "; ".join(filter(None, parts)) if ci or deployed else "none in the tree"


def _present(known: Iterable[tuple[object, str]], files: tuple[str, ...]) -> list[str]:
    return [name for pattern, name in known if any(pattern.fullmatch(file) for file in files)]  # type: ignore[attr-defined]


def _verdict(briefing: SynthesisBriefing) -> Iterator[str]:
    """How many flags of which weight, what to look at first, how much was read."""
    own = sorted(rank_flags(briefing.flags), key=_less_urgent)
    first = _of_several_rules(flag for flag in own if flag.severity is not Severity.INFO)
    first = first or own[:1]
    missing = sum(not report.state.is_complete for report in briefing.reports)
    places = [
        (as_clause(first_sentence(line(flag.finding), _FINDING)), flag.location) for flag in first
    ]
    yield sentence("brief.j2", "verdict", flag_facts(briefing.flags), places)
    yield ""
    seen, files = _shares(briefing)
    out = [each for each in briefing.left_out if each.state is DirectoryState.EXCLUDED]
    trees = [code(f"{each.path}/") for each in out]
    yield sentence("brief.j2", "reading", seen, files, len(briefing.reports), missing, trees)


def _less_urgent(flag: Flag) -> tuple[bool, bool]:
    """What is critical comes first, then what the project runs, then tests and examples."""
    beside = is_test_path(flag.path) or is_beside(parent_of(flag.path))
    return flag.severity is not Severity.CRITICAL, beside


def _of_several_rules(flags: Iterable[Flag]) -> list[Flag]:
    """The first flags, of rules that differ."""
    found: dict[str, Flag] = {}
    for flag in flags:
        found.setdefault(flag.rule, flag)
    return list(found.values())[:_FIRST]


def _shares(briefing: SynthesisBriefing) -> tuple[int, int]:
    """Files that were read or have nothing to read, of how many."""
    contents = [report.facts.contents for report in briefing.reports if report.facts]
    return sum(each.seen for each in contents), sum(each.files for each in contents)
