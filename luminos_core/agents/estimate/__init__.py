"""What a run will cost, estimated before its first call."""
