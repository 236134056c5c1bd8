"""The bar of rosters above the table: each side's pieces at a glance, for any rulebook; all from its views.

May import decisions, board, shell, model, prefs and widgets.
"""
