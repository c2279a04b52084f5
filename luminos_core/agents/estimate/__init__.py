"""What a run will cost, from the scan, the store and agents at work."""
