"""What a rulebook offers: what it must, what it may, and the views in which a screen shows it.
Imports core only."""
