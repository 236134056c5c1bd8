"""The table in three dimensions: bodies, sight, arcs, cover, coherency (D-GEO, D-COH). Imports documents, state."""
