"""Comments in the code that say that a finding is meant: those of other tools, and ours."""

import re2

from luminos_core.records.flag import Flag

# Beside the code, whatever the rule; and on a line of its own above it, where the tool reads that.
_OTHERS = (
    ("noqa", re2.compile(r"(?i)#\s*noqa(?:\s*$|:\s*(?:[A-Z]+\d+[, ]+)*(?:S|B|BLE|PT|T|E)\d)")),
    ("nosec", re2.compile(r"(?i)(?:#|//|/\*)\s*#?nosec\b")),
    ("nosemgrep", re2.compile(r"(?i)\bnosem(?:grep)?\b")),
    ("NOSONAR", re2.compile(r"\bNOSONAR\b")),
    ("eslint-disable", re2.compile(r"\beslint-disable-line\b")),
    ("pylint", re2.compile(r"#\s*pylint:\s*disable=")),
    ("rubocop", re2.compile(r"#\s*rubocop:\s*disable\b")),
    ("phpcs", re2.compile(r"\bphpcs:ignore\b")),
    ("NOLINT", re2.compile(r"\bNOLINT\b")),
    ("checkov", re2.compile(r"\bcheckov:skip=")),
    ("tfsec", re2.compile(r"\b(?:tfsec|trivy):ignore\b")),
    ("zizmor", re2.compile(r"#\s*zizmor:\s*ignore\b")),
)
_ABOVE = (
    ("eslint-disable", re2.compile(r"\beslint-disable-next-line\b")),
    ("nosemgrep", re2.compile(r"^\s*(?:#|//)\s*nosem(?:grep)?\b")),
    ("NOLINT", re2.compile(r"\bNOLINTNEXTLINE\b")),
    ("phpcs", re2.compile(r"^\s*//\s*phpcs:ignore\b")),
    ("hadolint", re2.compile(r"#\s*hadolint\s+ignore=")),
    ("shellcheck", re2.compile(r"#\s*shellcheck\s+disable=")),
    ("tfsec", re2.compile(r"^\s*#\s*(?:tfsec|trivy):ignore\b")),
)
_SECRETS = (
    ("gitleaks", re2.compile(r"\bgitleaks:allow\b")),
    ("detect-secrets", re2.compile(r"(?i)\bpragma:\s*(?:allowlist|whitelist)[ -]secret\b")),
    ("trufflehog", re2.compile(r"\btrufflehog:ignore\b")),
)
_OURS = re2.compile(
    r"\bluminos:\s*ignore\[([\w:.-]+(?:\s*,\s*[\w:.-]+)*)\]\s*(\S.*?)\s*(?:\*/|-->)?$"
)
_STATEMENT = 12  # lines of a statement; what is longer encloses others
# What nobody else's tool looks for: only our own comment may say that it is meant.
_OWN_RULES = re2.compile(
    r"merge-conflict|syntax-error|not-parsed|prompt-injection|bidirectional-characters"
    r"|invisible-character|mixed-alphabets"
)


def suppressed_by(flag: Flag, lines: list[str]) -> str:
    """The comment that says that a flag of a check is meant: "noqa", or our reason; "" for none.
    Ours stands on the flag's line or alone on the line before, and needs a reason; those of others
    may stand behind the end of a statement of some lines."""
    if flag.line is None or flag.line > len(lines):
        return ""
    here = lines[flag.line - 1]
    end = flag.end_line or flag.line
    ends = lines[end - 1 : end] if end < flag.line + _STATEMENT else []
    above = lines[flag.line - 2] if flag.line > 1 else ""
    for text in (here, above):
        found = _OURS.search(text)
        if found and flag.rule in re2.split(r"\s*,\s*", found.group(1)):
            return f"luminos: {found.group(2)}"
    if _OWN_RULES.fullmatch(flag.rule):
        return ""
    beside = (*_SECRETS, *_OTHERS) if flag.rule.startswith("secret") else _OTHERS
    marks = [name for name, pattern in beside for text in (here, *ends) if pattern.search(text)]
    marks += [name for name, pattern in _ABOVE if pattern.search(above)]
    return marks[0] if marks else ""
