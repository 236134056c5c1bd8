"""Computer players: their ratings of positions, attacks, moves and answers.

Imports views, odds, rules, documents and words.
"""
