"""The main menu, the form of a new game, the saved games.

May import aids, pages and what is below them; opens tables and the screens above by name.
"""
