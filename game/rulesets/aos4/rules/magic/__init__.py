"""Casting and chanting (A-MAG, A-PRAY). Imports the game, use and attacks."""
