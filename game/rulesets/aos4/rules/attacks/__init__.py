"""The attack sequence and the effect of damage.

The rules of weapons, batches, wards and damage import only documents and dice. Rules about targets import the game.
"""
