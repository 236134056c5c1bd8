"""Transports: what fits into them, and what becomes of the cargo of a wreck (D-TRANS). Imports moving."""
