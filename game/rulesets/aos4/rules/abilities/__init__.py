"""Abilities, their uses and their effects, by id. A class with an `id` registers itself (A-ABIL-1).

Imports the game, moving and attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from game.engine.core.decisions import ByHand as Hand
from game.engine.core.flow import Flow
from game.engine.core.pools import Pool
from game.engine.kit.registry import Registry
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import POWERS, AbilityDocument
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules.attacks.assigning import Aimed, Plan
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Modifier
from game.rulesets.aos4.rules.conditions import names
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import _


@dataclass
class Use:
    """A use of an ability by a unit, with the results of its steps.

    `trigger` is the use to which this use reacts. `fails`: no effect follows. `total` is the casting, chanting or
    charge roll, and `plus` a bonus to that roll. `hit` is added to hit rolls. `inches` replaces a run roll unless it is
    0 (A-AB-16). `plan` becomes `aimed` when all targets are chosen. `unbound_by` are the units that tried to unbind the
    spell (A-MAG-7). `rerolled`: its roll was rerolled, which can happen once (A-DICE-2). `shrugged` are the units that
    tried to ignore it. `after` are functions to call when it is resolved, added by reactions.
    """

    game: Game
    spec: AbilityDocument
    player: str
    unit: Unit
    trigger: Use | None = None
    targets: list[Unit] = field(default_factory=list)
    pool: Pool | None = None
    total: int = 0
    plus: int = 0
    fails: bool = False
    is_cast: bool = True
    hit: Modifier = NO_MODIFIER
    aimed: list[Aimed] = field(default_factory=list)
    plan: Plan = field(default_factory=Plan)
    inches: int = 0
    unbound_by: list[str] = field(default_factory=list)
    rerolled: bool = False
    shrugged: list[str] = field(default_factory=list)
    after: list[Callable[[], Flow]] = field(default_factory=list)


def current(game: Game) -> Use | None:
    """Return the latest current use of an ability, which may be a reaction, or None between uses."""
    return game.under_way[-1] if game.under_way else None


def outermost(game: Game) -> Use | None:
    """Return the current use of an ability that is not a reaction, or None between uses."""
    return game.under_way[0] if game.under_way else None


REGISTRY: Final[Registry[Ability]] = Registry("ability")
"""Every ability whose effect the rules know, by id."""


Need = Callable[[Game, Unit], Refusal | None]
"""A requirement on the user of an ability. It returns why a unit does not meet the requirement, or None."""


class Ability:
    """An ability with its possible users, its declare step and its effect (A-ABIL-2).

    `needs` are requirements on the user, and `letter` is a key on the keyboard. `hand`: what a drag must start on to
    use the ability, a piece or the ground. An ability that `answers` changes another use, and has no effect without
    one.
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
        """Yield a player's units on the battlefield that have the ability (A-IMP-9, A-ABIL-4).

        Only a WIZARD has spells, and only a PRIEST has prayers. The parameter `user` can name another needed keyword.
        Faction terrain has only abilities that name it.
        """
        power, named = POWERS.get(spec.kind), params.USER.of(spec.params)
        for unit in game.state.units.values():
            if unit.owner != player or unit.place != "table":
                continue
            if not (game.setup.names_unit(spec, unit) if spec.used_by else game.fights(unit)):
                continue
            if (power and not game.number(unit, power)) or (named and not fits(names(game, unit), named)):
                continue
            yield unit

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        """Return why a unit cannot use its ability now, apart from limits and costs, or None."""
        return next((refusal for need in self.needs if (refusal := need(game, unit))), None)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether a use could change anything. If not, the player is not asked (A-REACT-5)."""
        return True

    def pointless(self, game: Game, spec: AbilityDocument, unit: Unit) -> str:
        """Return the reason why a use could change nothing, if that is so."""
        return _("no effect now")

    def idle(self, game: Game, unit: Unit, use: Use) -> str:
        """Return the reason why a reaction to `use` would change nothing, or "" if it could."""
        return ""

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        """Return whether a unit may react to `use` with this ability, when the trigger already fits."""
        return True

    def declare(self, use: Use) -> Flow:
        """Make the choices, rolls and moves of the declare step (A-ABIL-3). Set `use.fails` to skip the effect."""
        yield from ()

    def effect(self, use: Use) -> Flow:
        """Resolve the effect."""
        yield from ()
