"""The target as one picture: a self-contained page with a treemap."""
