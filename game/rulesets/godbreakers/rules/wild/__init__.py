"""Models that no player leads: what they are, what compels them, the best range (G-SIDE). Imports rules beside it."""
