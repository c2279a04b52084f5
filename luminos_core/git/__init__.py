"""What a repository knows of a hostile tree, read without running git on its own `.git`."""
