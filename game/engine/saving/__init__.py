"""Games and positions as documents: saved, loaded, compared with their replay.
Imports session, rulebook and core."""
