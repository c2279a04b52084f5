"""What a person asks of stored runs: flags, a path, the difference of two runs."""
