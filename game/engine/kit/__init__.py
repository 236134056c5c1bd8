"""What a new rulebook needs on its first day. Imports the engine's core and nothing of any rulebook."""
