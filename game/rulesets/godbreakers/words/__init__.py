"""The rules in our own words, with titles, and names as slugs. Imports nothing of the rulebook."""
