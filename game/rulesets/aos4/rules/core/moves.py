"""Moves of the movement phase, in one's own turn and in the enemy's; Power Through (A-AB-1 to A-AB-3, A-AB-15, …)."""

from __future__ import annotations

import math
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Later
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.rules.abilities import Ability
from game.rulesets.aos4.rules.attacks.amounts import worth
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.carry_out import ask_move
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.rules.use import Use
from game.table.layout.moving import UnitMove, block_move
from game.wording import N_, _

STAY = "stay"
OUT: Final = (0.99, 0.6)
"""How far a unit in combat is moved as a block to see whether it gets out, as shares of its inches."""


def stay(unit: Unit) -> Option:
    """Return the option that no model moves."""
    label = of_unit("{unit} stays where it is", "{unit} stay where they are", unit)
    return Option(STAY, label, "A-MOVE-1", letter="h", stays=True)


def out_of_combat(game: Game, unit: Unit) -> Refusal | None:
    """Return why a unit in combat cannot do what only units out of combat may do."""
    found = game.fought_by(unit)
    if not found:
        return None
    enemies = ", ".join(each.name for each in found)
    text = of_unit("{unit} is in combat with {enemies}", "{unit} are in combat with {enemies}", unit, enemies=enemies)
    return Refusal(text, "A-RANGE-2")


def inches_of(game: Game, unit: Unit, purpose: str) -> int:
    """Return a unit's Move; a random one is rolled now (A-MOVE-8)."""
    move = amount(game.card(unit).move or "0")
    thrown = 0
    if move.is_random:
        pool = game.throw(unit, move.count, f"move {purpose}")
        thrown = sum(worth(move, face) for face in pool.faces)
        game.rolled(unit, N_("move"), pool, thrown + move.plus, plus=move.plus)
    return max(0, thrown + move.plus + game.bonus(unit, "move"))


def everybody(game: Game, unit: Unit) -> frozenset[str]:
    """Return the ids of all enemy units of a unit; faction terrain is not one (A-CHG-8)."""
    return frozenset(enemy.id for enemy in game.enemies(unit))


class NormalMove(Ability):
    """A-AB-1: up to Move, never into combat."""

    id, rule, letter, hand, needs = "normal-move", "A-AB-1", "v", "ground", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        inches = inches_of(game, unit, use.spec.id)
        move = Move(float(inches), "A-MOVE-7", barred=everybody(game, unit))
        prompt = _("Move {unit} up to {inches}″", unit=unit.name, inches=inches)
        yield from ask_move(game, unit, move, prompt, use.spec.id, (stay(unit),))


class Run(Ability):
    """A-AB-2: up to Move and a die, or six in its place; no shooting and no charge this turn."""

    id, rule, letter, needs = "run", "A-AB-2", "u", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        more = use.inches or run_roll(game, unit)
        inches = inches_of(game, unit, use.spec.id) + more
        move = Move(float(inches), "A-MOVE-7", barred=everybody(game, unit))
        prompt = _("Run: move {unit} up to {inches}″", unit=unit.name, inches=inches)
        yield from ask_move(game, unit, move, prompt, use.spec.id, (stay(unit),))


def run_roll(game: Game, unit: Unit) -> int:
    """Make a run roll (A-AB-2)."""
    pool, plus = game.throw(unit, 1, "run"), game.bonus(unit, "run")
    return game.rolled(unit, N_("run"), pool, max(0, pool.faces[0] + plus), plus=plus, rule="A-AB-2")


class AtTheDouble(Ability):
    """A-AB-16, A-CMD-5: six inches in place of a run roll."""

    id, rule, letter = "at-the-double", "A-AB-16", "shift+u"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and use.spec.id == Run.id

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        use.trigger.inches = AT_THE_DOUBLE
        yield from ()


class Retreat(Ability):
    """A-AB-3: D3 mortal damage, then up to Move, out of all combat ranges; a unit that cannot may stay (A-AMB-45)."""

    id, rule, letter, hand = "retreat", "A-AB-3", "t", "ground"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if game.in_combat(unit):
            return None
        text = of_unit("{unit} is not in combat", "{unit} are not in combat", unit)
        return Refusal(text, "A-AB-3")

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        yield from mortal_damage(game, unit, game.throw_d3(unit, N_("retreat")), "retreat damage")
        if not unit.on_table:
            return
        inches = inches_of(game, unit, use.spec.id)
        move = Move(float(inches), "A-AB-3", ending=everybody(game, unit), seen=False)
        where = unit_move(game, unit, move)
        prompt = _("Retreat: move {unit} up to {inches}″, out of all combat ranges", unit=unit.name, inches=inches)
        # Finding no path out proves nothing: a player who sees one may still draw it.
        others = Later(lambda: () if _gets_out(where, float(inches)) else (_caught(unit),), lambda: len(game.events))
        yield from ask_move(game, unit, move, prompt, use.spec.id, others, where)


def _gets_out(where: UnitMove, inches: float) -> bool:
    """Return whether a path out of combat is found: as a block, which usually works, or by a search."""
    turns = [number * math.pi / 6 for number in range(12)]
    shifts = [(share * inches * math.cos(turn), share * inches * math.sin(turn)) for share in OUT for turn in turns]
    return block_move(where, shifts) is not None or where.nearest(where.starts) is not None


def _caught(unit: Unit) -> Option:
    """Return the option that a unit stays in combat, since no path out was found (A-AB-3)."""
    label = of_unit(
        "{unit} stays: no path out of combat was found", "{unit} stay: no path out of combat was found", unit
    )
    return Option(STAY, label, "A-AB-3", letter="h", stays=True)


class Redeploy(Ability):
    """A-AB-15, A-CMD-5: up to D6 inches in the enemy's movement phase, through no combat range."""

    id, rule, letter, hand, needs = "redeploy", "A-AB-15", "l", "ground", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        pool = game.throw(unit, 1, "redeploy")
        inches = game.rolled(unit, N_("redeploy"), pool, pool.faces[0], rule=self.rule)
        move = Move(float(inches), "A-AB-15", barred=everybody(game, unit), seen=False)
        prompt = _("Redeploy: move {unit} up to {inches}″", unit=unit.name, inches=inches)
        yield from ask_move(game, unit, move, prompt, use.spec.id, (stay(unit),))


class PowerThrough(Ability):
    """A-AB-22, A-CMD-5: D3 mortal damage to a weaker enemy in combat, then a move through those it fights."""

    id, rule, letter = "power-through", "A-AB-22", "shift+p"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not game.charged(unit):
            text = of_unit("{unit} has not charged this turn", "{unit} have not charged this turn", unit)
            return Refusal(text, self.rule)
        if not weaker(game, unit):
            text = of_unit(
                "{unit} is not in combat with an enemy of lower Health",
                "{unit} are not in combat with an enemy of lower Health",
                unit,
            )
            return Refusal(text, self.rule)
        return None

    def declare(self, use: Use) -> Flow:
        targets = weaker(use.game, use.unit)
        prompt = _("Power Through: choose a target for {unit}", unit=use.unit.name)
        use.targets = [(yield from pick_unit(use, targets, prompt, self.rule))]

    def effect(self, use: Use) -> Flow:
        game, unit, [target] = use.game, use.unit, use.targets
        yield from mortal_damage(game, target, game.throw_d3(unit, N_("power through")), "power through damage")
        if not unit.on_table:
            return
        fought = {each.id for each in game.fought_by(unit)}
        inches = inches_of(game, unit, use.spec.id)
        move = Move(float(inches), self.rule, barred=everybody(game, unit) - fought, seen=False)
        prompt = _("Power Through: move {unit} up to {inches}″", unit=unit.name, inches=inches)
        yield from ask_move(game, unit, move, prompt, use.spec.id, (stay(unit),))


def weaker(game: Game, unit: Unit) -> list[Unit]:
    """Return the enemy units in combat with a unit that have less Health (A-AB-22)."""
    health = game.card(unit).health
    return [each for each in game.fought_by(unit) if game.card(each).health < health]


def pick_unit(use: Use, units: list[Unit], prompt: str, rule: str) -> Asking[Unit]:
    """Ask for one of some units if there are several."""
    if len(units) == 1:
        return units[0]
    options = [Option(each.id, each.name, rule, tuple(each.at), hand="piece") for each in units]
    answer = yield Choose(player=use.player, prompt=prompt, rule=rule, about=use.unit.id, options=options)
    return use.game.state.units[answer]
