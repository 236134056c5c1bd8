"""How computer players rate positions and answers: the answers worth considering, and the value of each.

Imports views, odds, rules and words.
"""
