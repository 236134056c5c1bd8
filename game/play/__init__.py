"""A running game as people see it: its session, its state in sentences, and answers typed as text.

Imports the computer players and every floor below. The window and text mode are built on it.
"""
