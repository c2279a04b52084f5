"""What a project is made of and runs with, found by rules."""
