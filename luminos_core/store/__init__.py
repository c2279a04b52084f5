"""Where Luminos keeps what was paid for: atomic, signed, and readable by its owner only."""
