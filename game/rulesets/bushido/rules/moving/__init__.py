"""Moving and seeing: terrain, sight, zones of control, ways, forced moves (B-GEO, B-MOVE). Imports the game."""
