"""Deterministic checks: flags with path, line and quotation, and no model."""
