"""`luminos` for tests, as a process that costs little: the command itself is a fork of the process
of `prepared_main.py`, whose socket PREPARED_COMMANDS names. It has our arguments, environment,
folder and streams; we end as it does. With PREPARED_PID its id is written to that descriptor."""

import json
import os
import signal
import socket
import sys
from pathlib import Path


def main() -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["PREPARED_COMMANDS"])
        command = [sys.argv[1:], str(Path.cwd()), dict(os.environ)]
        asked = json.dumps(command).encode()
        socket.send_fds(connection, [len(asked).to_bytes(8, "big")], [0, 1, 2])
        connection.sendall(asked)
        with connection.makefile() as told:
            pid = told.readline()
            if number := os.environ.get("PREPARED_PID"):
                os.write(int(number), pid.encode())
            code = os.waitstatus_to_exitcode(int(told.readline()))
    if code < 0:
        if -code != signal.SIGKILL:  # which cannot be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
