"""The points within range of a base: along rays, around walls, between levels, and for whole bases.
Imports measuring and terrain."""
