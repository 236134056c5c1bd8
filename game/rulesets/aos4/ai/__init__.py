"""How a computer player judges a battle: positions, attacks, moves, the answers worth considering.
Imports views, odds, rules, documents and words."""
