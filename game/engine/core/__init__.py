"""The vocabulary of rules: decisions, events, dice, odds, records, the flow of a game.
Imports the table only."""
