"""Rules of suppliers, as small programs."""

import ast
import importlib
import logging
import os
import ldap3
from Crypto.Cipher import AES, DES
from Crypto.Random import get_random_bytes

log = logging.getLogger(__name__)
IV = b"0123456789abcdef"


def apply(rule, delivery):
    exec(rule["code"], {"delivery": delivery})


def value(text):
    return ast.literal_eval(text)


def plugin(name):
    return importlib.import_module(name).apply


def plugin_of(kind):
    return importlib.import_module("harvest.rules_" + {"a": "food", "b": "drink"}[kind])


def supplier(connection, name):
    connection.search("ou=suppliers,dc=example", f"(&(cn={name})(objectClass=person))")
    return connection.entries


def supplier_by_id(connection, name):
    safe = ldap3.utils.conv.escape_filter_chars(name)
    connection.search("ou=suppliers,dc=example", f"(cn={safe})")
    return connection.entries


def seal(text, key):
    return AES.new(key, AES.MODE_ECB).encrypt(text)


def seal_chain(text, key):
    return AES.new(key, AES.MODE_CBC, IV).encrypt(text)


def seal_old(text, key):
    return DES.new(key[:8], DES.MODE_CFB, get_random_bytes(8)).encrypt(text)


def seal_well(text, key):
    cipher = AES.new(key, AES.MODE_GCM, nonce=get_random_bytes(12))
    return cipher.encrypt_and_digest(text)


def record(request):
    log.warning("rejected %s", request.headers["User-Agent"].replace("\n", " "))
    with open("/var/log/harvest/access.log", "a") as out:
        out.write("rejected " + request.headers["User-Agent"] + "\n")


def editor(path):
    os.execlp("vi", "vi", path)
