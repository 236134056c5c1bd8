"""Legal places of a base: their interface (`places.py`), conditions, the region under conditions, the nearest spot.
Imports reach, measuring and terrain."""
