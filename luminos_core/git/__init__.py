"""Reading a hostile git repository without running git on its own `.git`."""
