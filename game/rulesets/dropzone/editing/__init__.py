"""Changing the table by hand: edits as documents, why one is refused, carrying it out, the sandbox.
Imports views, new games and rules."""
