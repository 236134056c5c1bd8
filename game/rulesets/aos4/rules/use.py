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
    """A use of an ability by a unit, and what its steps and the reactions to it settle on the way.

    `trigger` is the use that this one reacts to. `fails`: no effect follows. `total` is the casting, chanting or charge
    roll; `plus` what this use adds to it. `hit` is added to hit rolls. `inches` replace a run roll unless 0 (A-AB-16).
    `plan` is what will be `aimed`, while it is chosen. `unbound_by` lists the units that tried to unbind it (A-MAG-7).
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
    """Return the current use of an ability, the innermost, or None between uses."""
    found = game.under_way[-1] if game.under_way else None
    return found if isinstance(found, Use) else None


def outermost(game: Game) -> Use | None:
    """Return the current use of an ability that is not a reaction, or None between uses."""
    found = game.under_way[0] if game.under_way else None
    return found if isinstance(found, Use) else None
