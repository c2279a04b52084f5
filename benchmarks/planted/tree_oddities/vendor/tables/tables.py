"""Tables of rates."""

RATES = {"EUR": 1.0}
