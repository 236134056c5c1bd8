"""Sight: is there a straight line from some part of one base to some part of another that nothing stops?

What stops whom is asked of a policy that the rulebook hands over. Imports measuring, terrain and shapes.
"""
