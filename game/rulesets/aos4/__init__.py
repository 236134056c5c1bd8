"""Age of Sigmar, fourth edition (`aos4`): armies of units, abilities as data, magic and reactions."""

from game.rulesets.aos4.ruleset import AgeOfSigmar

RULESET = AgeOfSigmar()
