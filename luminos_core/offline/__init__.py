"""The built-in investigator: no network, no language model, the same words for the same tree."""
