"""Changes of the table by hand: edits as documents, their refusals and effects, and the sandbox.
Imports views, odds, new games and rules."""
