"""Sight: is there a straight line from some part of one base to some part of another that nothing stops?

The rulebook's policy says what stops whom. How much an eye sees of bodies with heights is asked in `bodies`. Imports
heights, measuring, terrain and shapes.
"""
