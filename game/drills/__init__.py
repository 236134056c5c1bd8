"""Drills: short tasks made from real positions, graded by what answers questions; results kept over days.

Imports the players, the rulebooks and the floors below.
"""
