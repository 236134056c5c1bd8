"""Shooting: which shots are legal, what they need, and what they do (D-SHOOT, D-SPEC). Imports space, scenery."""
