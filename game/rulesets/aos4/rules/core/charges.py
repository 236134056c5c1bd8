"""The abilities Charge, Counter-Charge and Forward to Victory (A-AB-5, A-AB-18, A-AB-19, A-CHG)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from game.engine.core.decisions import ByHand as Hand
from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.core.attacking import did_not
from game.rulesets.aos4.rules.core.moves import enemy_ids, out_of_combat
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.moving.unit_moves import ask_move, has_room_beside, unit_move
from game.rulesets.aos4.rules.positions import stronghold
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Member
from game.table.path.policy import End
from game.table.path.region import PathRegion
from game.table.path.straight import is_surely_legal
from game.table.shapes import Disc, gap
from game.wording import N_, _

NO_CHARGE = "no-charge"
HIGHEST: Final = 12
"""The highest total of two dice."""
BESIDE: Final = CHARGED_TO / 2
"""The distance to an enemy in inches at which a straight path ends."""


class Charge(Ability):
    """Move up to 2D6 inches, to within half an inch of a visible enemy unit (A-AB-5, A-AMB-13)."""

    id, rule, letter = "charge", "A-AB-5", "c"
    hand: ClassVar[Hand] = "piece"
    needs = (out_of_combat, did_not("A-CHG-1", "RUN", "RETREAT"))

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return is_anybody_near(game, unit)

    def declare(self, use: Use) -> Flow:
        roll_charge(use, "charge")
        yield from ()

    def effect(self, use: Use) -> Flow:
        yield from charge_move(use)


def is_anybody_near(game: Game, unit: Unit) -> bool:
    """Return whether the highest charge roll would reach any enemy in a straight line."""
    most = max(0, HIGHEST + game.bonus(unit, "charge"))
    if any(_is_near(game, unit, enemy, most) for enemy in game.enemies(unit)):
        return True
    return bool(besieged_features(game, unit, most))


def roll_charge(use: Use, purpose: str) -> None:
    """Make a charge roll. There is no limit on its modifiers (A-CHG-2, A-DICE-6)."""
    game, unit = use.game, use.unit
    use.pool = game.throw(unit, 2, purpose)
    plus = game.bonus(unit, "charge")
    total = max(0, sum(use.pool.faces) + plus)
    use.total = game.rolled(unit, N_("charge"), use.pool, total, plus=plus, rule="A-CHG-2")


def charge_move(use: Use) -> Flow:
    """Let a unit charge as far as its roll allows, or stay (A-CHG-3, A-CHG-6, A-AMB-11, A-AMB-12)."""
    game, unit = use.game, use.unit
    if not unit.at:  # a reaction destroyed it
        return
    enemies = enemy_ids(game, unit)
    walls = besieged_features(game, unit, use.total)
    move = Move(float(use.total), "A-CHG-4", charging=enemies, besieging=walls)
    where = None if walls else _possible_charge(game, unit, move)
    if where is None and not walls:
        nobody = not any(_is_near(game, unit, enemy, use.total) for enemy in game.enemies(unit))
        nearest = game.positions.recorded_gap(unit, game.enemies(unit)) if nobody else 0.0
        game.emit(events.ReachedNobody(unit=unit.id, inches=use.total, gap=nearest, rule="A-CHG-6"))
        return
    prompt = _("Charge: move {unit} up to {inches}″", unit=unit.name, inches=use.total)
    label = of_unit("{unit} does not charge", "{unit} do not charge", unit)
    off = Option(NO_CHARGE, label, "A-CHG-6", letter="h")
    if (yield from ask_move(game, unit, move, prompt, use.spec.id, (off,), where)):
        touched = min((game.positions.gap(unit, enemy) for enemy in game.enemies(unit)), default=float("inf"))
        if walls and touched > CHARGED_TO + TOLERANCE:
            gaps = {wall.id: float(game.positions.gaps_to_feature(unit, wall).min()) for wall in walls}
            unit.besieges = min(gaps, key=gaps.__getitem__)
        game.note(unit, "charged", "turn")
        game.emit(events.Charged(unit=unit.id, rule="A-CHG-5"))


def _possible_charge(game: Game, unit: Unit, move: Move) -> UnitMove | None:
    """Return the possible charge of a unit, or None if no path of its models leads to an enemy (A-CHG-6)."""
    enemies = game.enemies(unit)
    if not any(_is_near(game, unit, enemy, move.inches) for enemy in enemies):
        return None  # no enemy is that near, by any path
    where = unit_move(game, unit, move)
    there = [disc for enemy in enemies for disc in game.positions.bases(enemy).discs]
    return where if reaches_any(where, move.inches, there) else None


def reaches_any(move: UnitMove, inches: float, enemies: Sequence[Disc]) -> bool:
    """Return whether a path of any model leads to an enemy. Straight paths are tried before a search for others."""
    near = [(member, [enemy for enemy in enemies if gap(member.disc, enemy) <= inches + CHARGED_TO + 2 * TOLERANCE])
            for member in move.policy.members]  # fmt: skip
    found = [(member, there) for member, there in near if there]
    found.sort(key=lambda each: min(gap(each[0].disc, enemy) for enemy in each[1]))
    if any(_runs_openly(member, enemy) for member, there in found for enemy in there):
        return True
    return any(_has_path(member, there) for member, there in found)


def _runs_openly(member: Member, enemy: Disc) -> bool:
    x, y, radius = member.disc[:3]
    share = 1.0 - (enemy.radius + radius + BESIDE) / math.hypot(enemy.x - x, enemy.y - y)
    at = position(x + share * (enemy.x - x), y + share * (enemy.y - y))
    assert isinstance(member.ends, PathRegion)
    return any(is_surely_legal(policy, member.ends.start, at) for policy in member.ends.policies)


def _has_path(member: Member, enemies: Sequence[Disc]) -> bool:
    assert isinstance(member.ends, PathRegion)
    beside = End(tuple(enemies), most=CHARGED_TO + TOLERANCE, rule="A-CHG-4")
    near = PathRegion(member.ends.start, *(policy.but(ends=(beside,)) for policy in member.ends.policies))
    return near.find() is not None


def _is_near(game: Game, unit: Unit, enemy: Unit, inches: float) -> bool:
    """Return whether a charge of this many inches would reach an enemy in a straight line."""
    return game.positions.within(unit, enemy, inches + CHARGED_TO + TOLERANCE)


def besieged_features(game: Game, unit: Unit, inches: int) -> tuple[Feature, ...]:
    """Return the features a unit may charge, since an enemy is wholly on them without room beside it (A-CHG-7)."""
    found: dict[str, Feature] = {}
    features = game.features()
    for enemy in game.enemies(unit):
        feature = stronghold(game.positions, features, enemy)
        if feature is None or feature.id in found or not game.seeing.units(unit, enemy):
            continue
        near = float(game.positions.gaps_to_feature(unit, feature).min()) <= inches + CHARGED_TO + TOLERANCE
        if near and not has_room_beside(game, unit, enemy, CHARGED_TO):
            found[feature.id] = feature
    return tuple(found.values())


class CounterCharge(Charge):
    """Charge in the enemy's charge phase (A-AB-18, A-CMD-5, A-CHG)."""

    id, rule, letter, hand = "counter-charge", "A-AB-18", "shift+c", ""

    def declare(self, use: Use) -> Flow:
        """Do nothing. The roll belongs to the effect, so that no reaction can change it."""
        yield from ()

    def effect(self, use: Use) -> Flow:
        roll_charge(use, "counter-charge")
        yield from charge_move(use)


class ForwardToVictory(Ability):
    """Reroll both dice of a charge roll, except for a Counter-Charge (A-AB-19, A-DICE-2, A-CMD-5, A-AMB-19)."""

    id, rule, letter = "forward-to-victory", "A-AB-19", "z"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and use.pool is not None

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        roll_charge(use.trigger, "forward to victory")
        yield from ()
