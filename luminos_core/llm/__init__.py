"""Models behind one protocol: `anthropic`, and `static`, the built-in offline investigator."""
