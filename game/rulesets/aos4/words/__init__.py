"""Rules and texts as data, in our own words. Imports nothing."""
