"""Flags: evidence, fingerprint, order."""
