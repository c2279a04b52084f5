"""What a result depends on, and why one is made again."""
