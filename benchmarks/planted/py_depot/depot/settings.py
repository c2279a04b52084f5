"""Settings of Django."""

import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = os.environ["DEPOT_SECRET_KEY"]
DEBUG = True
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = ["django.contrib.auth", "django.contrib.sessions", "corsheaders", "depot"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
]
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOWED_ORIGIN_REGEXES = [r"^https://\w+\.depot\.example\.com$"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "depot",
        "USER": "depot",
        "PASSWORD": "{{secret:password:200}}",
    },
    "archive": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": BASE_DIR / "archive.sqlite3",
        "PASSWORD": "",
    },
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = False
SECURE_SSL_REDIRECT = True
SESSION_SERIALIZER = "django.contrib.sessions.serializers.PickleSerializer"
