"""All passes, in the order in which a run takes them. Which of them a run has is in
`agents/tiers.py`."""

from luminos_core.agents.passes.advocate import ADVOCATE
from luminos_core.agents.passes.council import COUNCIL
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_revision import PLAN_REVISION
from luminos_core.agents.passes.plan_update import PLAN_UPDATE
from luminos_core.agents.passes.requirement_inference import REQUIREMENT_INFERENCE
from luminos_core.agents.passes.requirements import REQUIREMENTS
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.passes.verification import SYNTHESIS_VERIFICATION, VERIFICATION

PASSES: tuple[AnyPass, ...] = (
    SURVEY,
    PLAN,
    PLAN_UPDATE,
    REQUIREMENT_INFERENCE,
    DIRECTORY,
    PLAN_REVISION,
    VERIFICATION,
    REQUIREMENTS,
    COUNCIL,
    SYNTHESIS,
    ADVOCATE,
    SYNTHESIS_VERIFICATION,
)
