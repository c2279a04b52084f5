"""Anthropic's models, over the Messages API."""
