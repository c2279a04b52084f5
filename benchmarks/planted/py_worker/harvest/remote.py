"""Fetches deliveries from suppliers."""

import ftplib
import logging
import os
import socket
import ssl
import subprocess
import tempfile
import urllib.request
import paramiko

log = logging.getLogger(__name__)


def fetch(since):
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    client.connect("sftp.supplier.example.com", username="harvest", password="{{secret:password:4}}")
    _, out, _ = client.exec_command("ls -1 --since=" + since)
    return out.read().decode().splitlines()


def fetch_known(name):
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.set_missing_host_key_policy(paramiko.RejectPolicy())
    client.connect("sftp.supplier.example.com", username="harvest", key_filename="/etc/harvest/key")
    return client.open_sftp().listdir(".")


def download(url):
    context = ssl._create_unverified_context()
    return urllib.request.urlopen(url, context=context).read()


def download_checked(url):
    context = ssl.create_default_context()
    return urllib.request.urlopen(url, context=context).read()


def old_supplier():
    context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
    connection = ftplib.FTP_TLS(context=context)
    connection.connect("ftp.oldsupplier.example.com")
    return connection


def spool(content):
    path = tempfile.mktemp(suffix=".csv")
    with open(path, "wb") as out:
        out.write(content)
    return path


def spool_safely(content):
    with tempfile.NamedTemporaryFile(suffix=".csv", delete=False) as out:
        out.write(content)
    return out.name


def lock():
    with open("/tmp/harvest.lock", "w") as out:
        out.write(str(os.getpid()))


def checksum(path):
    return subprocess.getoutput("sha256sum %s" % path)


def compress(path):
    return subprocess.run(["gzip", "-9", path], check=True)


def listen():
    server = socket.socket()
    server.bind(("", 9400))
    return server


def listen_locally():
    server = socket.socket()
    server.bind(("127.0.0.1", 9401))
    return server
