"""Every rule in our own words, for prompts, log and reference. Imports the engine's form of a rule only."""
