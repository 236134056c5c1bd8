"""Floor 4: doors for other programs: an engine of JSON lines, an environment for learning, a few names to import.

Imports the players and every floor below; the environment needs PettingZoo too. `README.md` beside this file tells how.
"""

from game.engine.rulebook.new_game import GamePlan
from game.players.new_session import bots, new_game

__all__ = ["GamePlan", "bots", "new_game"]
