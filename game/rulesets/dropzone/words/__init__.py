"""Every rule in our own words, as data, for prompts, log and reference. Imports nothing."""
