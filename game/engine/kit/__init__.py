"""Common parts from which a new rulebook is built. Imports the engine's core, but no rulebook."""
