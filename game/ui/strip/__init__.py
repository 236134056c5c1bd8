"""The strip of rosters above the table: each side's pieces at a glance, whatever the rulebook; all from its views.

May import decisions, board, shell, model, prefs and widgets.
"""
