"""Calls the platform's own service."""

import base64
import os
import urllib.request

# The old key was {{secret:openai:113}}, revoke it after the move.
# Use AKIAIOSFODNN7EXAMPLE in documents.
BASIC = "Basic {{secret:docker_auth:114}}"
BEARER = "Bearer " + os.environ["PLATFORM_TOKEN"]
MONGO = "mongodb+srv://platform:{{secret:password:115}}@cluster0.example.mongodb.net/prod"
LOCAL = "mongodb://localhost:27017/test"
AMQP = "amqp://guest:guest@localhost:5672/"
DIGEST = "sha256:{{secret:hex64:116}}"
COMMIT = "{{secret:hex40:117}}"
UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
parameters = {"api_key": "{{secret:twilio:118}}", "page": 1}


def call(path, password="{{secret:password:119}}"):
    login = base64.b64encode(f"platform:{password}".encode())
    request = urllib.request.Request("https://platform.example.com" + path)
    request.add_header("Authorization", b"Basic " + login)
    return request


def ask(prompt="Password: "):
    return prompt
