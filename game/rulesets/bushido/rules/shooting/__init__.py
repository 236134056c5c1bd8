"""Ranged attacks (B-RNG). Imports moving, tests and damage."""
