"""What a run says of the last complete run of the same target."""
