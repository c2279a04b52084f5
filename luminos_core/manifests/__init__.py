"""What a package manifest declares: name, version, entry points, dependencies."""
