"""Moving and seeing: terrain, sight, zones of control, paths, forced moves (B-GEO, B-MOVE). Imports the game."""
