"""The table in three dimensions: bodies, sight, arcs, ranges, cover, coherency (D-GEO, D-COH)."""
