"""The conditions under which traits and states apply. Rows refer to them by name.

The arguments are the game, the model with the trait or state, its entry, and the current situation.
"""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import Term


def near(game: Game, model: Model, entry: Term, other: Model) -> bool:
    """Return whether another model is within the entry's distance."""
    return game.within(model, other, entry.inches)


def near_its_kind(game: Game, model: Model, entry: Term, other: Model) -> bool:
    """Return whether another model is of the entry's kind and within its distance."""
    return game.is_a(other, entry.about) and game.within(model, other, entry.inches)


def against_its_kind(game: Game, model: Model, entry: Term, foe: Model) -> bool:
    """Return whether an enemy is of the entry's kind."""
    return game.is_a(foe, entry.about)


def friend_of_its_kind_touches_the_enemy(game: Game, model: Model, entry: Term, bout: Bout) -> bool:
    """Return whether a friend of the entry's kind is in base contact with the opponent (B-TR-15)."""
    opponent = bout.against(model).model
    return any(game.is_a(friend, entry.about) and game.within(friend, opponent, 0.0) for friend in game.friends(model))


def in_its_test(game: Game, model: Model, entry: Term, test: str) -> bool:
    """Return whether the test is the one that the entry names. [Ki] includes opposed Ki tests (B-TR-41, B-TR-73)."""
    return entry.about.lower() == test or (entry.about == "Ki" and test == "opposed ki")


def in_its_test_or_colour(game: Game, model: Model, entry: Term, test: str) -> bool:
    """Return whether the test is the one that the entry names. [Melee] includes attack and defence (B-TR-73)."""
    return in_its_test(game, model, entry, test) or (entry.about == "Melee" and test in ("attack", "defence"))


def of_its_state(game: Game, model: Model, entry: Term, state: str) -> bool:
    """Return whether the state is the one that the entry names (B-TR-28)."""
    return state == entry.about


def victim_with_a_soul(game: Game, model: Model, entry: Term, victim: Model) -> bool:
    """Return whether a victim is not Soulless (B-TR-52)."""
    return not game.any(victim, "soulless")


def enemy_with_a_soul(game: Game, model: Model, entry: Term, victim: Model) -> bool:
    """Return whether a victim is an enemy and not Soulless (B-TR-7)."""
    return victim.side != model.side and victim_with_a_soul(game, model, entry, victim)


def too_few_markers(game: Game, model: Model, entry: Term, action: str) -> bool:
    """Return whether a model has too few markers for a complex action. A Charge may be simple (B-TR-79)."""
    simple = action == "charge" and game.any(model, "charges_simply")
    return len(model.markers[entry.name]) < 2 and not simple
