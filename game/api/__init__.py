"""Floor 4: the interface for other programs, namely an engine with JSON lines, a learning environment, and two imports.

It imports the players and every floor below; the environment also needs PettingZoo. See `README.md` beside this file.
"""

from game.engine.rulebook.new_game import GamePlan
from game.players.new_session import bots, new_game

__all__ = ["GamePlan", "bots", "new_game"]
