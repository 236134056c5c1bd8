"""A game at the table: the scene, its panels, input, commands and sheets.

May import aids, pages and what is below them; opens the screens above by name.
"""
