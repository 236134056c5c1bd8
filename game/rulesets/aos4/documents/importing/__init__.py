"""Rosters of BattleScribe and New Recruit made into armies (A-IMP-11 to A-IMP-33).
What a file holds is read by `documents.battlescribe`; then `army`, with `units`, `models`, `values`.
Imports documents and words only."""
