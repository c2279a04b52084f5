"""Work of the night."""

import glob
import os
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor

COUNT = ["/usr/local/bin/count", "--all"]
SCRIPTS = ("sort", "pack")


def recount(place):
    os.system("/usr/local/bin/count " + place)


def recount_later(place):
    os.system("/usr/local/bin/count " + place)


def recount_quoted(place):
    os.system("/usr/local/bin/count " + shlex.quote(place))


def recount_all():
    subprocess.run(COUNT, check=True)
    subprocess.run(" ".join(COUNT), shell=True, check=True)


def nightly():
    for script in SCRIPTS:
        os.system(f"/usr/local/bin/{script}")


def pack(paths):
    command = "tar czf /srv/depot/pack.tgz"
    for path in paths:
        command += f" {path}"
    subprocess.Popen(command, shell=True)


def pack_images(paths):
    subprocess.Popen(["tar", "czf", "/srv/depot/images.tgz", "--", *paths])


def mirror(host):
    with ThreadPoolExecutor() as pool:
        pool.submit(os.popen, f"rsync -a /srv/depot {host}:/srv")


def remove(place):
    for path in glob.glob("/srv/depot/*.tmp"):
        subprocess.call(["rm", path])
    subprocess.check_call("rm -r /srv/depot/" + place, shell=True)
