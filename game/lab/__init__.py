"""Floor 4: batches of games, and battle reports. It imports the players and every floor below.

In the lab, `workers` play a `grid` of batches (see `trials`) into a `table`, and a `page` shows its `figures`.
"""
