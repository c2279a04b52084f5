"""The structure of source files by tree-sitter, and of Markdown by its headings."""
