"""Errors that are handled, and that are not."""

import contextlib
import logging
import os
import sys
import tempfile

log = logging.getLogger(__name__)


def remove(path):
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)


def close(connection):
    with contextlib.suppress(Exception):
        connection.close()


def retry(work):
    while True:
        try:
            return work()
        except BaseException:
            pass


def load(path):
    try:
        return open(path).read()
    except OSError as error:
        log.warning("cannot read %s: %s", path, error)
        return ""


def run(work):
    try:
        work()
    except Exception:
        log.exception("failed")
        raise


def commit(session):
    try:
        session.commit()
    except Exception as error:
        _ = error


def optional():
    try:
        import ujson as json
    except ImportError:
        import json
    return json


def spool(rows):
    path = os.path.join(tempfile.gettempdir(), "depot.csv")
    with open(path, "w") as out:
        out.writelines(rows)


def work_folder():
    return tempfile.mkdtemp()


def device():
    os.umask(0)
    fd = os.open("/srv/depot/queue", os.O_CREAT | os.O_WRONLY, 0o666)
    os.close(os.open("/srv/depot/lock", os.O_CREAT | os.O_WRONLY, 0o600))
    return fd
