"""How the environment names the settings."""

import re

VARIABLES = {
    "LUMINOS_STORE": "store",
    "LUMINOS_PLANNING_MODEL": "planning_model",
    "LUMINOS_DEVELOPMENT_MODEL": "development_model",
    "LUMINOS_FAST_MODEL": "fast_model",
    "LUMINOS_PLANNING_EFFORT": "planning_effort",
    "LUMINOS_DEVELOPMENT_EFFORT": "development_effort",
    "LUMINOS_FAST_EFFORT": "fast_effort",
    "LUMINOS_FALLBACK_MODEL": "fallback_model",
    "LUMINOS_PRELOAD_TOKENS": "preload_tokens",
    "LUMINOS_CONFIRM_ABOVE_USD": "confirm_above_usd",
    "LUMINOS_PRICES": "prices",
    "LUMINOS_CONTEXT_WINDOW": "context_window",
    "LUMINOS_SURVEY_MIN_FILES": "survey_min_files",
    "LUMINOS_SURVEY_MIN_DIRECTORIES": "survey_min_directories",
    "LUMINOS_CALL_DEADLINE": "call_deadline",
    "LUMINOS_HARD_LINKS": "hard_links",
    "LUMINOS_OUTAGE_DEADLINE": "outage_deadline",
    "LUMINOS_KEEP_RUNS": "keep_runs",
    "LUMINOS_KEEP_DAYS": "keep_days",
    "LUMINOS_CONCERN_REVIEWERS": "concern_reviewers",
    "LUMINOS_HINT_REVIEWERS": "hint_reviewers",
    "LUMINOS_CRITICAL_REVIEWERS": "critical_reviewers",
    "LUMINOS_MEMORY": "memory",
    "LUMINOS_COUNCIL_MEMBERS": "council_members",
    "LUMINOS_COUNCIL_THRESHOLD": "council_threshold",
    "LUMINOS_COUNCIL_ROUNDS": "council_rounds",
    "LUMINOS_ESCALATE": "escalate",
    "LUMINOS_TOOLS": "tools",
    "LUMINOS_FORGE": "forge",
    "LUMINOS_FAIL_ON": "fail_on",
    "LUMINOS_TARGET_SUPPRESSIONS": "target_suppressions",
    "PREFECT_API_URL": "prefect_api_url",
}

# By variable, the setting and its usual place: ours, and those that the tools themselves read.
TOOL_FOLDERS = {
    "LUMINOS_SEMGREP_RULES": ("semgrep_rules", ""),
    "TRIVY_CACHE_DIR": ("trivy_cache", "~/.cache/trivy"),
    "OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY": ("osv_database", "~/.cache"),
}

PASS_TIER = re.compile(r"LUMINOS_([A-Z][A-Z_]{0,40})_TIER")


def tier_variable(pass_name: str) -> str:
    """The variable that sets the tier of a pass: LUMINOS_PLAN_UPDATE_TIER for "plan-update"."""
    return f"LUMINOS_{pass_name.upper().replace('-', '_')}_TIER"
