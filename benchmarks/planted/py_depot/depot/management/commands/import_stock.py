"""Reads the stock from a file."""

import csv
from django.core.management.base import BaseCommand
from depot.models import Item


class Command(BaseCommand):
    def add_arguments(self, parser):
        parser.add_argument("path")

    def handle(self, *, path, **options):
        with open(path, newline="") as lines:
            for name, count in csv.reader(lines):
                Item.objects.update_or_create(name=name, defaults={"count": int(count)})
