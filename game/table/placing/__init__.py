"""Legal places of a base: the questions they answer (`places.py`), conditions, the region under them, the nearest spot.
Imports reach, measuring and terrain."""
