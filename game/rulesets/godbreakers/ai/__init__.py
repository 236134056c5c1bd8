"""How computer players select and rate answers. Imports views, odds, rules and words."""
