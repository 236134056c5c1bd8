"""Paths of a base: the verdict on a path and its cost, and all places that a base can reach on a budget.

`rules.md` shows how rulebooks' sentences are expressed in `policy.py`. Imports placing (random spots), terrain, shapes,
lattice.
"""
