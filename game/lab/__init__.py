"""Floor 4: batches of games, and battle reports. Imports players and every floor below.

The lab is here too: a grid of batches (`grid`) is played (`trials`) by `workers` into a `table`; its `figures` are
shown on a `page`.
"""
