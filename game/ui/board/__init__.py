"""What is drawn on the table: ground, terrain, pieces, overlays, dice.

May import model, prefs and widgets; export draws with it outside the window.
"""
