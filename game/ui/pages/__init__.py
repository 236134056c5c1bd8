"""Pages to read or set, over a table or as screens: rules, keys, settings, help, credits, fairness.

May import shell, model, prefs and widgets.
"""
