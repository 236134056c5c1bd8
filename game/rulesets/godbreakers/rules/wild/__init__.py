"""Models that no player leads: their kinds, their compulsions, the best range (G-SIDE). Imports rules beside it."""
