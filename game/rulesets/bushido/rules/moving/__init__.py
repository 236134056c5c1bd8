"""Movement and sight (B-GEO, B-MOVE). Imports the game."""
