"""Shooting: the legal shots, their numbers and their effects (D-SHOOT, D-SPEC). Imports space, scenery."""
