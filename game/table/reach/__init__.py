"""What lies within a range of a base: intervals along rays, round walls, between levels, whole bases.
Imports measuring and terrain."""
