"""From what people want to the setup of a game: maps, circles, options. Imports rules and words."""
