"""Unpacks deliveries."""

import os
import shutil
import tarfile
import zipfile
from pathlib import Path


def unpack(path, folder):
    if path.endswith(".zip"):
        return unpack_zip(path, folder)
    with tarfile.open(path) as archive:
        archive.extractall(folder)
    return folder


def unpack_checked(path, folder):
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return folder


def unpack_zip(path, folder):
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            target = os.path.join(folder, member.filename)
            with open(target, "wb") as out:
                out.write(archive.read(member))
    return folder


def unpack_images(path, folder):
    root = Path(folder).resolve()
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            target = (root / member.filename).resolve()
            if not target.is_relative_to(root):
                continue
            target.write_bytes(archive.read(member))


def publish(folder):
    os.chmod(folder, 0o777)
    shutil.copytree(folder, "/srv/harvest/public", dirs_exist_ok=True)


def protect(path):
    os.chmod(path, 0o600)
