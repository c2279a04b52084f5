"""The rules, written out. Patterns follow the issuers' public descriptions of their tokens.

The pattern of a token also takes all word characters after it (`_TAIL`), so that removing one
secret never leaves a text that forms another.
"""

from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.redaction.plausibility import (
    anything,
    password_like,
    random_looking,
    url_password,
)


@dataclass(frozen=True)
class Rule:
    """`pattern` is for RE2 over UTF-8 bytes. Its group `secret` is redacted; its group `prefix`,
    the start of the secret or the text before it, is fixed text that may be shown.
    """

    name: str  # as in the tag
    title: str  # "a GitHub personal access token"
    keywords: tuple[str, ...]  # RE2; the pattern is tried only when one is found
    pattern: str
    plausible: Callable[[str], bool]  # of the secret: False for a placeholder or an example
    certain: bool = True  # False when the pattern only suggests a secret
    version: int = 1  # raised whenever the rule finds something else than before


_TAIL = r"[A-Za-z0-9_-]*"
# The start of a word, also after an escape such as \n in JSON or source code.
_START = r"(?:\b|\\[nrtfv])"


def _token(name: str, title: str, prefix: str, body: str, *keywords: str) -> Rule:
    """A token with a fixed prefix; a short one needs `_START`."""
    pattern = rf"(?P<secret>(?P<prefix>{prefix}){body}{_TAIL})"
    if len(keywords[0]) < 5:
        pattern = _START + pattern
    return Rule(name, title, keywords, pattern, random_looking)


_KEY_BREAK = r"""(?:[\s"'+,;|>*#()]|\\[nrt])"""
_PRIVATE_KEY = (
    r"(?P<secret>(?P<prefix>-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)"
    rf"{_KEY_BREAK}*(?:[A-Za-z-]{{3,20}}: [^\n\\]{{0,100}}{_KEY_BREAK}+){{0,6}}"
    rf"[A-Za-z0-9+/=]{{20,}}(?:{_KEY_BREAK}+[A-Za-z0-9+/=]{{16,}})*"
    rf"(?:{_KEY_BREAK}+[A-Za-z0-9+/=]{{1,15}}(?:{_KEY_BREAK}+=[A-Za-z0-9+/]{{4}})?)?"
    rf"(?:{_KEY_BREAK}*-----END (?:[A-Z0-9]+ ){{0,3}}PRIVATE KEY(?: BLOCK)?-----)?)"
)
# Names whose value is a password.
_NAMED = r"(?:passw(?:or)?d|passphrase|secret|token|api_?key|access_?key|auth_?key|credential)s?"
_ASSIGNED = (
    rf"""(?i)(?P<prefix>{_NAMED}[\w.-]{{0,30}}["']?\]?\s*(?:=>|:=|=|:)\s*[bru]?["'])"""
    r"""(?P<secret>[^"'\s<>\\]{8,200})["']"""
)
_ENVIRONMENT = (
    r"(?m)^[ \t]*(?:export[ \t]+|ENV[ \t]+|-[ \t]+)?(?P<prefix>[A-Z0-9_]{0,40}"
    r"(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY)[A-Z0-9_]{0,20}[ \t]?[=:][ \t]?)"
    r"""(?P<secret>[^"'\s<>\\(){},;]{8,200})[ \t]*\r?$"""
)

RULES: tuple[Rule, ...] = (
    Rule("private-key", "a private key", ("PRIVATE KEY",), _PRIVATE_KEY, anything),
    Rule(
        "age-secret-key", "an age secret key", ("AGE-SECRET-KEY-1",),
        rf"(?P<secret>(?P<prefix>AGE-SECRET-KEY-1)[0-9A-Z]{{50,}}{_TAIL})", random_looking,
    ),
    Rule(
        "aws-access-key-id", "an AWS access key id", ("AKIA", "ASIA", "ABIA", "ACCA"),
        rf"{_START}(?P<secret>(?P<prefix>A(?:KIA|SIA|BIA|CCA))[A-Z2-7]{{16}}{_TAIL})",
        random_looking,
    ),
    Rule(
        "aws-secret-access-key", "an AWS secret access key", ("(?i)aws", "(?i)secret_?access_?key"),
        r"(?i)(?P<prefix>(?:aws.{0,20}?(?:secret|key)|secret_?access_?key).{0,20}?[\s:=\"'>]+)"
        r"(?P<secret>[A-Za-z0-9/+]{40}[A-Za-z0-9/+=]*)", password_like,
    ),
    _token("github-pat", "a GitHub personal access token", "ghp_", "[A-Za-z0-9]{36}", "ghp_"),
    _token("github-token", "a GitHub token", "gh[osur]_", "[A-Za-z0-9]{36}",
           "gho_", "ghs_", "ghu_", "ghr_"),
    _token("github-fine-grained-pat", "a fine-grained GitHub personal access token",
           "github_pat_", "[A-Za-z0-9_]{50,}", "github_pat_"),
    _token("gitlab-token", "a GitLab token", "gl(?:pat|dt|rt|soat|ptt)-", "[A-Za-z0-9_-]{20}",
           "glpat-", "gldt-", "glrt-", "glsoat-", "glptt-"),
    _token("slack-token", "a Slack token", "xox[abceoprs]-", "[A-Za-z0-9-]{20,}", "xox[abceoprs]-"),
    _token("slack-app-token", "a Slack app token", "xapp-", "[0-9]-[A-Za-z0-9-]{20,}", "xapp-"),
    _token("slack-webhook", "a Slack webhook address", r"hooks\.slack\.com/services/",
           r"T[A-Za-z0-9]{6,}/B[A-Za-z0-9]{6,}/[A-Za-z0-9]{20,}", r"hooks\.slack\.com"),
    _token("stripe-key", "a live Stripe key", "[sr]k_live_", "[A-Za-z0-9]{16,}",
           "sk_live_", "rk_live_"),
    _token("stripe-webhook-secret", "a Stripe webhook secret", "whsec_", "[A-Za-z0-9]{32}",
           "whsec_"),
    _token("google-api-key", "a Google API key", "AIza", "[A-Za-z0-9_-]{35}", "AIza"),
    _token("google-oauth-secret", "a Google OAuth client secret", "GOCSPX-", "[A-Za-z0-9_-]{24,}",
           "GOCSPX-"),
    _token("google-oauth-token", "a Google OAuth access token", r"ya29\.", "[A-Za-z0-9_-]{40,}",
           r"ya29\."),
    _token("anthropic-key", "an Anthropic API key", "sk-ant-", "[A-Za-z0-9_-]{24,}", "sk-ant-"),
    _token("openai-project-key", "an OpenAI API key", "sk-(?:proj|svcacct|admin)-",
           "[A-Za-z0-9_-]{32,}", "sk-proj-", "sk-svcacct-", "sk-admin-"),
    _token("openai-key", "an OpenAI API key", "sk-", "[A-Za-z0-9]{32,}", "sk-"),
    _token("npm-token", "an npm access token", "npm_", "[A-Za-z0-9]{36}", "npm_"),
    _token("pypi-token", "a PyPI upload token", "pypi-AgE", "[A-Za-z0-9_-]{50,}", "pypi-AgE"),
    _token("huggingface-token", "a Hugging Face token", "hf_", "[A-Za-z0-9]{34}", "hf_"),
    _token("twilio-key", "a Twilio API key", "SK", "[0-9a-f]{32}", "SK"),
    _token("sendgrid-key", "a SendGrid API key", r"SG\.",
           r"[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,}", r"SG\."),
    _token("mailgun-key", "a Mailgun API key", "key-", "[0-9a-f]{32}", "key-"),
    _token("telegram-bot-token", "a Telegram bot token", "[0-9]{8,10}:AA", "[A-Za-z0-9_-]{33}",
           ":AA"),
    _token("digitalocean-token", "a DigitalOcean token", "do[opr]_v1_", "[0-9a-f]{64}",
           "do[opr]_v1_"),
    _token("databricks-token", "a Databricks token", "dapi", "[0-9a-f]{32}", "dapi"),
    _token("square-token", "a Square token", "sq0(?:atp|csp)-", "[A-Za-z0-9_-]{22}",
           "sq0atp-", "sq0csp-"),
    _token("shopify-token", "a Shopify token", "shp(?:at|ca|pa|ss)_", "[0-9a-fA-F]{32}",
           "shpat_", "shpca_", "shppa_", "shpss_"),
    _token("vault-token", "a Vault token", r"hv[sb]\.", "[A-Za-z0-9_-]{24,}", r"hv[sb]\."),
    _token("docker-pat", "a Docker access token", "dckr_pat_", "[A-Za-z0-9_-]{24,}", "dckr_pat_"),
    _token("grafana-token", "a Grafana token", "glsa_", "[A-Za-z0-9]{32}", "glsa_"),
    _token("rubygems-key", "a RubyGems API key", "rubygems_", "[0-9a-f]{48}", "rubygems_"),
    _token("groq-key", "a Groq API key", "gsk_", "[A-Za-z0-9]{40,}", "gsk_"),
    _token("xai-key", "an xAI API key", "xai-", "[A-Za-z0-9]{40,}", "xai-"),
    _token("atlassian-token", "an Atlassian API token", "ATATT3", "[A-Za-z0-9_=-]{50,}", "ATATT3"),
    _token("linear-key", "a Linear API key", "lin_api_", "[A-Za-z0-9]{32,}", "lin_api_"),
    _token("figma-token", "a Figma token", "figd_", "[A-Za-z0-9_-]{32,}", "figd_"),
    _token("pulumi-token", "a Pulumi token", "pul-", "[0-9a-f]{40}", "pul-"),
    Rule(
        "azure-storage-key", "an Azure storage key", ("AccountKey=",),
        r"(?P<prefix>AccountKey=)(?P<secret>[A-Za-z0-9+/]{80,}=*)", random_looking,
    ),
    Rule(
        "json-web-token", "a JSON Web Token", ("eyJ",),
        rf"{_START}(?P<secret>(?P<prefix>eyJ)[A-Za-z0-9_-]{{10,}}\.eyJ[A-Za-z0-9_-]{{10,}}"
        rf"\.[A-Za-z0-9_-]{{16}}{_TAIL})", random_looking, certain=False,
    ),
    Rule(
        "authorization-header", "credentials in an Authorization header", ("(?i)authorization",),
        r"""(?i)(?P<prefix>authorization["']?\s*[:=,]\s*["']?(?:bearer|basic|token) )"""
        r"(?P<secret>[A-Za-z0-9+/=._~-]{16,})", password_like, certain=False,
    ),
    Rule(
        "url-password", "a password in an address", ("://",),
        r"(?P<prefix>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\"'`<>{}\[\]$]{1,60}:)"
        r"(?P<secret>[^\s:/@\"'`<>{}\[\]]{4,100})@[A-Za-z0-9_\[]", url_password, certain=False,
    ),
    Rule("password-assignment", "a password or token in an assignment",
         ("(?i)" + _NAMED,), _ASSIGNED, password_like, certain=False),
    Rule("password-variable", "a password or token in a variable",
         ("PASSWORD", "PASSWD", "SECRET", "TOKEN", "KEY"), _ENVIRONMENT, password_like,
         certain=False),
)  # fmt: skip
