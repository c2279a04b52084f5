"""Text: escaped, sanitized, formatted."""
