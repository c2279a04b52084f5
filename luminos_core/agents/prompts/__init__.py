"""Prompt texts, one Markdown file each, rendered strictly, each with a digest."""
