"""Rosters: looking at them, making and changing them step by step, printing them.

May import aids, pages and what is below them; opens no other screens.
"""
