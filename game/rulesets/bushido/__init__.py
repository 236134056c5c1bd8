"""Bushido: warbands with Ki, facing, secret splits of dice; in the making.

Imports the engine and the table. Its rooms, top to bottom: view, odds, new_game, rules, warbands, words.
"""

from game.rulesets.bushido.ruleset import Bushido

RULESET = Bushido()
