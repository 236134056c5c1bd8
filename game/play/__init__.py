"""A running game for people: its session, its state in sentences, and answers typed as text.

This floor imports the computer players and every floor below. The window and text mode are built on it.
"""
