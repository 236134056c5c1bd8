"""Traits and flaws. Each is a row in `rows`, which may name a procedure beside it.

Rules ask for the numbers of a model's traits, flaws and shard trait at a moment (G-CIR-4). Imports the rules beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from game.engine.core.flow import Flow
from game.engine.kit.effects import Effects, InForce, Row
from game.engine.kit.registry import Registry
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.circles.documents import METAL_OF
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry
from game.table.placing.conditions import Condition


class Moment(NamedTuple):
    """A procedure of a trait during an Engage, and the condition under which an engaged model has it."""

    applies: Callable[[Game, Fight, Model], bool]
    flow: Callable[[Game, Fight, Model, int], Flow]


@dataclass(frozen=True, kw_only=True)
class Trait(Row):
    """A trait or flaw, of the list of a `metal` ("flaw" for flaws), with its `talent` and its special `action`.

    `after_attack_roll` and `before_disengage` are procedures at the end of step 2 and the start of step 4 of an
    Engage. `move_conditions` returns conditions that a move action of another model must meet.
    """

    metal: str
    talent: str = ""
    action: type[Action] | None = None
    after_attack_roll: Moment | None = None
    before_disengage: Moment | None = None
    move_conditions: Callable[[Game, Model, int, Model], Sequence[Condition]] | None = None

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return f"trait-{self.name.lower()}"


class Ranked(NamedTuple):
    """The name of a trait, with its rank as the only value."""

    name: str
    values: tuple[int]


REGISTRY: Final[Registry[Trait]] = Registry("trait or flaw")
MOMENTS: Final = {
    "movement": "U added to the movement range (G-MEAS-8)",
    "reach_in_dice": "multiples of the die's value added to the attack range (G-MEAS-8)",
    "reroll_at_most": "faces of this or less are rerolled, by purpose (G-ROLL-2)",
    "lets_reroll": "faces of this or less are rerolled in another model's recovery",
    "zero_at_most": "the highest face that counts as 0 on challenging rolls (G-ROLL-3)",
    "dealt": "added to attack damage the model deals",
    "taken": "subtracted from attack damage the model takes, never below 1",
    "suffered": "added to any damage the model suffers",
    "opponents": "further opponents the active model may nominate",
    "most": "the most times an action may be performed in one activation, by action",
    "sheds": "damage the model removes from itself at the start of the Recovery phase",
}
"""The moments at which traits have a number, and the meaning of the number."""
EFFECTS: Final = Effects(MOMENTS)


def ranked_traits(game: Game, model: Model) -> list[tuple[Trait, int]]:
    """Return a model's traits in use (G-INI-5), flaws and shard trait with their ranks (G-CIR-4, Q13, Q39)."""
    return [(REGISTRY[name], rank) for name, rank in game.traits_of(model)]


def trait_amount(game: Game, holder: Model, trait: Trait, rank: int, moment: str, *situation: object) -> int:
    """Return the number of a trait at a moment, or 0 if it does not apply."""
    if moment not in trait.at:
        return 0
    effect = _effect(moment, trait.name, rank)
    return effect.amount if effect.applies(game, holder, *situation) else 0


@cache
def _effect(moment: str, name: str, rank: int) -> InForce:
    return EFFECTS.effect(moment, Ranked(name, (rank,)))


def trait_amounts(game: Game, model: Model, moment: str, *situation: object) -> list[tuple[Trait, int]]:
    """Return the traits of a model that have a number at a moment, with that number."""
    names = traits_at(moment)
    amounts: list[tuple[Trait, int]] = []
    for name, rank in game.traits_of(model):
        if name in names and (amount := trait_amount(game, model, REGISTRY[name], rank, moment, *situation)):
            amounts.append((REGISTRY[name], amount))
    return amounts


def added(game: Game, model: Model, moment: str) -> int:
    """Return the sum of the numbers of a model's traits at a moment."""
    return sum([amount for _trait, amount in trait_amounts(game, model, moment)])


@cache
def traits_at(moment: str) -> frozenset[str]:
    """Return the names of the traits that have a number or a procedure at a moment."""
    return frozenset(name for name, trait in REGISTRY.items() if moment in trait.at or getattr(trait, moment, None))


def trait_holders(game: Game, moment: str) -> Iterator[tuple[Model, Trait, int]]:
    """Yield model, trait and rank for each trait on the table that has a number or a procedure at a moment."""
    names = traits_at(moment)
    players = {player for player, trait in game.shard_traits.items() if trait in names}
    for model in list(game.state.models.values()):
        if model.place != "table" or not (model.traits or model.flaws or model.owner in players):
            continue
        shared = model.kind == "godbreaker" and model.owner in players
        if shared or not names.isdisjoint(model.traits) or not names.isdisjoint(model.flaws):
            yield from ((model, trait, rank) for trait, rank in ranked_traits(game, model) if trait.name in names)


def load_all() -> None:
    """Register all traits and flaws."""
    rows = import_module(f"{__name__}.rows")
    for trait in rows.ROWS:
        REGISTRY[trait.name] = trait
        METAL_OF[trait.name] = trait.metal
        entry(trait.rule, trait.name, trait.text)
    traits_at.cache_clear()
    _effect.cache_clear()
    EFFECTS.add(REGISTRY.values())
    EFFECTS.bind(vars(rows))
