"""What documents say, compared with the tree."""
