"""Spells, prayers and manifestations (A-MAG, A-PRAY, A-MAN)."""
