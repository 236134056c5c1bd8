"""Rosters of BattleScribe and New Recruit made into armies (A-IMP-11 to A-IMP-33).
From a file to an army: `opening`, `tree`, `army`, with `units`, `profiles`, `values`, `bases` for its parts.
Imports documents and words only."""
