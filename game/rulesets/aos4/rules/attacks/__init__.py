"""The attack sequence and the effect of damage, in plain numbers: weapons, batches of attacks, wards, allocation.

The sequence itself imports only documents and dice. Which targets are legal depends on the game and is decided there.
"""
