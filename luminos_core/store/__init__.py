"""The store: atomic, signed files, readable by their owner only."""
