"""What happens at the table, shown event by event: rolling dice, moving, suffering and leaving pieces.

May import board, model, prefs and widgets; it knows events and views, no rulebook.
"""
