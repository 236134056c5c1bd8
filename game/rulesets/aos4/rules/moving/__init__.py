"""Moves and set-ups of units: what each model may do, what the unit must do (A-MOVE, A-COH). Imports the game."""
