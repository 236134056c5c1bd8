"""The Godbreaker Saga: circles of five, alternating activations, opposed dice.

Imports the engine and the table. Its rooms, top to bottom: editing, ai and lesson, view, odds, sagas, new_game, rules,
words.
"""

from game.engine.kit.registry import load
from game.rulesets.godbreakers.rules import scenarios, traits
from game.rulesets.godbreakers.ruleset import GodbreakerSaga

traits.load_all()
load(scenarios.__name__)

RULESET = GodbreakerSaga()
