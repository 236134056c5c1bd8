"""How computer players judge a battle: positions, attacks, moves, the answers worth considering.

Imports views, odds, rules, documents and words.
"""
