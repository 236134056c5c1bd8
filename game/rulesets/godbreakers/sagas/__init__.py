"""Circles that live on from game to game: the chronicle, and what follows from it (G-ASC).
Imports new games, rules and words."""
