"""Resolving a squad's fire: hits, damage, saves; one Shoot action counts at once (D-SHOOT-13 to D-SHOOT-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.core.flow import Flow
from game.engine.core.pools import Pool
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.numbers import Aim, saved
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.perishing import perish


@dataclass
class Fire:
    """A weapon of a unit with a locked target; `focused` are the extra Energies of its hits (D-SPEC-FOC)."""

    unit: Unit
    weapon: WeaponDocument
    target: Unit
    aim: Aim
    volley: int = 1

    @property
    def purpose(self) -> str:
        """What its dice are for."""
        return f"{self.weapon.name}/{self.target.id}/{self.volley}"


def resolve(game: Game, fires: Sequence[Fire]) -> Flow:
    """Resolve the fire of one action; destroyed units leave after all of it (D-SHOOT-21)."""
    damage: Counter[str] = Counter()
    for fire in fires:
        damage[fire.target.id] += resolve_one(game, fire)
        if fire.weapon.name not in fire.unit.fired:
            fire.unit.fired = [*fire.unit.fired, fire.weapon.name]
    for identity, points in damage.items():
        game.damage(game.state.units[identity], points, "D-SHOOT-20")
    hit = [game.state.units[identity] for identity in damage]
    yield from perish(game, [unit for unit in hit if not game.left(unit)], "D-SHOOT-21")


def resolve_one(game: Game, fire: Fire, energies: Sequence[int] | None = None) -> int:
    """Roll a weapon's hits, damage and saves; return the Damage that comes through.

    `energies` are those of its hits if they were focused, in place of one for each hit.
    """
    aim, unit = fire.aim, fire.unit
    hits = _rolled(game, fire, "hit", aim.shots if aim.needed is not None else 0)
    struck = [face for face in hits.faces if aim.hits(face)]
    automatic = sum(aim.destroys(face) for face in struck)
    count = aim.shots if aim.needed is None else len(struck) - automatic
    each = [aim.energy] * count if energies is None else [*energies]
    damage = _rolled(game, fire, "damage", len(each))
    done = automatic * aim.destruction
    done += sum(aim.damage(face, energy) for face, energy in zip(damage.faces, each, strict=True))
    saves = _rolled(game, fire, "save", done if aim.save else 0)
    left = max(0, done - saved(saves.faces, aim.save)) if aim.save else done
    game.emit(
        events.Shot(
            unit=unit.id,
            weapon=fire.weapon.name,
            target=fire.target.id,
            needed=aim.needed or 0,
            hits=hits,
            damage=damage,
            saves=saves,
            points=left,
            rule="D-SHOOT-1",
        )
    )
    return left


def _rolled(game: Game, fire: Fire, what: str, count: int) -> Pool:
    who = fire.target if what == "save" else fire.unit
    return game.throw(f"{what} {fire.purpose}", count, who)
