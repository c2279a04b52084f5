"""What the agents of a run work with, from its settings."""

from dataclasses import replace

from luminos_core.agents.context import AgentContext
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.cache.file_summaries import FileSummaries
from luminos_core.cache.partial_work import PartialWorks
from luminos_core.calls.client import ModelClient
from luminos_core.calls.transcript import Transcripts
from luminos_core.llm.providers import choose_model, model_of_tier
from luminos_core.records.request import AuditRun
from luminos_core.records.settings import ModelTier, Settings
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store, target_id


def agent_context(
    run: AuditRun,
    settings: Settings,
    store: Store,
    client: ModelClient,
    files: ScannedFiles,
    stop: StopSignal,
) -> AgentContext:
    """With the model of directories."""
    request = run.request
    chosen = choose_model(settings, DIRECTORY.name, DIRECTORY.tier)
    return AgentContext(
        client=client,
        transcripts=Transcripts(
            store, files.root, run.run_id, request.fresh, continues=request.continues
        ),
        summaries=FileSummaries(
            folder=store.signed("summaries"),
            target=run.target,
            prompt=DIRECTORY.prompts.digest,
            model=chosen.label,
            # A retry of a fresh run must not use what that run was to learn again.
            fresh=request.refreshes,
            of_any_model=request.keep_results,
        ),
        partial_works=PartialWorks(
            folder=store.signed("targets", target_id(files.root), "partial"),
            run_id=run.run_id,
            fresh=request.fresh,
            continues=request.continues,
        ),
        run_id=run.run_id,
        model_id=chosen.id,
        effort=chosen.effort,
        fallback_model=settings.fallback_model,
        files=files,
        observe=client.observe,
        stop=stop,
        context_budget=settings.context_budget,
        max_tokens=settings.max_tokens,
        now=client.now,
        preload_tokens=settings.preload_tokens,
    )


def with_model(
    context: AgentContext, settings: Settings, step: AnyPass, tier: ModelTier | None
) -> AgentContext:
    """The context of a run's agents with the model of a pass, or of another tier. What that one
    writes of files is not the word of the pass's own model."""
    if tier is None:
        chosen = choose_model(settings, step.name, step.tier)
        return replace(context, model_id=chosen.id, effort=chosen.effort)
    chosen = model_of_tier(settings, tier)
    summaries = replace(context.summaries, model=chosen.label)
    return replace(context, model_id=chosen.id, effort=chosen.effort, summaries=summaries)
