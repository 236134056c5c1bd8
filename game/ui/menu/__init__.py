"""The main menu, the page of a new game, the saved games.

May import aids, pages and everything below them; opens tables and the screens above by name.
"""
