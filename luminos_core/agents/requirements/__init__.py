"""Requirements that a model finds in documents, and those that it tells of."""
