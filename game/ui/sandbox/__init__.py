"""A table to edit, and the referee who corrects a running game.

May import every room but its neighbours (replay, campaign) and app.
"""
