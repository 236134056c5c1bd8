"""The judgement of computer players about positions, attacks, moves and answers.

Imports views, odds, rules, documents and words.
"""
