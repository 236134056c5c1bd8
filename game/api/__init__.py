"""Floor 4: the API for other programs: an engine with JSON lines, a learning environment, a few names to import.

Imports the players and every floor below; the environment also needs PettingZoo. See `README.md` beside this file.
"""

from game.engine.rulebook.new_game import GamePlan
from game.players.new_session import bots, new_game

__all__ = ["GamePlan", "bots", "new_game"]
