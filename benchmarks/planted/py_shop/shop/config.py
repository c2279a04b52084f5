"""Settings of the shop, from the environment."""

import os

DATABASE = os.environ.get("SHOP_DATABASE", "shop.db")
MAIL_FROM = os.environ.get("SHOP_MAIL_FROM", "shop@example.org")

SECRET_KEY = "{{secret:hex40:1}}"
STRIPE_KEY = "{{secret:stripe_live:1}}"
STRIPE_PUBLIC_KEY = "{{secret:stripe_public:1}}"
SMTP_PASSWORD = os.environ.get("SHOP_SMTP_PASSWORD", "")
PASSWORD_MIN_LENGTH = 12
PASSWORD_RESET_TEMPLATE = "mail/password_reset.html"

SESSION_COOKIE_SECURE = False
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
