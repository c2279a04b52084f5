"""What pages have in common: a document that loads nothing, its look, and the map of a tree."""
