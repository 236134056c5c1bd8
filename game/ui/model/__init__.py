"""The window's knowledge without drawing: the session in play, the draft of a new game, campaigns in files.

May import prefs. Text play uses it too, so nothing here imports pygame.
"""
