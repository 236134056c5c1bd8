"""The window's knowledge without drawing, beside the running game: the draft of a new game, campaigns in files.

May import prefs.
"""
