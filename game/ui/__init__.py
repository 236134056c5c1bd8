"""Floor 5: the window. It draws what lower floors return and answers decisions; it knows no rulebook."""
