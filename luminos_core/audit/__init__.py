"""One run of an audit: what it decides, and the report that comes of it."""
