"""Searches for spots: the region in which a piece meets several conditions, such as engaging an enemy.

Imports the session, the rulebook's interface and the table.
"""
