"""Ranged attacks (B-RNG): bands, challenge numbers, the attack step by step. Imports moving, tests and damage."""
