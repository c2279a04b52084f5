"""Flags: their evidence, their fingerprints, their order."""
