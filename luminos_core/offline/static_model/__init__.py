"""The investigator behind the `Model` protocol; deleted when the audit calls the new functions."""
