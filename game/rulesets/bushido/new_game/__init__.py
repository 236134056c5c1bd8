"""From a player's wishes to the setup of a game: maps, warbands, options. Imports rules, warbands and words."""
