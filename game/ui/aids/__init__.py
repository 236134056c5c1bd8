"""Aids at the table: inspecting pieces, odds, threats, the tape measure. They only show; they decide nothing.

May import decisions, board, shell, model, prefs and widgets.
"""
