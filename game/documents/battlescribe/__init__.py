"""Rosters and catalogues of BattleScribe and New Recruit, for any game.

`opening` reads a file, `tree` is its content, `fields` reads single facts. Imports documents, refusals and wording.
"""
