"""The command line of harvest."""

import argparse
import logging
from harvest import archives, deliveries, remote


def main():
    parser = argparse.ArgumentParser(prog="harvest")
    commands = parser.add_subparsers(dest="command", required=True)
    collect = commands.add_parser("collect", help="fetch and file deliveries")
    collect.add_argument("--since")
    show = commands.add_parser("show", help="print a delivery")
    show.add_argument("path")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    if options.command == "collect":
        for path in remote.fetch(options.since):
            archives.unpack(path, "incoming")
    else:
        print(deliveries.read(options.path))
