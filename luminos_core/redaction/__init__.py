"""Secrets in text: found by shape, and replaced before anything leaves the process."""
