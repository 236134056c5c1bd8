"""Changes that people make to the table by hand. Imports views, odds, new games, rules and words."""
