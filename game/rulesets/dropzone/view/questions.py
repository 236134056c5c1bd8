"""Questions asked backwards, in terms of the rules: a Move, then fire; claiming is being within 2″ of an objective."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.records import restored
from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher
from game.engine.rulebook.view import Line, percent
from game.lengths import length, missing
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.policies import budget, policies
from game.rulesets.dropzone.rules.objectives import CLAIMING, garrison_of
from game.rulesets.dropzone.rules.shooting.declaring import fire_at
from game.rulesets.dropzone.rules.shooting.fires import Fire
from game.rulesets.dropzone.rules.shooting.legal import sighted, why_silent
from game.rulesets.dropzone.rules.state import Objective, Unit
from game.rulesets.dropzone.view.supposing import inches_to, moved_to
from game.rulesets.dropzone.view.table import objective_name
from game.rulesets.dropzone.view.threats import Coming, comers
from game.table.facing import facing_towards
from game.table.lattice import LATTICE_STEP
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition
from game.table.placing.rings import Never, Ring
from game.table.shapes import Bounds, Disc
from game.table.threat.threat_region import Struck
from game.wording import N_, _, numeral


def askable(game: Game, piece: str) -> Askable | None:
    """Return the enemy units on the table, and the objectives that lie there, or None unless it is a unit there."""
    unit = game.state.units.get(piece)
    if unit is None or not unit.on_table or not game.left(unit):
        return None
    foes = tuple(each.id for each in game.on_table() if each.owner != unit.owner)
    goals = (each for each in game.state.objectives.values() if not each.removed and not each.carrier)
    return Askable(foes, tuple(each.id for each in goals))


def _path(game: Game, unit: Unit) -> PathRegion:
    return PathRegion((unit.x, unit.y), *policies(game, unit, budget(game, unit)))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the ends of a Move (D-MOVE-1, D-AIR-2)."""
    return (Ends(_path(game, game.state.units[piece])),)


# -- firing


def fires(game: Game, unit: Unit, foe: Unit) -> list[Fire]:
    """Return the fire of every weapon that a unit may fire at another from where it is, turned to it (D-MOVE-2)."""
    found = []
    for weapon in game.sheet(unit).weapons:
        with restored([unit], "facing", "turned"):
            if not weapon.cq and _could_fire(game, unit, weapon, foe):
                found.append(fire_at(game, unit, weapon, foe))
    return found


def _could_fire(game: Game, unit: Unit, weapon: WeaponDocument, foe: Unit) -> bool:
    """Return whether a unit may fire a weapon as it stands, or else when it has turned to the target."""
    if why_silent(game, unit, weapon) is not None:
        return False
    rules = [each.rule for each in sighted(game, unit, weapon, foe).refusals]
    if rules != ["D-SHOOT-8"]:
        return not rules
    unit.facing, unit.turned = facing_towards(foe.x - unit.x, foe.y - unit.y), True
    return why_silent(game, unit, weapon) is None and not sighted(game, unit, weapon, foe).refusals


class CanFire(Condition):
    """The end of a move from which a unit could then fire at another: in range, in sight, not too far gone."""

    costly, rule, cause = True, "D-SHOOT-3", N_("could not fire")

    def __init__(self, game: Game, unit: Unit, foe: Unit) -> None:
        self._game, self._unit, self._foe, self._path = game, unit, foe, _path(game, unit)
        target = game.sheet(foe)
        weapons = [each for each in game.sheet(unit).weapons if not each.cq]
        reach = max((each.range_to(countered=target.active) for each in weapons), default=0.0) + target.spread
        across = math.hypot(game.ruler.battlefield.width, game.ruler.battlefield.height)
        self.most = min(across, reach)
        self.bounds = foe.x - self.most, foe.y - self.most, foe.x + self.most, foe.y + self.most
        self._known: dict[tuple[float, float], bool] = {}

    def _off(self, x: float, y: float) -> float:
        return math.dist((x, y), (self._foe.x, self._foe.y))

    def allows(self, x: float, y: float) -> bool:
        if (x, y) not in self._known:
            self._known[x, y] = self._off(x, y) <= self.most + self._game.ruler.policy.tolerance and self._fires(x, y)
        return self._known[x, y]

    def _fires(self, x: float, y: float) -> bool:
        inches = inches_to(self._unit, self._path, x, y)
        with moved_to(self._unit, x, y, inches):
            return bool(fires(self._game, self._unit, self._foe))

    def short_by(self, x: float, y: float) -> float:
        return 0.0 if self.allows(x, y) else max(self._off(x, y) - self.most, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        if self._off(x, y) > self.most:
            return _("{amount} out of range of {name}", amount=missing(short), name=self._foe.name)
        return _("no weapon could fire at {name} from there", name=self._foe.name)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return shapely.Point(self._foe.x, self._foe.y).buffer(self.most, quad_segs=32)


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return where a unit could fire at an enemy after a Move (D-SHOOT-3 to D-SHOOT-10)."""
    unit, other = game.state.units[piece], game.state.units[foe]
    if unit.owner == other.owner:
        return Never(_("{other} is not an enemy of {unit}", other=other.name, unit=unit.name), "D-CORE-9")
    if all(each.cq for each in game.sheet(unit).weapons):
        return Never(_("{unit} has no ranged weapons", unit=unit.name), "D-SHOOT-2")
    return CanFire(game, unit, other)


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the damage of a unit's fire at another after a Move to a spot (D-SHOOT-12 to D-SHOOT-20)."""
    unit, other = game.state.units[piece], game.state.units[foe]
    with moved_to(unit, x, y, inches_to(unit, _path(game, unit), x, y)):
        harm = fire_odds(game, fires(game, unit, other)).units.get(foe)
    if harm is None:
        return Fight(_("{name}: no weapon could fire", name=other.name), 0.0, "D-SHOOT-3")
    facts = {"name": other.name, "damage": numeral(harm.lost, ".1f"), "chance": percent(harm.destroyed)}
    return Fight(_("{name}: {damage} damage on average, destroyed {chance}", **facts), harm.lost, "D-SHOOT-15")


# -- objectives


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return where a unit claims an objective, or may search it (D-OBJ-2, D-OBJ-3, D-OBJ-5, D-OBJ-14)."""
    unit, objective = game.state.units[piece], game.state.objectives[goal]
    name, sheet = objective_name(game, objective), game.sheet(unit)
    if not sheet.takes_objectives:
        return Never(_("{unit} claims no objectives", unit=unit.name), "D-OBJ-14", N_("claims nothing"))
    if garrison_of(game, objective) is not None:
        return Never(_("{name} is in a Garrison: only units inside claim it", name=name), "D-OBJ-2",
                     N_("claims nothing"))  # fmt: skip
    return _near(game, objective, name)


def _near(game: Game, objective: Objective, name: str) -> Ring:
    rule = "D-OBJ-5" if objective.hidden else "D-OBJ-3"
    around = Disc(objective.x, objective.y, 0.0, name)
    return Ring(around, CLAIMING + game.ruler.policy.tolerance, 0.0, rule, N_("{amount} short of {name}"))


def controller(game: Game, goal: str) -> str:
    """Return who claims an objective (D-OBJ-3)."""
    return game.state.objectives[goal].claimed_by


def tests(game: Game, piece: str, x: float, y: float) -> tuple[Line, ...]:
    """Return nothing: a Move goes by inches, not by dice (D-MOVE-1)."""
    return ()


# -- who could reach it


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the enemy units with weapons for it: reaching is having it in range after a Move of theirs."""
    unit = game.state.units[piece]
    return tuple(_Comer(game, unit, each) for each in comers(game, unit.owner, unit) if each.ways)


class _Comer(Reacher):
    """An enemy unit that could come and have a unit in range."""

    def __init__(self, game: Game, unit: Unit, coming: Coming) -> None:
        self.id, self.name = coming.id, coming.name
        self._ruler, self._disc, self._coming = game.ruler, game.disc(unit), coming

    @cached_property
    def _everywhere(self) -> BaseGeometry:
        return shapely.union_all([*self._regions()])

    def _regions(self) -> Iterator[BaseGeometry]:
        for each in self._coming.approaches:
            yield Struck.of(self._ruler, each.base, each.move.geometry, each.n or 0.0).region

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        return shapely.intersection(self._everywhere, shapely.box(*box))

    def reaches(self, x: float, y: float, level: int) -> bool:
        return self._coming.could_strike(self._disc.moved_to(x, y))

    def proof(self, x: float, y: float, level: int) -> Proof:
        there = self._disc.moved_to(x, y)
        strikes = self._coming.strikes(there)
        if strikes:
            receipt = self._ruler.measure(there, self._coming.disc.moved_to(*strikes[0].spot))
            return Proof(True, strikes[0].text, strikes[0].rule, receipt)
        short = math.dist(there[:2], self._coming.disc[:2]) - self._coming.far
        text = _("{enemy}: no path gets near enough", enemy=self.name)
        if short > LATTICE_STEP:
            text = _("{enemy}: {amount} out of range", enemy=self.name, amount=length(short, 1))
        return Proof(False, text, "D-SHOOT-10", self._ruler.measure(there, self._coming.disc))
