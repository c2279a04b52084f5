"""Ignore rules, exclusions and attributes: what a project and its user say about paths."""
