"""What an investigator can do, one file a tool; the catalogue says which pass has which."""
