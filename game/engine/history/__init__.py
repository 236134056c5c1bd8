"""The past of a game: its timeline, what may be undone, the statistics of its dice.
Imports every other room of the engine."""
