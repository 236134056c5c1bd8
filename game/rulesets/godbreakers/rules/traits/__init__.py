"""Traits and flaws: a row each in `rows`; what has a procedure has it in `procedures`, called by its row.

Rules ask what the traits in use say at a moment: own traits, flaws and the shard's trait (G-CIR-4).
`rows` and the procedures import the rules beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from game.engine.core.flow import Flow
from game.engine.kit.effects import Effects, Row
from game.engine.kit.registry import Registry
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.circles.gains import METAL_OF
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry
from game.table.placing.conditions import Condition

Moment = Callable[[Game, Fight, Model, int], Flow | None]
"""What a trait may do at a moment of an Engage: a flow, or None for nothing."""


@dataclass(frozen=True, kw_only=True)
class Trait(Row):
    """A trait or flaw. `metal` is its list ("flaw" for flaws), `action` the special action it offers.

    `after_attack_roll` and `before_disengage` are what it may do at the end of step 2 and at the start of step 4 of an
    Engage, `move_conditions` the conditions that a move action of another model must meet because of it.
    """

    metal: str
    action: type[Action] | None = None
    after_attack_roll: Moment | None = None
    before_disengage: Moment | None = None
    move_conditions: Callable[[Game, Model, int, Model], Sequence[Condition]] | None = None


class Ranked(NamedTuple):
    """A trait by its name, with its rank as its only value."""

    name: str
    values: tuple[int]


REGISTRY: Final[Registry[Trait]] = Registry("trait or flaw")
MOMENTS: Final = {
    "movement": "U added to the movement range (G-MEAS-8)",
    "reach_in_dice": "how many times the value of its die is added to the attack range (G-MEAS-8)",
    "reroll_at_most": "faces of this or less are rerolled, by purpose (G-ROLL-2)",
    "lets_reroll": "faces of this or less another model may reroll in recovery",
    "zero_at_most": "the highest face that counts as 0 on challenging rolls (G-ROLL-3)",
    "dealt": "added to attack damage the model deals",
    "taken": "subtracted from attack damage the model takes, never below 1",
    "suffered": "added to any damage the model suffers",
    "opponents": "further opponents the active model may nominate",
    "most": "how often an action may be performed in one activation, by action",
    "sheds": "damage the model removes from itself at the start of the Recovery phase",
}
"""The moments at which traits say a number."""
EFFECTS: Final = Effects(MOMENTS)


def holding(game: Game, model: Model) -> list[tuple[Trait, int]]:
    """Return a model's traits in use (G-INI-5), its flaws and its shard's trait, with ranks (G-CIR-4, Q13, Q39)."""
    return [(REGISTRY[name], rank) for name, rank in game.traits_of(model)]


def said(game: Game, holder: Model, trait: Trait, rank: int, moment: str, *situation: object) -> int:
    """Return the number that a trait says at a moment, 0 where it says nothing."""
    if moment not in trait.at:
        return 0
    effect = EFFECTS.effect(moment, Ranked(trait.name, (rank,)))
    return effect.amount if effect.applies(game, holder, *situation) else 0


def saying(game: Game, model: Model, moment: str, *situation: object) -> list[tuple[Trait, int]]:
    """Return the traits of a model that say a number at a moment, each with its number."""
    found = [(trait, said(game, model, trait, rank, moment, *situation)) for trait, rank in holding(game, model)]
    return [each for each in found if each[1]]


def added(game: Game, model: Model, moment: str) -> int:
    """Return the sum of what the traits of a model say at a moment."""
    return sum([amount for _trait, amount in saying(game, model, moment)])


@cache
def speaking(moment: str) -> frozenset[str]:
    """Return the names of the traits that speak at a moment, or have a procedure of that name."""
    return frozenset(name for name, trait in REGISTRY.items() if moment in trait.at or getattr(trait, moment, None))


def speakers(game: Game, moment: str) -> Iterator[tuple[Model, Trait, int]]:
    """Yield each model on the table, trait in use and its rank, for the traits that speak at a moment."""
    names = speaking(moment)
    lent = {player for player, trait in game.shard_traits.items() if trait in names}
    marked = [each for each in game.state.models.values() if each.traits or each.flaws or each.owner in lent]
    for model in [each for each in marked if each.place == "table"]:
        shared = model.kind == "godbreaker" and model.owner in lent
        if shared or not names.isdisjoint(model.traits) or not names.isdisjoint(model.flaws):
            yield from ((model, trait, rank) for trait, rank in holding(game, model) if trait.name in names)


def load_all() -> None:
    """Register every row."""
    for trait in import_module(f"{__name__}.rows").ROWS:
        REGISTRY[trait.name] = trait
        METAL_OF[trait.name] = trait.metal
        entry(trait.rule, trait.name, trait.text)
    speaking.cache_clear()
    EFFECTS.add(REGISTRY.values())
    EFFECTS.bind(vars(import_module(f"{__name__}.conditions")))
