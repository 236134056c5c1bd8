"""The rules themselves, a file for each section of the book: state, setup, measuring, placing, damage.

Actions, rounds, wild models, traits, scenarios, circles and events have rooms of their own. Imports words only.
"""
