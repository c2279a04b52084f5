"""Customers: sign up, log in, tokens."""

import hashlib
import hmac
import logging
import random
import secrets
import jwt
from flask import Blueprint, current_app, make_response, request

accounts = Blueprint("accounts", __name__)
log = logging.getLogger(__name__)


def hash_password(password):
    return hashlib.md5(password.encode()).hexdigest()


def hash_of_new_password(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


def legacy_hash(password):
    return hashlib.sha1(b"shop" + password.encode()).hexdigest()


def reset_token():
    return "".join(random.choice("abcdef0123456789") for _ in range(32))


def invitation_token():
    return secrets.token_urlsafe(32)


def banner():
    return random.choice(["Welcome!", "Hello!", "Good day!"])


@accounts.post("/login")
def login():
    log.info("login of %s with %s", request.form["email"], request.form["password"])
    token = jwt.encode({"sub": request.form["email"]}, "{{secret:password:2}}", algorithm="HS256")
    response = make_response({"token": token})
    response.set_cookie("token", token, secure=False, httponly=False)
    response.set_cookie("theme", "dark", secure=True, httponly=True, samesite="Lax")
    return response


def customer_of(token):
    return jwt.decode(token, options={"verify_signature": False})["sub"]


def verified_customer_of(token):
    key = current_app.config["SECRET_KEY"]
    return jwt.decode(token, key, algorithms=["HS256"])["sub"]


def webhook_is_genuine(body, signature):
    expected = hmac.new(current_app.config["HOOK_KEY"], body, hashlib.sha256).hexdigest()
    return signature == expected


def payment_is_genuine(body, signature):
    expected = hmac.new(current_app.config["HOOK_KEY"], body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, expected)


def is_form_token(token):
    return token == ""
