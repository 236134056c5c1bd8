"""Floor 4: batches of games, and what is written about them. Imports players and every floor below."""
