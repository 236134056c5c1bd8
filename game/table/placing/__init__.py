"""Legal places of a base: conditions, the region under them, the nearest spot with room.
Imports reach, measuring and terrain."""
