"""Sight: is there a straight line from some part of one base to some part of another that nothing stops?

The rulebook's policy says what stops whom. Imports measuring, terrain and shapes.
"""
