"""Scores in pictures: the card of a round, the chart and tables at the end of a game.

May import decisions, board, shell, model, prefs and widgets.
"""
