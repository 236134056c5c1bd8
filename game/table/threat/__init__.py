"""Where somebody could strike after a move: one model's area, many at once, the map of all of them.
Imports every other room of the table."""
