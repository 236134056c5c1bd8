"""Drills: short tasks made from real positions.

The rulebook's answers grade them, and results are saved from day to day.

This package may import the players, the rulebooks and the packages below them.
"""
