"""The attack sequence and what damage does, on plain numbers: weapons, batches of attacks, wards, allocation.
The sequence itself imports documents and dice only; who may attack whom asks the game."""
