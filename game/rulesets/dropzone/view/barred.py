"""Why a squad cannot shoot at an enemy or at scenery now."""

from __future__ import annotations

from collections.abc import Sequence

from game.refusal import Refusal, each_said
from game.rulesets.dropzone.rules.activation import why_not_shoot
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.legal import why_not_scenery, why_silent
from game.rulesets.dropzone.rules.shooting.offering import why_not_at
from game.wording import _


def bars(game: Game, attacker: str, target: str) -> Sequence[Refusal]:
    """Return why each weapon of a squad cannot fire at the squad of a unit; none if any weapon can (D-SHOOT-3).

    At scenery, it is why the weapon whose target is asked for cannot fire.
    """
    if piece := game.piece(target):
        return _at_scenery(game, piece)
    squad, unit = game.state.squads.get(attacker), game.state.units.get(target)
    if squad is None or unit is None or not game.present(squad) or unit.owner == squad.owner:
        return ()
    if refusal := why_not_shoot(game, squad):
        return (refusal,)
    targets, causes = game.present(game.squad_of(unit)), dict[str, Refusal]()  # by weapon
    for shooter in game.present(squad):
        for weapon in game.sheet(shooter).weapons if targets else ():
            if weapon.cq:
                continue
            refusal = why_silent(game, shooter, weapon) or why_not_at(game, shooter, weapon, targets)
            if refusal is None:
                return ()
            causes.setdefault(weapon.name, refusal)
    if targets and not causes:
        return (Refusal(_("it has no ranged weapon"), "D-SHOOT-2"),)
    return each_said(causes)


def _at_scenery(game: Game, piece: Feature) -> Sequence[Refusal]:
    """Return why the weapon whose target is asked for cannot fire at a piece; none if it can, or if none is asked."""
    if game.firing is None:
        return ()
    unit, weapon = game.firing.waiting[0]
    refusal = why_not_scenery(game, unit, weapon, piece)
    return each_said({weapon.name: refusal}) if refusal is not None else ()
