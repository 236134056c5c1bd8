"""The fire of a whole squad at another one: which weapon aims at which of its units (D-SHOOT-5)."""

from __future__ import annotations

from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.declaring import fire_at, stands_in, weapons
from game.rulesets.dropzone.rules.shooting.fires import Fire
from game.rulesets.dropzone.rules.shooting.legal import sighted
from game.rulesets.dropzone.rules.state import Squad, Unit


def fire_at_squad(game: Game, squad: Squad, foe: Squad) -> list[Fire]:
    """Return the fire of every weapon of a squad that reaches another squad.

    Each aims at the unit that is likeliest to fall to it, as long as that is not expected to be destroyed already.
    """
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in weapons(game, unit):
            if stands_in(fires, unit, weapon):
                continue
            there = [each for each in game.present(foe) if not sighted(game, unit, weapon, each).refusals]
            if there:
                fires.append(max((fire_at(game, unit, weapon, each) for each in there),
                                 key=lambda fire: _added(game, fires, fire)))  # fmt: skip
    return fires


def _added(game: Game, fires: list[Fire], fire: Fire) -> float:
    """Return by how much a shot raises the chance to destroy its target, and by a little the damage."""
    assert isinstance(fire.target, Unit)
    name = fire.target.id
    same = [each for each in fires if each.target is fire.target]
    after, before = fire_odds(game, [*same, fire]).units.get(name), fire_odds(game, same).units.get(name)
    if after is None:
        return 0.0
    known = (before.destroyed, before.lost) if before is not None else (0.0, 0.0)
    return after.destroyed - known[0] + (after.lost - known[1]) / 10
