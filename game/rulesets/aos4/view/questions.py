"""Questions asked backwards, in terms of the rules: engaging is a charge, controlling is being near with enough.

What is asked about is one model; its unit stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher
from game.engine.rulebook.view import Line, percent
from game.rulesets.aos4.odds.charging import needed_by_ways
from game.rulesets.aos4.odds.roll_odds import TWO_DICE, reaching
from game.rulesets.aos4.odds.shares import mean
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.objectives import scores
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import NO_MODIFIER
from game.rulesets.aos4.view.instruments import disc_of, normal_move, stride, unit_of
from game.rulesets.aos4.view.preview import supposed
from game.rulesets.aos4.view.volleys import attacks_on
from game.table.lattice import Position
from game.table.placing.condition import Condition
from game.table.placing.rings import Never, Ring
from game.table.shapes import Bounds
from game.table.ways.region import WayRegion
from game.wording import N_, _, numeral

EVERYWHERE: Final = 1e4
"""Inches that no table has."""


def askable(game: Game, piece: str) -> Askable | None:
    """Return the enemy models on the table and the objectives; None for what does not move."""
    unit = unit_of(game, piece)
    if unit is None or piece not in unit.at or stride(game, piece) is None:
        return None
    foes = (model for enemy in game.enemies(unit) for model in enemy.at)
    return Askable(tuple(foes), tuple(game.setup.objectives))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the ends of a Normal Move, or of the longest charge at the units of some enemies (A-MOVE-7, A-CHG-4)."""
    unit = _unit(game, piece)
    move = normal_move(game, unit, stride(game, piece) or 0.0)
    if foes:
        enemies = frozenset(_unit(game, foe).id for foe in foes)
        move = Move(float(TWO_DICE.most + game.bonus(unit, "charge")), "A-CHG-4", charging=enemies)
    [found] = [each.ends for each in unit_move(game, unit, move).members if each.id == piece]
    assert isinstance(found, WayRegion)
    return (Ends(found),)


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return "within half an inch of an enemy model", where a charge ends (A-CHG-4)."""
    unit, disc, other = _unit(game, piece), disc_of(game, piece), disc_of(game, foe)
    assert disc is not None
    if other is None or _unit(game, foe).owner == unit.owner:
        return Never(_("nobody charges a friend, or who is not there"), "A-CHG-4")
    if game.in_combat(unit):
        return Never(_("{unit} are in combat: they do not charge", unit=unit.name), "A-AB-5")
    touching = disc.radius + other.radius
    named = other._replace(name=_unit(game, foe).name)
    return Ring(named, touching + CHARGED_TO, touching, "A-CHG-4", N_("{amount} too far from {name} to end a charge"))


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return where a model must be for its player to gain or keep an objective, as scores are now (A-OBJ-3)."""
    unit, marker, disc = _unit(game, piece), game.setup.objectives[goal], disc_of(game, piece)
    assert disc is not None
    if _would_control(game, unit, goal, piece, Position(-EVERYWHERE, -EVERYWHERE)):
        return Ring(marker, EVERYWHERE, rule="A-OBJ-4")
    if _would_control(game, unit, goal, piece, Position(marker.x, marker.y)):
        near = marker.radius + COMBAT_RANGE + disc.radius
        return Ring(marker, near, 0.0, "A-OBJ-2", N_("{amount} too far from {name} to contest it"))
    text = _("{objective} needs a higher control score than the enemy has there", objective=marker.name)
    return Never(text, "A-OBJ-3", N_("controls nothing"))


def _would_control(game: Game, unit: Unit, goal: str, piece: str, spot: Position) -> bool:
    """Return whether a unit's player would control an objective with one of its models at a spot."""
    with supposed(game, unit, {piece: spot}):
        found = scores(game, game.setup.objectives[goal])
    own, other = found[unit.owner], found[game.other(unit.owner)]
    return own > other or (own == other and game.state.control[goal] == unit.owner)


def controller(game: Game, goal: str) -> str:
    """Return who controls an objective (A-OBJ-4)."""
    return game.state.control[goal]


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the charge roll that brings a unit to an enemy, and the damage of a model that fights from a spot."""
    unit, enemy = _unit(game, piece), _unit(game, foe)
    needed = needed_by_ways(game, unit, enemy)
    chance = 0.0 if needed is None else reaching(needed, bonus=game.bonus(unit, "charge"))
    with supposed(game, unit, {piece: Position(x, y)}):
        found = groups(game, unit, ranged=False, only=[enemy])
        attacks = attacks_on(game, game.ability(unit.owner, "fight"), unit, found, NO_MODIFIER)
        damage = sum(mean(each.odds().allocated) for each in attacks)
    text = _(
        "charge at {name}: {chance} to come there, then {damage} damage with this model there",
        name=enemy.name,
        chance=percent(chance),
        damage=numeral(damage, ".1f"),
    )
    return Fight(text, chance * damage, "A-CHG-2")


def tests(game: Game, piece: str, x: float, y: float) -> tuple[Line, ...]:
    """Return nothing: a Normal Move goes by inches, not by dice (A-MOVE-2)."""
    return ()


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the enemy units that could charge, each by its model nearest to the piece (A-CHG-1)."""
    unit, disc = _unit(game, piece), disc_of(game, piece)
    assert disc is not None
    able = [enemy for enemy in game.enemies(unit) if stride(game, enemy.id) is not None]
    return tuple(_Charger(game, unit, piece, enemy) for enemy in able)


class _Charger(Reacher):
    """An enemy unit that could charge the unit of a model; its id is that of its model nearest to it."""

    def __init__(self, game: Game, unit: Unit, piece: str, enemy: Unit) -> None:
        self._game, self._unit, self._piece, self._enemy = game, unit, piece, enemy
        disc = disc_of(game, piece)
        assert disc is not None
        self._radius = disc.radius
        bases = game.positions.bases(enemy)
        apart = [(each.x - disc.x) ** 2 + (each.y - disc.y) ** 2 for each in bases.discs]
        self.id, self.name = bases.models[apart.index(min(apart))], enemy.name

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        far = TWO_DICE.most + self._game.bonus(self._enemy, "charge") + CHARGED_TO + self._radius
        discs = self._game.positions.bases(self._enemy).discs
        circles = [shapely.Point(disc.x, disc.y).buffer(disc.radius + far, quad_segs=24) for disc in discs]
        return shapely.intersection(shapely.union_all(circles), shapely.box(*box))

    def reaches(self, x: float, y: float, level: int) -> bool:
        return self.proof(x, y, level).reaches

    def proof(self, x: float, y: float, level: int) -> Proof:
        game, enemy, names = self._game, self._enemy, {"enemy": self.name}
        # Only the model that is asked about, as if its unit were alone there.
        at = self._unit.at
        self._unit.at = {self._piece: (x, y)}
        try:
            if game.are_in_combat(enemy, self._unit):
                return Proof(True, _("{enemy}: in combat already", **names), "A-RANGE-2")
            if game.in_combat(enemy):
                return Proof(False, _("{enemy}: in combat, does not charge", **names), "A-AB-5")
            needed = needed_by_ways(game, enemy, self._unit)
        finally:
            self._unit.at = at
        bonus = game.bonus(enemy, "charge")
        if needed is None or needed > TWO_DICE.most + bonus:
            return Proof(False, _("{enemy}: too far for a charge, or no way", **names), "A-CHG-4")
        chance = percent(reaching(needed, bonus=bonus))
        text = _("{enemy}: could charge it with a roll of {needed} ({chance})", needed=needed, chance=chance, **names)
        return Proof(True, text, "A-CHG-2")


def _unit(game: Game, piece: str) -> Unit:
    found = unit_of(game, piece)
    assert found is not None
    return found
