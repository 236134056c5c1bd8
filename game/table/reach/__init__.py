"""The points within a range of a base: intervals along rays, around walls, between levels, whole bases.
Imports measuring and terrain."""
