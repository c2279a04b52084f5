"""Searching source code by the rules of the catalogue."""
