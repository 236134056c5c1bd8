"""Arranging a unit on the table by mouse and keys: as a block, in a formation, or model by model.

May import decisions, board, model, prefs and widgets.
"""
