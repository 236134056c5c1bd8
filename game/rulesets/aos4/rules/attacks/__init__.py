"""The attack sequence and the effect of damage. The rules of weapons and batches import only documents and dice."""
