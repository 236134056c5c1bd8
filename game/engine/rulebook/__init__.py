"""The interface of a rulebook: its duties, its optional abilities, and the views that a screen shows.
Imports core only."""
