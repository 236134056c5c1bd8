"""The value of moves before they are made: by the spots that a unit would like within its budget."""

from __future__ import annotations

from typing import Final

from game.rulesets.aos4.ai.arrangements import TRIFLE, Hope, hopes, told
from game.rulesets.aos4.ai.position import PRICE, Outlook
from game.rulesets.aos4.ai.rated import Rated, damage_worth, wound_worth
from game.rulesets.aos4.ai.strength import printed
from game.rulesets.aos4.ai.wanted import moves
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.core.moves import weaker
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit
from game.wording import _, numeral

ROLLED: Final = 3.5
"""The expected inches of a die."""
HURT: Final = 2.0
"""The expected mortal damage of D3."""
HOPEFUL: Final = 0.8
"""The share of a move's hoped gain that it brings, since others may be in its way."""
CROWDED: Final = 0.3
"""The same if others occupy the wanted spot."""
ANY_MOVE: Final = "A-MOVE-7"
_NOWHERE: Final[tuple[float, Hope | None]] = (0.0, None)


def normal_move(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a move by the best spot that it may lead to; what it really reaches shows when it is played out."""
    return _moved(game, unit, printed(game, unit).move, eager=True)._replace(settled=False)


def run(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a run: farther, but no shooting or charge this turn."""
    return _moved(game, unit, printed(game, unit).move + ROLLED + game.bonus(unit, "run"), spent=True)


def at_the_double(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate six inches in place of a die by how much better the reachable spot is."""
    move = printed(game, unit).move
    rolled = _moved(game, unit, move + ROLLED + game.bonus(unit, "run"), spent=True)
    full = _moved(game, unit, move + AT_THE_DOUBLE, spent=True)
    return Rated(full.worth - rolled.worth - PRICE * spec.cost, full.why)


def retreat(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a retreat: away from the fight, with damage, and no shooting or charge this turn."""
    moved = _moved(game, unit, printed(game, unit).move, spent=True)
    return moved._replace(worth=moved.worth - damage_worth(game, unit, HURT))


def redeploy(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a short move in the enemy's turn."""
    moved = _moved(game, unit, ROLLED)
    return moved._replace(worth=moved.worth - PRICE * spec.cost)


def power_through(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate mortal damage to a weaker enemy; the following move is extra."""
    best = max(weaker(game, unit), key=lambda each: wound_worth(game, each))
    why = _("{wounds} damage expected against {enemy}", wounds=numeral(HURT, ".1f"), enemy=best.name)
    return Rated(damage_worth(game, best, HURT) - PRICE * spec.cost, why)


def _moved(game: Game, unit: Unit, inches: float, *, spent: bool = False, eager: bool = False) -> Rated:
    """Return the gain of the best spot within some inches.

    `spent`: the unit strikes no more this turn; `eager`: it may also go near a spot without room.
    """
    outlook = Outlook(game, unit.owner, unit, spent=spent)
    lost, best = Outlook(game, unit.owner, unit).worth() - outlook.worth() if spent else 0.0, _NOWHERE
    for each in hopes(game, unit, moves(game, unit, inches, ANY_MOVE), ANY_MOVE, outlook) if inches > 0.0 else ():
        part = HOPEFUL if each.free else CROWDED if eager else 0.0
        if part * (each.gain - lost) > best[0]:
            best = part * (each.gain - lost), each
    value, hope = best
    if hope is None or value <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    why = told(game, unit, hope.ends)
    return Rated(value, why if hope.free else _("towards a better spot: {there}", there=why))
