"""A running game as people need it, however they play: its session, its state in sentences, answers that are typed.

Imports the computer players and every floor below; the window and text mode are built on it.
"""
