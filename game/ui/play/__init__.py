"""A game at the table: the scene and its parts, painter, input, commands and sheets.

May import dock, aids, pages and everything below them; opens the screens above by name.
"""
