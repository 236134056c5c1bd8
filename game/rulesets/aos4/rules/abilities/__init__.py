"""Abilities and their effects, by id. A class with an `id` registers itself where it is defined (A-ABIL-1).

Imports the game, moving and attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final

from game.engine.core.decisions import ByHand as Hand
from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use

REGISTRY: Final[Registry[Ability]] = Registry("ability")
"""Every ability whose effect the rules know, by id."""

POWERS: Final = {"spell": "WIZARD", "prayer": "PRIEST"}
"""The keyword of those who use a kind of ability (A-MAG-1, A-PRAY-1)."""


Need = Callable[[Game, Unit], Refusal | None]
"""A requirement on a unit to use an ability: returns why it is not met, or None if it is."""


class Ability:
    """An ability: who may use it, the declare step, the effect (A-ABIL-2).

    `needs` prevent a unit from using it, `letter` is its key, `hand` what a drag for it moves over; one that `answers`
    changes the use that it reacts to, and is nothing without it.
    """

    id: ClassVar[str] = ""
    rule: ClassVar[str] = "A-ABIL-1"
    needs: ClassVar[tuple[Need, ...]] = ()
    letter: ClassVar[str] = ""
    hand: ClassVar[Hand] = ""
    answers: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.id, cls)

    def users(self, game: Game, player: str, spec: AbilityDocument) -> Iterator[Unit]:
        """Yield the units of a player that have the ability (A-IMP-9); they are on the battlefield (A-ABIL-4).

        Spells are for a WIZARD, prayers for a PRIEST; the parameter `user` names a keyword that its users have. Faction
        terrain has only abilities that name it.
        """
        power, keyword = POWERS.get(spec.kind), params.USER.of(spec.params)
        for unit in game.state.units.values():
            if unit.owner != player or unit.place != "table":
                continue
            if not (game.setup.names_unit(spec, unit) if spec.used_by else game.fights(unit)):
                continue
            if (power and not game.number(unit, power)) or (keyword and not game.has(unit, keyword)):
                continue
            yield unit

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        """Return why a unit that has the ability cannot use it now, apart from limits and costs."""
        return next((refusal for need in self.needs if (refusal := need(game, unit))), None)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether an allowed use could change anything; otherwise no player is asked for another (A-REACT-5)."""
        return True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        """Return whether a unit may use this reaction to the use of another ability; side and keyword are right."""
        return True

    def declare(self, use: Use) -> Flow:
        """Make the choices, rolls and moves of the declare step (A-ABIL-3); `use.fails` if nothing is to follow."""
        yield from ()

    def effect(self, use: Use) -> Flow:
        """Resolve the effect."""
        yield from ()
