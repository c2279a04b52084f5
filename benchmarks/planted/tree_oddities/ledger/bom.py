{{char:feff}}"""A file of Windows."""

SIZE = 3
