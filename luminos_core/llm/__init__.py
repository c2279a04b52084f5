"""Models behind one protocol: their providers, their choice and their prices."""
