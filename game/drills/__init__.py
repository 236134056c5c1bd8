"""Drills: short tasks made from real positions, graded by the rulebook's answers; results are kept over days.

Imports the players, the rulebooks and the floors below.
"""
