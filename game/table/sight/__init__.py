"""Sight: whether a straight line from some part of one base to some part of another is open.

The rulebook's policy defines the blockers. For bodies with heights, see `bodies`.
Imports heights, measuring, terrain and shapes.
"""
