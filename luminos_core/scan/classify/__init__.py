"""Classifying a file: its language, MIME type and category; whether it is generated or vendored."""
