"""The investigator without a model: typed facts of each directory, and prose from templates."""
