"""Where a base may be put: conditions, the region under them, the nearest spot where something fits.
Imports reach, measuring and terrain."""
