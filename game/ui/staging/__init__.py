"""What happens at the table, shown event by event: dice that fall, pieces that move, suffer and leave.

May import board, model, prefs and widgets; it knows events and views, no rulebook.
"""
