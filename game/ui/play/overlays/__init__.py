"""What lies on a table in a window beside the pieces, one kind in each file; the scene lists them.

May import the rest of play.
"""
