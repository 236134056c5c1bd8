"""How computer players judge a battle: positions, fire, moves, the answers worth considering.

Imports odds, rules, documents and words.
"""
