"""The attack sequence and the effect of damage, in plain numbers: weapons, batches of attacks, wards, allocation.

The sequence itself imports only documents and dice; the question of who may attack whom needs the game.
"""
