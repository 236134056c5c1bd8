"""Floor 4: batches of games, and battle reports. Imports players and every floor below.

The lab is here too: `workers` play a grid of batches (`grid`, `trials`) into a `table`; a `page` shows its `figures`.
"""
