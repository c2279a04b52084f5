"""The commands of `luminos`, one file each."""
