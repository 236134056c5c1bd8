"""The Godbreaker Saga: circles of five, alternating activations, opposed dice."""

from game.rulesets.godbreakers.ruleset import GodbreakerSaga

RULESET = GodbreakerSaga()
