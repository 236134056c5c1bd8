"""The window's knowledge beside the running game, without drawing: the draft of a new game, campaigns in files.

May import prefs.
"""
