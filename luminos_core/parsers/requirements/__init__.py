"""Files of requirements, in Markdown and in TOML."""
