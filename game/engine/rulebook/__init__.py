"""The interface of a rulebook: its duties, its facets, and the views that a screen shows.
Imports core only."""
