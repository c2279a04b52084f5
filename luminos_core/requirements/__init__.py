"""What a person requires of a target: read from a file, checked, decided."""
