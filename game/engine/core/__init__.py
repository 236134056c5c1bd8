"""The vocabulary of rules: decisions, events, dice, odds, records, and the flow of a game.

Imports only the table.
"""
