"""What can happen, as typed facts. Imports the engine's event only."""
