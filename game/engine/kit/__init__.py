"""Everything a new rulebook needs on its first day. Imports the engine's core, but no rulebook."""
