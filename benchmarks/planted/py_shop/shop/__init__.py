"""A small web shop."""

__version__ = "2.3.0"
