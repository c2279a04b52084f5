"""What a file is: its language, its type, its category, and whether somebody here wrote it."""
