"""Changing the table by hand: edits as documents, why not, carrying them out, the sandbox.
Imports views, odds, new games, rules and words."""
