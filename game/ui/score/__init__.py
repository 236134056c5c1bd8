"""Scores in pictures: the card of a round, the chart and tables at the end of a game.

Imports only rooms below the pages.
"""
