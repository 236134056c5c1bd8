"""Moves and set-ups of units: the limits of each model, and the demands on the unit (A-MOVE, A-COH). Imports the game."""
