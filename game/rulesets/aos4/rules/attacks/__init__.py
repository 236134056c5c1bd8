"""The attack sequence and what damage does, on plain numbers: weapons, batches of attacks, wards, allocation.
Imports documents and the engine's dice; knows neither state nor game."""
