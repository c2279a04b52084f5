"""Reading what manifests of each ecosystem declare, with the line of each package."""
