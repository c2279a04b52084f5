"""Lines of code, comments and blanks, by tokei's library in a process of its own."""
