"""Bushido: warbands with Ki, facing, secret splits of dice; in the making. Imports the engine and the table."""
