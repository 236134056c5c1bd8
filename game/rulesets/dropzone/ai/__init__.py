"""The judgement of computer players: the value of positions, fire and moves, and the answers worth considering.

Imports odds, rules, documents and words.
"""
