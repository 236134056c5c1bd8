"""Traits and flaws: one class each, in the file of its metal, registered where it is defined.

`Trait` has a method for every moment at which one may act; a subclass overrides only those it needs. Rules use
`holding`, which yields own traits, flaws and the shard's trait (G-CIR-4).
Traits import the rules beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.circles.gains import METAL_OF
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry
from game.table.placing.conditions import Condition

REGISTRY: dict[str, Trait] = {}

Moment = Callable[["Game", "Fight", "Model", int], Flow | None]
"""A moment of an Engage at which a trait may act: one of its methods that return a flow or None."""


@cache
def speaking(moment: str) -> frozenset[str]:
    """Return the names of the traits and flaws that override a moment, a method of `Trait`."""
    silent = getattr(Trait, moment)
    return frozenset(name for name, trait in REGISTRY.items() if getattr(type(trait), moment) is not silent)


class Trait:
    """A trait or flaw. `metal` is its list ("flaw" for flaws); every method's default does nothing.

    `rule` and `text` are its id and its wording in the reference, `action` the special action it offers.
    """

    name: ClassVar[str] = ""
    metal: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""
    action: ClassVar[type[Action] | None] = None

    def __init_subclass__(cls) -> None:
        if cls.name:
            REGISTRY[cls.name] = cls()
            METAL_OF[cls.name] = cls.metal
            entry(cls.rule, cls.name, cls.text)
            speaking.cache_clear()

    def movement(self, model: Model, rank: int) -> int:
        """Return the U added to the movement range (G-MEAS-8)."""
        return 0

    def attack_range(self, model: Model, rank: int) -> int:
        """Return the U added to the attack range (G-MEAS-8)."""
        return 0

    def reroll_at_most(self, game: Game, model: Model, rank: int, purpose: str) -> int:
        """Return R where faces of R or less are rerolled for this purpose (G-ROLL-2)."""
        return 0

    def lets_reroll(self, game: Game, holder: Model, rank: int, roller: Model, purpose: str) -> int:
        """Return R where `holder` lets another model reroll faces of R or less."""
        return 0

    def zero_at_most(self, model: Model, rank: int) -> int:
        """Return the highest face that counts as 0 on the model's challenging rolls (G-ROLL-3)."""
        return 0

    def dealt(self, model: Model, rank: int) -> int:
        """Return the amount added to attack damage the model deals."""
        return 0

    def taken(self, model: Model, rank: int) -> int:
        """Return the amount subtracted from attack damage the model takes, never below 1."""
        return 0

    def suffered(self, model: Model, rank: int) -> int:
        """Return the amount added to any damage the model suffers."""
        return 0

    def opponents(self, model: Model, rank: int) -> int:
        """Return how many further opponents the active model may nominate."""
        return 0

    def most(self, action: str) -> int | None:
        """Return how often the action may be performed in one activation, None for no limit."""
        return None

    def move_conditions(self, game: Game, holder: Model, rank: int, mover: Model) -> Sequence[Condition]:
        """Return conditions that a move action of `mover` must meet because `holder` has this trait."""
        return ()

    def after_attack_roll(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        """Return what the model may do at the end of step 2 of an Engage, None for nothing."""
        return None

    def before_disengage(self, game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
        """Return what the model may do at the start of step 4 of an Engage, None for nothing."""
        return None

    def sheds(self, model: Model, rank: int) -> int:
        """Return how much damage the model removes from itself at the start of the Recovery phase."""
        return 0


def holding(game: Game, model: Model) -> list[tuple[Trait, int]]:
    """Return a model's traits in use (G-INI-5), its flaws and its shard's trait, with ranks (G-CIR-4, Q13, Q39)."""
    return [(REGISTRY[name], rank) for name, rank in game.traits_of(model)]


def speakers(game: Game, moment: str) -> Iterator[tuple[Model, Trait, int]]:
    """Yield each model on the table, trait in use and its rank, for the traits that override a moment."""
    names = speaking(moment)
    lent = {player for player, trait in game.shard_traits.items() if trait in names}
    marked = [each for each in game.state.models.values() if each.traits or each.flaws or each.owner in lent]
    for model in [each for each in marked if each.place == "table"]:
        shared = model.kind == "godbreaker" and model.owner in lent
        if shared or not names.isdisjoint(model.traits) or not names.isdisjoint(model.flaws):
            yield from ((model, trait, rank) for trait, rank in holding(game, model) if trait.name in names)


def load_all() -> None:
    """Import every file of this folder, so that each trait and flaw in it registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
