"""Floor 4: batches of games, and battle reports. Imports players and every floor below."""
