"""Searching settings, workflows, manifests and other structured files by the rules."""
