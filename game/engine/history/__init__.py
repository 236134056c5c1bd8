"""The past of a game: its timeline, undo, and the statistics of its dice.

Imports every other room of the engine.
"""
