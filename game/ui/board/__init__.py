"""Everything drawn on the table: ground, terrain, pieces, overlays, dice.

May import prefs and widgets; export draws with it outside the window.
"""
