"""Circles: making one, the rules of creation, the crucible, the bundled ones (G-CIR). Imports rules beside it."""
