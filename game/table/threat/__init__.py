"""Threats, which are strikes after a move: one model's region, many strikes at once, the map of all models.
Imports every other room of the table."""
