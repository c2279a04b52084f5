"""The passes of an audit, one file each."""
