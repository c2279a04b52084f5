"""The automations of a Prefect server that a schedule of audits needs.

A state's event has the state's name. In each list stand the names of all states in which an audit
ends; an event that is missing there costs nothing but a refused change.
"""

from datetime import timedelta
from uuid import UUID

from prefect.automations import (
    AutomationCore,
    ChangeFlowRunState,
    EventTrigger,
    Posture,
    SendNotification,
)
from prefect.client.schemas.objects import StateType

BAD_RUNS = "Luminos: failed and incomplete runs"

_HEARTBEATS = 3  # missed, before a run counts as killed
_CANCELLING = timedelta(seconds=60)  # a worker kills after 30
_HEARTBEAT = "heartbeat"
_BAD = frozenset({"Failed", "Incomplete", "Declined", "PolicyViolated", "TimedOut", "Crashed"})
_ENDED = _BAD | {"Completed", "Cancelled"}
_LEFT = frozenset({"Paused", "Suspended", "AwaitingRetry"})  # by its process, to be taken up again


def killed_runs(flow: UUID, heartbeat: int) -> AutomationCore:
    """Of the flow `flow`, whose runs send a heartbeat every so many seconds."""
    window = timedelta(seconds=_HEARTBEATS * heartbeat)
    return AutomationCore(
        name="Luminos: killed runs",
        description=f"An audit without a heartbeat for {window.total_seconds():.0f} s becomes "
        "Crashed, and can be retried.",
        trigger=_absence(flow, after={_HEARTBEAT}, expect={_HEARTBEAT} | _ENDED | _LEFT, of=window),
        actions=[
            ChangeFlowRunState(
                state=StateType.CRASHED,
                message=f"no heartbeat for {window.total_seconds():.0f} s: the worker or its "
                "machine was stopped; Retry goes on with what was paid for",
            )
        ],
    )


def cancelled_runs(flow: UUID) -> AutomationCore:
    """A server takes no other state than Cancelled from a run that is being cancelled."""
    return AutomationCore(
        name="Luminos: cancelled runs",
        description="An audit that was killed before it was cancelled becomes Cancelled after "
        f"{_CANCELLING.total_seconds():.0f} s.",
        trigger=_absence(flow, after={"Cancelling"}, expect=set(_ENDED), of=_CANCELLING),
        actions=[
            ChangeFlowRunState(
                state=StateType.CANCELLED,
                message="cancelled, without an answer from its process",
            )
        ],
    )


def bad_runs(flow: UUID, block: UUID, block_name: str) -> AutomationCore:
    """`block`: a notification block."""
    return AutomationCore(
        name=BAD_RUNS,
        description=f"{block_name} is told of an audit that is incomplete, failed, crashed, was "
        "declined or violates its policy.",
        trigger=EventTrigger(
            expect=_events(_BAD),
            posture=Posture.Reactive,
            threshold=1,
            for_each={"prefect.resource.id"},
            match_related=_of(flow),
        ),
        actions=[
            SendNotification(
                block_document_id=block,
                subject="Luminos: {{ flow_run.name }}: {{ flow_run.state.name }}",
                body="{{ flow_run.state.message }}\n{{ flow_run | ui_url }}",
            )
        ],
    )


def _absence(flow: UUID, *, after: set[str], expect: set[str], of: timedelta) -> EventTrigger:
    """For each run of the flow, after one event: that none of `expect` follows."""
    return EventTrigger(
        after=_events(after),
        expect=_events(expect),
        posture=Posture.Proactive,
        threshold=1,
        within=of,
        for_each={"prefect.resource.id"},
        match={"prefect.resource.id": "prefect.flow-run.*"},
        match_related=_of(flow),
    )


def _events(names: set[str] | frozenset[str]) -> set[str]:
    return {f"prefect.flow-run.{name}" for name in names}


def _of(flow: UUID) -> dict[str, str | list[str]]:
    return {"prefect.resource.role": "flow", "prefect.resource.id": f"prefect.flow.{flow}"}
