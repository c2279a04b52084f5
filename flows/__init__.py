"""Ways to start and compose an audit."""
