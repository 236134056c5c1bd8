"""Rosters of BattleScribe and New Recruit made into armies. Imports documents."""
