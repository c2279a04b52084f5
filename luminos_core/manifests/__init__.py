"""Package manifests: name, version, entry points, dependencies."""
