"""A use of an ability, from its declaration to its effect (A-ABIL-2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.pools import Pool
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.attacks.assigning import Aimed, Plan
from game.rulesets.aos4.rules.attacks.batch import Modifier
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

NO_MODIFIER = Modifier()


@dataclass
class Use:
    """A use of an ability by a unit, with the results of its steps.

    `trigger` is the use to which this use reacts. `fails` means that no effect follows. `total` is the casting,
    chanting or charge roll, and `plus` is a bonus to that roll. `hit` is added to hit rolls. `inches` replaces a run
    roll unless it is 0 (A-AB-16). `plan` becomes `aimed` when all targets are chosen. `unbound_by` has the units that
    tried to unbind the spell (A-MAG-7).
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


def current(game: Game) -> Use | None:
    """Return the latest current use of an ability, which may be a reaction, or None between uses."""
    use = game.under_way[-1] if game.under_way else None
    return use if isinstance(use, Use) else None


def outermost(game: Game) -> Use | None:
    """Return the current use of an ability that is not a reaction, or None between uses."""
    use = game.under_way[0] if game.under_way else None
    return use if isinstance(use, Use) else None
