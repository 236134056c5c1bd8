"""The show of events at the table: rolling dice, moving, suffering and leaving pieces.

May import board, model, prefs and widgets; it knows events and views, no rulebook.
"""
