"""What a move must come to as a whole, where walls make it matter who sees whom (A-AMB-46, A-RANGE-2).

On a table without anything that blocks sight each model tells by itself; then nothing is asked here.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.refusal import Refusal
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.positions import gaps_between
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.policy import Layout
from game.table.shapes import Disc
from game.wording import N_, _


def ending(game: Game, unit: Unit, move: Move) -> Callable[[Layout], list[Refusal]] | None:
    """Return what is against an arrangement at the end of a move, None where sight does not matter."""
    if not game.seeing.blockers() or not (move.seen or move.keeping or move.charging):
        return None

    def against(layout: Layout) -> list[Refusal]:
        bases = game.positions.bases(unit)
        discs = [disc.moved_to(*layout[model]) for model, disc in zip(bases.models, bases.discs)]
        units, ends = game.state.units, Ends(discs)
        found = []
        if move.seen:
            met = [units[each] for each in sorted(move.barred) if ends.meet(game, units[each], COMBAT_RANGE)]
            found += [_refusal(N_("in combat with {unit}"), each, move.rule) for each in met]
        lost = [units[each] for each in move.keeping if not ends.meet(game, units[each], COMBAT_RANGE)]
        found += [_refusal(N_("no longer in combat with {unit}"), each, "A-PILE-3") for each in lost]
        charged = [units[each] for each in sorted(move.charging)]
        if charged and not move.besieging and not any(ends.meet(game, each, CHARGED_TO) for each in charged):
            found.append(Refusal(_("cannot see the enemy it charges"), "A-CHG-4"))
        return found

    return against


def _refusal(text: str, unit: Unit, rule: str) -> Refusal:
    return Refusal(_(text, unit=unit.name), rule)


class Ends:
    """The bases of a unit where its move ends."""

    def __init__(self, discs: list[Disc]) -> None:
        self.discs = discs
        self.centres = np.array([(disc.x, disc.y) for disc in discs])
        self.radii = np.array([disc.radius for disc in discs])
        self.low = (self.centres - self.radii[:, None]).min(axis=0).tolist()
        self.high = (self.centres + self.radii[:, None]).max(axis=0).tolist()

    def meet(self, game: Game, other: Unit, inches: float) -> bool:
        """Return whether some base is within some inches of a unit, and some base, perhaps another, sees it."""
        there, far = game.positions.bases(other), inches + 1.0
        west, south, east, north = there.box
        if max(west - self.high[0], self.low[0] - east, south - self.high[1], self.low[1] - north) > far:
            return False
        if gaps_between(self.centres, self.radii, there.centres, there.radii).min() > inches + TOLERANCE:
            return False
        return any(game.seeing.model(disc, other) for disc in self.discs)
