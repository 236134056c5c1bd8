"""Age of Sigmar, fourth edition (`aos4`): armies of units, abilities as data, magic and reactions.

Imports the engine and the table. Its rooms, top to bottom: view, odds, new_game, rules, documents.
"""

from game.rulesets.aos4.ruleset import AgeOfSigmar

RULESET = AgeOfSigmar()
