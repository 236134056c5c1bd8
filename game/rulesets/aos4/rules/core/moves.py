"""The abilities of the movement phase, and Power Through (A-AB-1 to A-AB-3, A-AB-15, …)."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.engine.core.options import Later
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.attacks.batch import worth
from game.rulesets.aos4.rules.attacks.damaging import mortal_damage
from game.rulesets.aos4.rules.attacks.volleys import pick_unit
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import Move, ask_move, enemy_ids, unit_move
from game.rulesets.aos4.rules.rerolls import wants_reroll
from game.rulesets.aos4.rules.rulings import AT_THE_DOUBLE
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.table.layout.moving import UnitMove, block_move
from game.wording import N_, _

STAY = "stay"
OUT: Final = (0.99, 0.6)
"""Distances tried for moves of a whole unit out of combat, as shares of its movement."""


def stay(unit: Unit) -> Option:
    """Return the option to leave all models in place."""
    label = of_unit("{unit} stays where it is", "{unit} stay where they are", unit)
    return Option(STAY, label, "A-MOVE-1", letter="h", stays=True)


def out_of_combat(game: Game, unit: Unit) -> Refusal | None:
    """Return a refusal if a unit is in combat, else None."""
    fought = game.fought_by(unit)
    if not fought:
        return None
    enemies = ", ".join(enemy.name for enemy in fought)
    text = of_unit("{unit} is in combat with {enemies}", "{unit} are in combat with {enemies}", unit, enemies=enemies)
    return Refusal(text, "A-RANGE-2")


def move_of(game: Game, unit: Unit) -> Amount:
    """Return a unit's Move, printed or replaced by an effect, before additions."""
    replaced = [influence.keyword for influence in game.influences(unit, "move set")]
    return amount(replaced[-1] if replaced else mixed.move(game, unit) or "0")


def inches_of(game: Game, unit: Unit, purpose: str) -> int:
    """Return a unit's Move in inches. A random Move is rolled (A-MOVE-8)."""
    move, thrown = move_of(game, unit), 0
    if move.is_random:
        pool = game.throw(unit, move.count, f"move {purpose}")
        thrown = sum(worth(move, face) for face in pool.faces)
        game.rolled(unit, N_("move"), pool, thrown + move.plus, plus=move.plus)
    return with_effects(game, unit, thrown + move.plus)


def with_effects(game: Game, unit: Unit, inches: int) -> int:
    """Return a Move with all effects. Halving comes before additions (A-DICE-8)."""
    return max(0, (inches // 2 if game.bonus(unit, "half move") > 0 else inches) + game.bonus(unit, "move"))


def free_move(
    use: Use, inches: int, prompt: str, rule: str = "A-MOVE-7", *, through: Collection[str] = (), seen: bool = True
) -> Flow:
    """Let a unit move up to some inches, or stay. It may enter the combat ranges only of the enemies in `through`."""
    game, unit = use.game, use.unit
    move = Move(float(inches), rule, barred=enemy_ids(game, unit).difference(through), seen=seen)
    yield from ask_move(game, unit, move, _(prompt, unit=unit.name, inches=inches), use.spec.id, (stay(unit),))


class NormalMove(Ability):
    """Move up to the Move characteristic, never into combat (A-AB-1)."""

    id, rule, letter, hand, needs = "normal-move", "A-AB-1", "v", "ground", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        yield from free_move(use, inches_of(use.game, use.unit, use.spec.id), N_("Move {unit} up to {inches}″"))


class Run(Ability):
    """Move farther by a die, or by 6 inches, without shooting or charging this turn (A-AB-2)."""

    id, rule, letter, needs = "run", "A-AB-2", "u", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        run_inches = use.inches or run_roll(game, unit)
        if not use.inches and (yield from wants_reroll(game, unit, "run", run_inches)):
            run_inches = run_roll(game, unit, "run again")
        inches = inches_of(game, unit, use.spec.id) + run_inches
        yield from free_move(use, inches, N_("Run: move {unit} up to {inches}″"))


def run_dice(game: Game, unit: Unit) -> Amount:
    """Return the dice of a unit's run rolls (A-AB-2)."""
    dropped = int(game.bonus(unit, "best run") > 0)
    return Amount(1 + dropped, dropped=dropped)


def run_roll(game: Game, unit: Unit, purpose: str = "run") -> int:
    """Make a run roll (A-AB-2)."""
    pool, plus = game.throw(unit, run_dice(game, unit).count, purpose), game.bonus(unit, "run")
    face = max(*pool.faces, game.bonus(unit, "least run"))
    return game.rolled(unit, N_("run"), pool, max(0, face + plus), plus=plus, rule="A-AB-2")


class AtTheDouble(Ability):
    """Add 6 inches to a run in place of a run roll (A-AB-16, A-CMD-5)."""

    id, rule, letter = "at-the-double", "A-AB-16", "shift+u"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and use.spec.id == Run.id

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        use.trigger.inches = AT_THE_DOUBLE
        yield from ()


class Retreat(Ability):
    """Suffer D3 mortal damage, then move out of combat, or stay if no path leads out (A-AB-3, A-AMB-45)."""

    id, rule, letter, hand = "retreat", "A-AB-3", "t", "ground"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if game.in_combat(unit):
            return None
        text = of_unit("{unit} is not in combat", "{unit} are not in combat", unit)
        return Refusal(text, "A-AB-3")

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        if not game.bonus(unit, "safe retreat"):
            yield from mortal_damage(game, unit, game.throw_d3(unit, N_("retreat")), "retreat damage")
        if not unit.on_table:
            return
        inches = inches_of(game, unit, use.spec.id)
        move = Move(float(inches), "A-AB-3", ending=enemy_ids(game, unit), seen=False)
        legal_moves = unit_move(game, unit, move)
        prompt = _("Retreat: move {unit} up to {inches}″, out of all combat ranges", unit=unit.name, inches=inches)
        # The search may miss a path out of combat, so a player can still draw one.
        shortcuts = Later(
            lambda: () if _finds_way_out(legal_moves, float(inches)) else (_caught_option(unit),),
            lambda: len(game.events),
        )
        yield from ask_move(game, unit, move, prompt, use.spec.id, shortcuts, legal_moves)


def _finds_way_out(where: UnitMove, inches: float) -> bool:
    """Return whether the program finds a path out of combat for the unit, as a whole or by a search."""
    turns = [number * math.pi / 6 for number in range(12)]
    shifts = [(share * inches * math.cos(turn), share * inches * math.sin(turn)) for share in OUT for turn in turns]
    return block_move(where, shifts) is not None or where.nearest(where.starts) is not None


def _caught_option(unit: Unit) -> Option:
    """Return the option to stay in combat because no path out was found (A-AB-3)."""
    label = of_unit(
        "{unit} stays: no path out of combat was found", "{unit} stay: no path out of combat was found", unit
    )
    return Option(STAY, label, "A-AB-3", letter="h", stays=True)


class Redeploy(Ability):
    """Move up to D6 inches in the enemy's movement phase, through no combat range (A-AB-15, A-CMD-5)."""

    id, rule, letter, hand, needs = "redeploy", "A-AB-15", "l", "ground", (out_of_combat,)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        pool = game.throw(unit, 1, "redeploy")
        least = game.bonus(unit, "least redeploy")
        inches = game.rolled(unit, N_("redeploy"), pool, max(pool.faces[0], least), rule=self.rule)
        yield from free_move(use, inches, N_("Redeploy: move {unit} up to {inches}″"), self.rule, seen=False)


class PowerThrough(Ability):
    """Inflict D3 mortal damage on a weaker enemy, then move through the enemies in combat (A-AB-22, A-CMD-5)."""

    id, rule, letter = "power-through", "A-AB-22", "shift+p"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not game.charged(unit):
            text = of_unit("{unit} has not charged this turn", "{unit} have not charged this turn", unit)
            return Refusal(text, self.rule)
        if not weaker_enemies(game, unit):
            text = of_unit(
                "{unit} is not in combat with an enemy of lower Health",
                "{unit} are not in combat with an enemy of lower Health",
                unit,
            )
            return Refusal(text, self.rule)
        return None

    def declare(self, use: Use) -> Flow:
        targets = weaker_enemies(use.game, use.unit)
        prompt = _("Power Through: choose a target for {unit}", unit=use.unit.name)
        use.targets = [(yield from pick_unit(use.game, use.unit, targets, prompt, self.rule))]

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        for target in use.targets:  # none if a reaction ignores it
            yield from mortal_damage(game, target, game.throw_d3(unit, N_("power through")), "power through damage")
        if not unit.on_table:
            return
        inches, fought = inches_of(game, unit, use.spec.id), {enemy.id for enemy in game.fought_by(unit)}
        prompt = N_("Power Through: move {unit} up to {inches}″")
        yield from free_move(use, inches, prompt, self.rule, through=fought, seen=False)


def weaker_enemies(game: Game, unit: Unit) -> list[Unit]:
    """Return the enemies in combat with a unit that have less Health than the unit (A-AB-22)."""
    health = mixed.health(game, unit)
    return [enemy for enemy in game.fought_by(unit) if mixed.health(game, enemy) < health]
