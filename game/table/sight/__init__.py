"""Sight: is there a straight line from some part of one base to some part of another that nothing stops?

The rulebook's policy defines the blockers. For bodies with heights, `bodies` returns the parts that an eye sees.
Imports heights, measuring, terrain and shapes.
"""
