"""Outlines: the definitions of source files by tree-sitter, the headings of Markdown and reST."""
