"""The words in which rules speak: decisions, events, dice, odds, records, the flow of a game.
Imports the table only."""
