"""How a computer player judges the rules: the answers worth considering and the value of each.
Imports views, odds, rules and words."""
