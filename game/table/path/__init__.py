"""Paths of a base: whether one is legal and what it costs, and every place that can be reached on a budget.

`rules.md` says how lines of rulebooks are expressed in `policy.py`. Imports placing (random spots), terrain, shapes,
lattice.
"""
