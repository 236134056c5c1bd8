"""From a player's wishes to the setup of a game: maps, circles, options. Imports rules and words."""
