"""Rosters: looking at them, making and changing them step by step, printing them.

May import board, export and what is below them; opens the screens above by name.
"""
