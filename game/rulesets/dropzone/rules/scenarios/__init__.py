"""The scenarios (D-SCO)."""
