"""The Godbreaker Saga: circles of five, alternating activations, opposed dice."""

from game.rulesets.godbreakers.rules import scenarios, traits
from game.rulesets.godbreakers.ruleset import GodbreakerSaga

traits.load_all()
scenarios.load_all()

RULESET = GodbreakerSaga()
