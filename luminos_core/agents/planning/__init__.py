"""From a plan to a schedule of directories."""
