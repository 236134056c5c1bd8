"""Sagas, in which circles develop from game to game (G-ASC). Imports new games, rules and words."""
