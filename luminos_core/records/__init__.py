"""The frozen values that cross boundaries, by domain; import each from its own module."""
