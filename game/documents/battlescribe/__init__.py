"""Rosters and catalogues of BattleScribe and New Recruit, for any game.

`opening` reads a file, `tree` is its content, `fields` reads single facts. `catalogues` follows links between entries,
`choosing` makes an entry a selection, `libraries` keeps catalogues and finds entries by `names`. Imports documents,
refusals and wording.
"""
