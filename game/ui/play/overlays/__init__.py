"""The overlays beside the pieces of a table in a window, one kind per file; the scene lists them.

May import the rest of play.
"""
