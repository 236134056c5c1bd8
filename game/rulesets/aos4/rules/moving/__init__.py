"""Moves and set-ups of units: limits of each model, and demands on the unit (A-MOVE, A-COH). Imports the game."""
