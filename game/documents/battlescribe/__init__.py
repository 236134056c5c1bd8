"""Rosters and catalogues of BattleScribe and New Recruit, of any game: `opening` reads a file, `tree` is what it holds,
`fields` what stands in it. Imports documents, refusals and wording."""
