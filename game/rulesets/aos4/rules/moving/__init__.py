"""Moves and set-ups of units: what each model may do, what the unit must do, and carrying it out (A-MOVE, A-COH)."""
