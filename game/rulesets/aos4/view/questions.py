"""Questions about spots: where a model could attack, contest an objective or be attacked.

The model makes a Normal Move, and its unit moves along as a block.
"""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Reacher, no_tests
from game.lengths import missing
from game.rulesets.aos4.documents.catalogue import core_abilities
from game.rulesets.aos4.odds.charging import LIKELY, charge_chance
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.eligible import groups, longest_reach
from game.rulesets.aos4.rules.core.attacking import Fight as Fighting
from game.rulesets.aos4.rules.core.attacking import Shoot
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import NearAny
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.view.instruments import base_of, paths, stride, unit_of
from game.rulesets.aos4.view.preview import moved_to, off_the_table
from game.rulesets.aos4.view.threats import Coming
from game.rulesets.aos4.view.volleys import attacks_on, suffered_mean
from game.table.footprints import Footprint, Oblong, area_covered, clearance
from game.table.lattice import position
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition
from game.table.placing.rings import Never, Ring
from game.table.shapes import Bounds, Disc
from game.table.threat.threat_map import Strike
from game.table.threat.threat_region import Struck
from game.wording import N_, _, numeral, percent


def askable(game: Game, piece: str) -> Askable | None:
    """Return the enemies and objectives for questions about a model, or None if the model cannot move."""
    unit = unit_of(game, piece)
    if unit is None or piece not in unit.at or stride(game, piece) is None:
        return None
    enemies = tuple(model for enemy in game.enemies(unit) for model in enemy.at)
    return Askable(enemies, tuple(game.setup.objectives))


def ends(game: Game, piece: str, foes: Sequence[str]) -> tuple[Ends, ...]:
    """Return the possible ends of a Normal Move or Retreat (A-AB-1, A-AB-3)."""
    base, inches = _base_of(game, piece), stride(game, piece) or 0.0
    return (Ends(PathRegion((base.x, base.y), *paths(game, base, inches))),)


def _base_of(game: Game, piece: str) -> Footprint:
    base = base_of(game, piece)
    assert base is not None
    return base


def carries(game: Game, piece: str) -> float:
    """Return the shooting range of a model in inches, or 0 without one."""
    unit = unit_of(game, piece)
    return longest_reach(game, unit, game.models(unit)[piece].weapons) if unit is not None else 0.0


def engaging(game: Game, piece: str, foe: str, level: int) -> Condition:
    """Return the spots from which a model could shoot at an enemy unit, or charge it on a 7 (A-TGT-1, A-CHG-4)."""
    base = _base_of(game, piece)
    unit, enemy = unit_of(game, piece), unit_of(game, foe)
    assert unit is not None
    assert enemy is not None
    if unit.owner == enemy.owner:
        return Never(_("{other} is not an enemy of {unit}", other=enemy.name, unit=unit.name), "A-TGT-1")
    shoots = carries(game, piece)
    inches, rule = (float(shoots), "A-TGT-1") if shoots else (LIKELY + CHARGED_TO, "A-CHG-4")
    sees = game.seeing.bases if game.seeing.blockers else None
    return NearAny(game.positions.bases(enemy).footprints, inches, base, enemy.name, rule, sees)


def controlling(game: Game, piece: str, goal: str, level: int) -> Condition:
    """Return the spots on which a model contests an objective (A-OBJ-2)."""
    base, marker = _base_of(game, piece), game.setup.objectives[goal]
    unit = unit_of(game, piece)
    if (
        unit is None
        or not (game.models(unit)[piece].printed if piece in game.models(unit) else game.card(unit)).control
    ):
        return Never(_("{unit} has no Control", unit=unit.name if unit else piece), "A-OBJ-7", N_("controls nothing"))
    if isinstance(base, Oblong):
        return NearAny([marker], COMBAT_RANGE, base, _(marker.name), "A-OBJ-2")
    reach = marker.radius + base.radius + COMBAT_RANGE + TOLERANCE
    return Ring(marker._replace(name=_(marker.name)), reach, 0.0, "A-OBJ-2", N_("{amount} short of {name}"))


def controller(game: Game, goal: str) -> str:
    """Return the controller of an objective (A-OBJ-4)."""
    return game.state.control.get(goal, "")


def fight(game: Game, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
    """Return the damage of a unit's attacks on an enemy, after a move as a block with the model to (x, y)."""
    unit, enemy, base = unit_of(game, piece), unit_of(game, foe), _base_of(game, piece)
    assert unit is not None
    assert enemy is not None
    block = {
        model: position(model_x + x - base.x, model_y + y - base.y) for model, (model_x, model_y) in unit.at.items()
    }
    ranged = bool(carries(game, piece))
    with moved_to(game, unit, block):
        attackers = groups(game, unit, ranged=ranged, only=[enemy])
        attacks = attacks_on(game, core_abilities()[Shoot.id if ranged else Fighting.id], unit, attackers, NO_MODIFIER)
        damage = suffered_mean(attacks[0].odds(), attacks[0].body) if attacks else 0.0
        gap = game.positions.gap(unit, enemy)
    if attacks:
        text = _("{name}: {damage} damage on average", name=enemy.name, damage=numeral(damage, ".1f"))
        return Fight(text, damage, "A-ATK-1")
    chance = charge_chance(game, unit, gap - CHARGED_TO)
    text = _("{name}: {chance} to reach with a straight charge", name=enemy.name, chance=percent(chance))
    return Fight(text, chance, "A-CHG-2")


tests = no_tests  # a Normal Move (A-AB-1)


def reachers(game: Game, piece: str) -> tuple[Reacher, ...]:
    """Return the enemy units that could shoot at a model or charge it. The model's own unit is off the table."""
    unit = unit_of(game, piece)
    if unit is None:
        return ()
    base = _base_of(game, piece)
    with off_the_table(unit):
        return tuple(_Comer(game, base, Coming(game, enemy)) for enemy in game.enemies(unit))


class _Comer(Reacher):
    """An enemy unit that could come and shoot at a base, or charge it on the best roll."""

    def __init__(self, game: Game, base: Footprint, coming: Coming) -> None:
        self.id, self.name = coming.id, coming.name
        self._ruler, self._base, self._coming, self._seeing = game.ruler, base, coming, game.seeing

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        window, is_round = shapely.box(*box), isinstance(self._base, Disc)
        strips = [
            Struck.of(
                self._ruler,
                approach.base,
                approach.move.geometry,
                approach.n or 0.0,
                girth=self._base.radius if is_round else 0.0,
                within=window if is_round else shapely.buffer(window, self._base.radius),
            )
            for approach in self._coming.straight()
        ]
        struck = shapely.union_all([strip.region for strip in strips])
        return shapely.intersection(struck if is_round else area_covered(self._base, struck, 0.0), window)

    def reaches(self, x: float, y: float, level: int) -> bool:
        base = self._base.moved_to(x, y)
        return self._in_combat(base) or self._coming.could_strike(base)

    def _in_combat(self, there: Footprint) -> bool:
        """Return whether the unit is in combat with a base there from its current spot, so that it need not charge."""
        near = (base for base in self._coming.bases if clearance(base, there) <= COMBAT_RANGE + TOLERANCE)
        return any(self._seeing.bases(base, there) for base in near)

    def proof(self, x: float, y: float, level: int) -> Proof:
        moved_base = self._base.moved_to(x, y)
        nearest = min(self._coming.bases, key=lambda base: clearance(base, moved_base))
        if self._in_combat(moved_base):
            text = _("{enemy}: already in combat, can fight", enemy=self.name)
            return Proof(True, text, "A-RANGE-2", self._ruler.measure(moved_base, nearest))
        if strikes := self._coming.strikes(moved_base):
            receipt = self._ruler.measure(moved_base, nearest.moved_to(*strikes[0].spot))
            text = "; ".join([strikes[0].text, *(_more(strike) for strike in strikes[1:])])
            return Proof(True, text, strikes[0].rule, receipt)
        receipt, short = self._ruler.measure(moved_base, nearest), clearance(nearest, moved_base) - self._coming.far
        if short > TOLERANCE:
            text = _("{enemy}: {amount} too far", enemy=self.name, amount=missing(short))
        else:
            text = _("{enemy}: no path gets near enough", enemy=self.name)
        return Proof(False, text, "A-CHG-2", receipt)


def _more(strike: Strike) -> str:
    """Return a short text for a further attack of a unit."""
    facts = {"verb": _(strike.verb), "chance": percent(strike.chance), "needs": strike.needs}
    return _("or {verb}, {chance} (needs {needs})", **facts)
