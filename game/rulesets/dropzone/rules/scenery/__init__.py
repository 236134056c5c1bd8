"""Scenery that is shot at, burns and falls (D-SCEN, D-COLL). Imports space."""
