"""The passes that every run has. Tests of whole runs use these alone, so that a pass registered
later breaks none of them; what must hold for any pass is tested over the registry."""

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_revision import PLAN_REVISION
from luminos_core.agents.passes.plan_update import PLAN_UPDATE
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.passes.synthesis import SYNTHESIS

CORE_PASSES: tuple[AnyPass, ...] = (
    SURVEY,
    PLAN,
    PLAN_UPDATE,
    DIRECTORY,
    PLAN_REVISION,
    SYNTHESIS,
)
