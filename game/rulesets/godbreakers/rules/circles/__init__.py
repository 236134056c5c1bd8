"""Circles: the rules of creation, the crucible, and the bundled circles (G-CIR). Imports rules beside it."""
