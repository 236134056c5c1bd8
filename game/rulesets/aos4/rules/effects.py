"""The effects that army packs give to abilities: each has an id, by which the documents name it (A-IMP-9).

A document names the first effect of an ability by `handler` and `params`, and further ones by `also`; together these
are its steps. Parameters also limit the users and targets; `params.COMMON` lists those that every effect understands.
Imports abilities, attacks and moving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, cast

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.windows import PASS
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import POWERS, AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.abilities import REGISTRY, Ability, Use, current
from game.rulesets.aos4.rules.abilities.resolving import AFTERWARDS, use_ability, why_not
from game.rulesets.aos4.rules.attacks.batch import worth
from game.rulesets.aos4.rules.attacks.damaging import AS_IT_DIES, casualties, fell, inflict, mortal_damage
from game.rulesets.aos4.rules.attacks.volleys import pick_unit
from game.rulesets.aos4.rules.conditions import (
    ABILITY,
    Params,
    are_of_one_regiment,
    charge_note,
    is_for_each,
    is_for_itself,
    is_target,
    may_work,
    meets,
    names,
)
from game.rulesets.aos4.rules.core.attacking import Fight, charge_faces, pile_in
from game.rulesets.aos4.rules.core.moves import inches_of, stay
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import heal, is_hurt, return_models
from game.rulesets.aos4.rules.magic import CASTING_DICE, change_ritual, is_cast
from game.rulesets.aos4.rules.moving.unit_moves import (
    Move,
    ask_move,
    ask_set_up,
    enemy_ids,
    set_up_again,
    summoned_near,
)
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.setup import AURA
from game.rulesets.aos4.rules.state import Effect, Unit, Until
from game.table.layout.setting_up import SetUp
from game.wording import _

ENOUGH = "enough"


class Targeted(Ability):
    """An effect on units that the player chooses, or on all units that fit (A-MAG-9).

    `in_order` says whether the order of several targets matters.
    """

    in_order: ClassVar[bool] = False

    def users(self, game: Game, player: str, spec: AbilityDocument) -> Iterator[Unit]:
        """Yield the possible users. For an ability of the whole army, this is one unit, the general if possible."""
        units, needs = super().users(game, player, spec), spec.params
        if spec.used_by or spec.kind in POWERS or not is_armys(needs):
            yield from units
        else:
            yield from sorted(units, key=lambda unit: not game.card(unit).general)[:1]

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not may_work(game, unit, spec.params):
            return Refusal(_("{unit} does not meet the conditions of this ability", unit=unit.name), "A-ABIL-2")
        if params.AND_SELF.of(spec.params) or _is_late(spec.params) or targets(game, spec, unit):
            return None
        return Refusal(_("no target for {ability} in range", ability=_(spec.name)), "A-ABIL-4")

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether any step could change anything. A prayer always matters, since it can be banked (A-PRAY-3)."""
        return spec.kind == "prayer" or any(
            effect_of(step.handler).works(game, spec, step.params, unit) for step in spec.steps
        )

    def works(self, game: Game, spec: AbilityDocument, needs: Params, unit: Unit) -> bool:
        """Return whether the effect with its parameters could change anything."""
        return True

    def declare(self, use: Use) -> Flow:
        if not _is_late(use.spec.params):
            yield from self._pick(use)

    def _pick(self, use: Use) -> Flow:
        """Let the player pick the targets."""
        candidates, needs = targets(use.game, use.spec, use.unit), use.spec.params
        if params.AND_SELF.of(needs):
            use.targets = [use.unit]
            for _number in range(params.TARGET_COUNT.of(needs)):
                if not (yield from self._add_target(use)):
                    break
            return
        if is_for_each(needs) and not any(effect_of(step.handler).in_order for step in use.spec.steps):
            use.targets = candidates
            return
        if is_for_each(needs):
            while candidates:  # in the order that the player chooses (A-ABIL-7, A-DMG-9)
                prompt = _("Choose the next target")
                use.targets.append((yield from pick_unit(use.game, use.unit, candidates, prompt, "A-ABIL-7")))
                candidates.remove(use.targets[-1])
            return
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        use.targets = [(yield from pick_unit(use.game, use.unit, candidates, prompt, "A-ABIL-4"))]
        for _number in range(1, params.TARGET_COUNT.of(needs)):
            if not (yield from self._add_target(use)):
                break

    def _add_target(self, use: Use) -> Asking[bool]:
        """Let the player choose one more target. Return whether they did (A-ABIL-7)."""
        candidates = [target for target in targets(use.game, use.spec, use.unit) if target not in use.targets]
        if not candidates:
            return False
        picked = yield from _one_more(use, candidates)
        if picked is None:
            return False
        use.targets.append(picked)
        return True

    def effect(self, use: Use) -> Flow:
        """Resolve the effect; some reactions have theirs only after the ability to which they react (A-REACT-6)."""
        if params.FRESH.of(use.spec.params):
            for target in use.targets:
                use.game.state.uses.note(_picked(use.spec, use.unit, target), "phase", "turn", "battle")
        if params.AFTER.of(use.spec.params) and use.trigger is not None:
            use.trigger.after.append(lambda: self._resolve(use))
        else:
            yield from self._resolve(use)

    def _resolve(self, use: Use) -> Flow:
        """Resolve all steps on each target for which the roll is high enough (A-ABIL-7)."""
        needs = use.spec.params
        if _is_late(needs):
            if not use.unit.on_table or not targets(use.game, use.spec, use.unit):
                return
            yield from self._pick(use)
        extra_from = params.EXTRA_FROM.of(needs)
        if extra_from and use.total >= extra_from:
            yield from self._add_target(use)
        shared_roll = _roll(use, use.targets[0], once=True) if params.ONCE.of(needs) and use.targets else None
        for target in use.targets:
            if not target.on_table:
                continue
            face = shared_roll if params.ONCE.of(needs) else _roll(use, target)
            if face is not None:
                option = yield from _chosen(use)
                yield from _steps(use, target, face, option)

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        """Resolve one step with the parameters `needs` on a target. `face` is the roll that allowed it, or 0."""
        yield from ()


def _one_more(use: Use, left: Sequence[Unit]) -> Asking[Unit | None]:
    """Return one more target of the player's choice, or None if the player wants no more (A-ABIL-7)."""
    options = [Option(target.id, target.name, "A-ABIL-7", tuple(target.at), hand="piece") for target in left]
    options.append(Option(ENOUGH, _("No further target"), "A-ABIL-7", letter="d", declines=True))
    prompt = _("Choose the next target")
    key = yield Choose(player=use.unit.owner, prompt=prompt, rule="A-ABIL-7", about=use.unit.id, options=options)
    return None if key == ENOUGH else use.game.state.units[key]


def _is_late(needs: Params) -> bool:
    """Return whether targets are picked only after the ability that a reaction answers is resolved."""
    return params.AFTER.of(needs) and params.TARGET.of(needs) not in ("self", "victim", "trigger")


def effect_of(handler: str) -> Targeted:
    """Return the effect with the id that a step of an ability names."""
    rules = REGISTRY.get(handler)
    return rules if isinstance(rules, Targeted) else NOTHING


def targets(game: Game, spec: AbilityDocument, unit: Unit) -> list[Unit]:
    """Return the possible targets of a unit's ability now."""
    possible = (
        target
        for target in game.state.units.values()
        if is_target(game, spec.params, unit, target) and not _is_kept_from(game, spec, unit, target)
    )
    spans_without_reuse = params.FRESH.of(spec.params)
    return [
        target
        for target in possible
        if not spans_without_reuse or not game.state.uses.count(spans_without_reuse, _picked(spec, unit, target))
    ]


def _is_kept_from(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> bool:
    """Return whether an effect keeps a unit's ability from picking an enemy as a target."""
    return target.owner != unit.owner and any(
        influence.keyword in spec.keywords for influence in game.influences(target, "shielded")
    )


def _picked(spec: AbilityDocument, unit: Unit, target: Unit) -> str:
    """Return the key under which it is recorded that a unit's player picked a target for an ability."""
    return f"{unit.owner} picked {target.id} for {spec.id}"


def _roll(use: Use, target: Unit, *, once: bool = False, step: int = 0) -> int | None:
    """Return the roll that allows an effect on a target, 0 if it needs no roll, or None if the roll fails.

    With the parameter `on`, the roll must show at least this number, with `over` a number by a characteristic of the
    target. A roll that is made `once` applies to all targets. A further `step` may have a roll of its own.
    """
    game, needs = use.game, use.spec.step(step).params
    gate = gate_of(game, needs, use.unit, target)
    if gate is None:
        return 0
    die, plus = params.DIE.of(needs), boost_of(game, needs, use.unit, target)
    purpose = f"{use.spec.source(step)} {use.unit.id if once else target.id}"
    if dice := params.ROLLS.of(needs):
        pool = game.throw(use.unit, _dice_count(use, target, dice, step), purpose)
        rolled = max(pool.faces, default=0) + plus
    else:
        pool = game.throw(use.unit, 2 if die == "2D6" else 1, purpose)
        rolled = ((pool.faces[0] + 1) // 2 if die == "D3" else sum(pool.faces)) + plus
    success = gate.passes(rolled)
    game.rolled(use.unit, use.spec.name, pool, rolled, plus=plus, needed=gate.shown, success=success)
    return rolled if success else None


@dataclass(frozen=True)
class Gate:
    """The number that a roll must reach for an effect to happen; with `below`, the number it must not exceed."""

    number: int
    below: bool = False

    def passes(self, rolled: int) -> bool:
        """Return whether a roll is good enough."""
        return rolled <= self.number if self.below else rolled >= self.number

    @property
    def shown(self) -> int:
        """The number to reach; 0 if the roll must not exceed one."""
        return 0 if self.below else max(1, self.number)


def gate_of(game: Game, needs: Params, unit: Unit, target: Unit) -> Gate | None:
    """Return the condition on the roll for a unit's effect on a target, or None if it needs no roll."""
    sure_if, sure_which = params.SURE_IF.of(needs), params.SURE_WHICH.of(needs)
    if (sure_if or sure_which) and meets(game, unit, sure_if) and meets(game, target, sure_which, unit):
        return None
    comparison, on = params.OVER.of(needs), params.ON.of(needs)
    if not comparison:
        return Gate(on) if on else None
    number = _compared(game, params.THAN.of(needs), target)
    if comparison in ("less", "at most"):
        highest = number - 1 if comparison == "less" else number
        return Gate(highest, below=True)
    return Gate({"more": number + 1, "equal": number, "double": 2 * number}[comparison])


def _compared(game: Game, than: str, target: Unit) -> int:
    """Return the number of a target with which a roll is compared; no roll reaches a Save of "-"."""
    return {
        "health": mixed.health(game, target),
        "control": game.characteristic(target, "control", mixed.highest_control(game, target)),
        "save": mixed.save(game, target) or UNREACHED,
        "damage": target.damage,
        "models": len(target.at),
        "round": game.state.round,
    }[than]


UNREACHED: Final = 100


def boost_of(game: Game, needs: Params, unit: Unit, target: Unit) -> int:
    """Return the bonus to an effect's roll that depends on its target and user."""
    fitting = (
        fits(names(game, target), params.PLUS_KEYWORDS.of(needs))
        and meets(game, target, params.PLUS_WHICH.of(needs), unit)
        and meets(game, unit, params.PLUS_IF.of(needs))
    )
    return params.PLUS_ROLL.of(needs) if fitting else 0


def outcomes(needs: Params) -> list[int]:
    """Return the equally likely results of the die of an effect, unmodified."""
    die, faces = params.DIE.of(needs), range(1, 7)
    if die == "2D6":
        return [first + second for first in faces for second in faces]
    return [(face + 1) // 2 if die == "D3" else face for face in faces]


def _chosen(use: Use) -> Asking[str]:
    """Return the option that the player chooses among those of the steps, or "" if the steps have no options."""
    names = dict.fromkeys(params.OPTION.of(step.params) for step in use.spec.steps)
    names.pop("", None)
    if not names:
        return ""
    options = [Option(str(number), name, "A-ABIL-5") for number, name in enumerate(names)]
    prompt = _("{ability}: choose an effect", ability=_(use.spec.name))
    key = yield Choose(player=use.player, prompt=prompt, rule="A-ABIL-5", about=use.unit.id, options=options)
    return [*names][int(key)]


def _steps(use: Use, target: Unit, face: int, option: str = "") -> Flow:
    """Resolve all steps of an ability on a target. A step that names its own targets affects these instead."""
    before = (_points_left(use.game, target), len(target.at))
    for number, step in enumerate(use.spec.steps):
        if params.OPTION.of(step.params) not in ("", option):
            continue
        if not is_among(face, params.FACES.of(step.params)) or not _has_suffered(use, target, before, step.params):
            continue
        for victim in (yield from _victims(use, target, number)):
            if not victim.on_table or not _holds(use, victim, step.params, number, target):
                continue
            rolled = _roll(use, victim, step=number) if number else face
            if rolled is not None:
                yield from effect_of(step.handler).apply(use, victim, step.params, number, rolled or face)


def _points_left(game: Game, unit: Unit) -> int:
    """Return the number of damage points that a unit can still suffer."""
    return mixed.wounds(game, unit) - unit.damage if unit.at else 0


def _has_suffered(use: Use, target: Unit, before: tuple[int, int], needs: Params) -> bool:
    """Return whether earlier steps did to a target what a step requires, from its points and models `before`."""
    required, _blank, number = params.THEN.of(needs).partition(" ")
    points, models = before
    if required == "hurt":
        return points - _points_left(use.game, target) >= int(number or 1)
    return {"": True, "slew": len(target.at) < models, "destroyed": not target.on_table}[required]


def is_among(rolled: int, faces: str) -> bool:
    """Return whether a roll is in a range of faces such as "2-5"; "" stands for all faces."""
    if not faces:
        return True
    least, _dash, most = faces.partition("-")
    return int(least) <= rolled <= int(most)


def _victims(use: Use, target: Unit, number: int) -> Asking[list[Unit]]:
    """Return the units that a step affects. A step with its own targets happens once, with the first target.

    If the step affects one unit or a number of units out of several, the player picks them.
    """
    needs = use.spec.step(number).params
    if not number or params.TARGET.name not in needs:
        return [target]
    is_around_target = params.AT_TARGET.of(needs)
    if target is not use.targets[0] and not is_around_target:
        return []
    if use.spec.step(number).handler == AURA:  # the user or the target carries an aura, whichever units it affects
        return [target if is_around_target else use.unit]
    game, centre = use.game, target if is_around_target else None
    if centre is not None and not centre.on_table:
        return []
    units = [unit for unit in game.state.units.values() if is_target(game, needs, use.unit, unit, centre)]
    if params.TARGET.of(needs) in params.ONE and units:
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        picked = [(yield from pick_unit(use.game, use.unit, units, prompt, "A-ABIL-4"))]
        while len(picked) < params.TARGET_COUNT.of(needs) and (
            remaining := [unit for unit in units if unit not in picked]
        ):
            next_target = yield from _one_more(use, remaining)
            if next_target is None:
                break
            picked.append(next_target)
        return picked
    return units


def _holds(use: Use, target: Unit, needs: Params, number: int, centre: Unit) -> bool:
    """Return whether a step applies to a target: the casting or chanting total and its own conditions (A-PRAY-6).

    `centre` is the target of the ability, from which some steps are measured.
    """
    reached, missed = params.REACHED.of(needs), params.MISSED.of(needs)
    if (reached and use.total < reached) or (missed and use.total >= missed):
        return False
    if not number:
        return True
    game, own_needs = use.game, {**needs, params.TARGET.name: "each", params.RANGE.name: 0}
    if not may_work(game, use.unit, needs):
        return False
    if use.spec.step(number).handler == AURA:
        return True
    has_limits = params.KEYWORDS.of(needs) or params.WHICH.of(needs) or params.SIDE.of(needs)
    measured_from = centre if params.AT_TARGET.of(needs) else None
    return (target is use.unit and not has_limits) or is_target(game, own_needs, use.unit, target, measured_from)


def effect_amount(use: Use, target: Unit, number: Amount, step: int = 0) -> int:
    """Return the amount of an effect on a target. A random amount is rolled (A-DICE-1)."""
    if not number.is_random:
        return number.plus
    purpose = f"{use.spec.source(step)} amount {target.id}"
    pool = use.game.throw(use.unit, number.count, purpose)
    total = number.plus + sum(worth(number, face) for face in pool.faces)
    return use.game.rolled(use.unit, use.spec.name, pool, total, plus=number.plus, rule="A-DICE-1")


def _rolled_amount(use: Use, target: Unit, text: str, step: int, face: int) -> int:
    """Return the amount of an effect that may be the roll `face` that allowed it."""
    return face if text == params.ROLL else effect_amount(use, target, amount(text), step)


def effects_of(spec: AbilityDocument, player: str, step: int = 0, user: str = "") -> list[Effect]:
    """Return the lasting effects that a step of a player's ability gives to a target.

    `user` is the id of the unit that uses the ability.
    """
    needs = spec.step(step).params
    end, source = cast(Until, params.LASTS.of(needs)), spec.source(step)
    if spec.step(step).handler == AURA:
        return [Effect(source, AURA, 0, end, player)]
    only_attacker = user if params.MINE.of(needs) else ""
    return [
        Effect(source, value, change, end, player, keyword, only_attacker)
        for value, change, keyword in params.changes(needs)
    ]


class Lasting(Targeted):
    """An effect that lasts on its targets: the `params.changes` of its parameters."""

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        times, text = 1, params.TIMES.of(needs)
        if text:
            number = {params.ROLL: face, params.ROUND: use.game.state.round}.get(text)
            times = effect_amount(use, target, amount(text), step) if number is None else number
        weapon = (yield from _picked_weapon(use, target, needs)) if params.PICK.of(needs) else ""
        for effect in effects_of(use.spec, use.player, step, use.unit.id):
            effect.amount *= times
            effect.weapon = weapon
            use.game.affect(target, effect, self.rule)


def _picked_weapon(use: Use, target: Unit, needs: Params) -> Asking[str]:
    """Return the name of the weapon of a unit that the player picks."""
    kind = params.ATTACKS.of(needs)
    weapons = [
        weapon for weapon in use.game.card(target).weapons if not kind or weapon.is_ranged == (kind == "shooting")
    ]
    names = dict.fromkeys(weapon.name for weapon in weapons)
    options = [Option(str(number), name, "A-ABIL-5") for number, name in enumerate(names)]
    if len(options) < 2:
        return next(iter(names), "")
    prompt = _("Choose a weapon of {unit}", unit=target.name)
    key = yield Choose(player=use.player, prompt=prompt, rule="A-ABIL-5", about=target.id, options=options)
    return [*names][int(key)]


for handler in ("modify", "set", "lend", "arm", "bar", "free", "shield", "each-time"):  # see `params.changes`
    REGISTRY.add(handler, Lasting)


def echo(use: Use) -> Flow:
    """Resolve the effects that follow a use of an ability by its user (A-ABIL-6)."""
    game, unit, spec = use.game, use.unit, use.spec
    deeds = {*spec.keywords, f"'{spec.name.upper()}'"}
    if spec.kind == "command":
        deeds.add("COMMAND")
    for influence in game.influences(unit, "echo"):
        scope = influence.scope
        if params.DEED.of(scope) not in deeds or not unit.on_table or (use.fails and spec.kind in POWERS):
            continue
        purpose, points = f"after {spec.id}", params.TO.of(scope)
        if on := params.ECHO_ON.of(scope):
            pool = game.throw(unit, 1, purpose)
            face = (pool.faces[0] + 1) // 2 if params.ECHO_DIE.of(scope) == "D3" else pool.faces[0]
            game.rolled(unit, spec.name, pool, face, needed=on, success=face >= on)
            if face < on:
                continue
        number = effect_amount(Use(game, spec, use.player, unit), unit, points)
        if influence.keyword.startswith("heal"):
            heal(game, unit, number)
        elif influence.keyword.startswith("allocate"):
            yield from inflict(game, unit, 0, purpose, unwarded=number)
        else:
            yield from mortal_damage(game, unit, number, purpose)


AFTERWARDS.append(echo)


class Around(Lasting):
    """Give the user an effect on units around it for a while. In a passive ability it always works, without a use."""

    id = AURA

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if timing(spec.timing).moment == "passive" or not may_work(game, unit, spec.params):
            return Refusal(_("{unit} does not meet the conditions of this ability", unit=unit.name), "A-ABIL-2")
        return None

    def declare(self, use: Use) -> Flow:
        use.targets = [use.unit]
        yield from ()


def is_armys(needs: Params) -> bool:
    """Return whether an ability works the same whichever unit of the army uses it."""
    unit_params = (params.USER, params.IF, params.NEAR, params.RANGE, params.VISIBLE)
    if any(param.name in needs for param in unit_params) or is_for_itself(needs):
        return False
    return not {"fighting", "not fighting"} & {*params.WHICH.of(needs)}


class MortalDamage(Targeted):
    """Inflict `amount` mortal damage on each target, or for each of `dice` dice that shows at least `each`."""

    id, rule = "mortal-damage", "A-DMG-2"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        if params.DICE.of(needs):
            points = yield from self._pool(use, target, needs, step)
        else:
            points = _rolled_amount(use, target, params.POINTS.of(needs), step, face)
        if params.UNWARDED.of(needs):
            purpose = use.spec.source(step)
            yield from inflict(use.game, target, 0, purpose, unwarded=points, by=use.unit, kind=ABILITY)
            return
        yield from mortal_damage(use.game, target, points, use.spec.source(step), use.unit)

    def _pool(self, use: Use, target: Unit, needs: Params, step: int) -> Asking[int]:
        """Return the mortal damage that a pool of dice inflicts."""
        least, number = params.EACH.of(needs), amount(params.POINTS.of(needs))
        count = _dice_count(use, target, params.DICE.of(needs), step)
        count = min(count, params.DICE_MOST.of(needs) or count)
        pool = use.game.throw(use.unit, count, f"{use.spec.source(step)} dice {target.id}")
        successes = sum(face >= least for face in pool.faces)
        use.game.rolled(use.unit, use.spec.name, pool, successes, needed=least, rule=self.rule)
        points = sum(effect_amount(use, target, number, step) for _number in range(successes))
        most = params.MOST.of(needs)
        yield from ()
        return min(points, most) if most else points


def _dice_count(use: Use, target: Unit, dice: str, step: int) -> int:
    """Return the number of dice to roll for a target. A random number is rolled first."""
    number = dice_of(use.game, use.unit, target, dice)
    return number if isinstance(number, int) else effect_amount(use, target, number, step)


def models_fighting(game: Game, unit: Unit, target: Unit) -> int:
    """Return the number of models of a unit that have an enemy unit in their combat range."""
    return int((game.positions.gaps(unit, target).min(axis=1) <= COMBAT_RANGE + TOLERANCE).sum())


COUNTED: Final[Mapping[str, Callable[[Game, Unit, Unit], int]]] = {
    "target models": lambda game, unit, target: len(target.at),
    "user models": lambda game, unit, target: len(unit.at),
    "user health": lambda game, unit, target: mixed.health(game, unit),
    "user models fighting": models_fighting,
    "charge roll": lambda game, unit, target: game.state.uses.count("turn", charge_note(unit)),
    params.ROUND: lambda game, unit, target: game.state.round,
    "target health": lambda game, unit, target: mixed.health(game, target),
    "target damage": lambda game, unit, target: target.damage,
}
"""The numbers of dice that depend on a unit or on the round."""


def dice_of(game: Game, unit: Unit, target: Unit, dice: str) -> int | Amount:
    """Return the number of dice for a target: a printed number, or one that depends on a unit, a roll or the round."""
    if dice in COUNTED:
        return COUNTED[dice](game, unit, target)
    if dice == params.ROLL:
        use = current(game)
        return Amount(CASTING_DICE) if use is None or use.pool is None else sum(use.pool.faces)
    number = amount(dice)
    return number if number.is_random else number.plus


class Heal(Targeted):
    """Heal `amount` damage. If the chanting total is at least `from`, also return `returns` models (A-PRAY-6)."""

    id, rule = "heal", "A-DMG-7"

    def works(self, game: Game, spec: AbilityDocument, needs: Params, unit: Unit) -> bool:
        returns = params.RETURNS.of(needs) > 0
        return any(is_hurt(target, slain=returns) for target in targets(game, spec, unit))

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        returns, least = params.RETURNS.of(needs), params.FROM.of(needs)
        heal(use.game, target, _rolled_amount(use, target, params.HEALED.of(needs), step, face))
        if returns and use.total >= least:
            yield from return_models(use.game, target, returns)


class Return(Targeted):
    """Return up to `amount` slain models to each target, or as many as have that Health together (A-DMG-8)."""

    id, rule = "return", "A-DMG-8"
    in_order = True

    def works(self, game: Game, spec: AbilityDocument, needs: Params, unit: Unit) -> bool:
        return any(target.slain for target in targets(game, spec, unit))

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        number = _rolled_amount(use, target, params.HEALED.of(needs), step, face)
        if params.BY_HEALTH.of(needs):
            number //= mixed.health(use.game, target)
        yield from return_models(use.game, target, number)


class Slay(Targeted):
    """Slay `amount` models of each target; its player chooses which (A-DMG-5)."""

    id, rule = "slay", "A-DMG-5"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        text, count = params.SLAIN.of(needs), len(target.at)
        if params.DICE.of(needs):
            number = min(count, self._pool(use, target, needs, step))
            if not number:
                return
        else:
            number = count if text == params.ALL else min(count, effect_amount(use, target, amount(text), step))
        slain = yield from casualties(use.game, target, number, [*target.at])
        yield from fell(use.game, target, slain)

    def _pool(self, use: Use, target: Unit, needs: Params, step: int) -> int:
        """Return the number of dice of a pool that reach the target's Health, exceed it or double it."""
        health = mixed.health(use.game, target)
        least = {"more": health + 1, "equal": health, "double": 2 * health}[params.EACH_OVER.of(needs)]
        count = _dice_count(use, target, params.DICE.of(needs), step)
        pool = use.game.throw(use.unit, count, f"{use.spec.source(step)} dice {target.id}")
        successes = sum(face >= least for face in pool.faces)
        return use.game.rolled(use.unit, use.spec.name, pool, successes, needed=least, rule=self.rule)


def _set_up_in(game: Game, unit: Unit, room: SetUp, rule: str) -> Flow:
    """Let the player set up a unit, and record that it was set up this turn."""
    yield from ask_set_up(game, unit, room, _("Where do you set up {unit}?", unit=unit.name), rule)
    unit.set_up_in = (game.state.round, game.state.turn)


class SetUpAgain(Targeted):
    """Remove each target from the table and set it up again within the limits of the parameters (A-ABIL-5, A-DEP-9)."""

    id, rule = "set-up", "A-ABIL-5"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        game = use.game
        room = set_up_again(game, target, use.unit, needs)
        if not room.find():
            return
        yield from _set_up_in(game, target, room, self.rule)
        target.besieges = ""


class MoveNow(Targeted):
    """Let each target move up to `inches`, or up to its Move: never into combat unless `way` says so (A-MOVE-7)."""

    id, rule = "move", "A-MOVE-7"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        game, way, text = use.game, params.WAY.of(needs), params.INCHES.of(needs)
        if (way == "retreat") != game.in_combat(target) and way in ("retreat", "clear"):
            return
        if text == params.MOVE:
            inches = inches_of(game, target, use.spec.source(step))
        else:
            inches = effect_amount(use, target, amount(text), step)
        enemies, no_ids = enemy_ids(game, target), frozenset[str]()
        others = enemies.difference(enemy.id for enemy in game.fought_by(target))
        barred = {"clear": enemies, "held": others, "left": others}
        ending = {"through": enemies, "retreat": enemies, "left": enemies, "fought": others}
        move = Move(float(inches), self.rule, barred=barred.get(way, no_ids), ending=ending.get(way, no_ids),
                    seen=way == "clear", fighting=way == "fight", past=params.PAST.of(needs),
                    victim=_victim(use, target))  # fmt: skip
        prompt = _("Move {unit} up to {inches}″", unit=target.name, inches=inches)
        yield from ask_move(game, target, move, prompt, use.spec.id, (stay(target),))


def _victim(use: Use, mover: Unit) -> str:
    """Return the id of the one target of an ability other than the moving unit, or ""."""
    others = [target.id for target in use.targets if target is not mover]
    return others[0] if len(others) == 1 else ""


class Act(Targeted):
    """Let each target use one of the core abilities `deeds` at once if its player likes (A-ABIL-5)."""

    id, rule = "use-now", "A-ABIL-5"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        game, abilities = use.game, use.game.setup.abilities[target.owner]
        specs = [abilities[deed] for deed in params.DEEDS.of(needs) if deed in abilities]
        possible = {spec.id: spec for spec in specs if why_not(game, target.owner, spec, target) is None}
        if not possible:
            return
        options = [Option(key, _(spec.name), self.rule) for key, spec in possible.items()]
        options.append(Option(PASS, _("No"), self.rule, letter="d", declines=True))
        prompt = _("What does {unit} use now?", unit=target.name)
        key = yield Choose(player=target.owner, prompt=prompt, rule=self.rule, about=target.id, options=options)
        if key != PASS:
            yield from use_ability(Use(game, possible[key], target.owner, target))


class FightNext(Targeted):
    """Let a friendly unit fight right after the fight to which this reacts is resolved (A-REACT-6)."""

    id, rule = "fight-next", "A-FIGHT-2"

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return "FIGHT" in use.spec.keywords and unit is use.unit

    def effect(self, use: Use) -> Flow:
        if use.trigger is not None:
            use.trigger.after.append(lambda: self._fight(use))
        yield from ()

    def _fight(self, use: Use) -> Flow:
        """Let each target fight now if its player likes, with the effects of the further steps."""
        if _is_late(use.spec.params) and targets(use.game, use.spec, use.unit):
            yield from self._pick(use)
        for target in use.targets:
            yield from self._ask(use, target)

    def _ask(self, use: Use, target: Unit) -> Flow:
        """Ask whether a target fights now, and let it."""
        game = use.game
        fights = [spec for spec in game.setup.abilities[use.player].values() if spec.id == Fight.id]
        if not target.on_table or not fights or why_not(game, use.player, fights[0], target) is not None:
            return
        options = [Option(target.id, target.name, self.rule, tuple(target.at), hand="piece")]
        options.append(Option(PASS, _("No"), self.rule, letter="d", declines=True))
        prompt = _("Does {unit} fight now?", unit=target.name)
        key = yield Choose(player=use.player, prompt=prompt, rule=self.rule, about=target.id, options=options)
        if key != PASS:
            yield from _steps(use, target, 0)
            yield from use_ability(Use(game, fights[0], use.player, target))


class PileIn(Targeted):
    """Let each target make a pile-in move if it is in combat (A-PILE-1)."""

    id, rule = "pile-in", "A-PILE-1"
    in_order = True

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        if use.game.in_combat(target):
            yield from pile_in(use.game, target)


class Ignore(Targeted):
    """Remove each target from the targets of the ability to which this reacts, which then has no effect on it."""

    id, rule = "ignore", "A-REACT-6"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        affected = use.targets or [unit]  # an ability by hand does not say its targets
        return unit.id not in use.shrugged and any(_is_shielded(game, spec.params, unit, target) for target in affected)

    def declare(self, use: Use) -> Flow:
        assert use.trigger is not None
        use.trigger.shrugged.append(use.unit.id)
        affected = use.trigger.targets or [use.unit]
        candidates = [target for target in affected if _is_shielded(use.game, use.spec.params, use.unit, target)]
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        use.targets = [(yield from pick_unit(use.game, use.unit, candidates, prompt, "A-ABIL-4"))]

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        assert use.trigger is not None
        use.trigger.targets = [other for other in use.trigger.targets if other is not target]
        yield from ()


class Thwart(Targeted):
    """Let the ability to which this reaction answers have no effect; it still counts as used (A-REACT-6)."""

    id, rule = "thwart", "A-REACT-6"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return not use.fails

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        assert use.trigger is not None
        use.trigger.fails = True
        yield from ()


def _is_shielded(game: Game, needs: Params, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's reaction can protect a target from the effect of an ability."""
    return (target is unit and params.AND_SELF.of(needs)) or is_target(game, needs, unit, target)


def reserve_note(unit: Unit, where: str) -> str:
    """Return the key under which it is recorded that a unit waits in a named reserve."""
    return f"{unit.id} waits {where}".rstrip()


class Reserve(Ability):
    """Keep the user in reserve in a place that the text names, instead of deploying it (A-DEP-3, A-AMB-39).

    Up to `with` other units that wait to be deployed go there with it.
    """

    id, rule = "reserve", "A-DEP-3"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if fits(names(game, unit), params.USER.of(spec.params)) and may_work(game, unit, spec.params):
            return None
        return Refusal(_("{unit} does not meet the conditions of this ability", unit=unit.name), "A-ABIL-2")

    def effect(self, use: Use) -> Flow:
        game, needs = use.game, use.spec.params
        use.targets = [use.unit]
        while len(use.targets) <= params.WITH.of(needs) and (possible := _companions(use)):
            companion = yield from _one_more(use, possible)
            if companion is None:
                break
            use.targets.append(companion)
            for note in (f"{companion.id} kept", _went_with(companion, use.unit)):
                game.state.uses.note(note, "battle")
        for unit in use.targets:
            for where in ("", params.RESERVE.of(needs)):
                game.state.uses.note(reserve_note(unit, where), "battle")


def _went_with(unit: Unit, user: Unit) -> str:
    return f"{unit.id} waits with {user.id}"


def _companions(use: Use) -> list[Unit]:
    """Return the other units that may wait in reserve with the user of an ability."""
    game, needs, roles = use.game, use.spec.params, use.game.setup.roles
    return [
        unit
        for unit in game.state.units.values()
        if unit.owner == use.player and unit.place == "reserve" and unit is not use.unit
        and roles[unit.card].kind in ("regiment", "auxiliary")
        and not game.state.uses.count("battle", f"{unit.id} kept")
        and (not params.WITH_REGIMENT.of(needs) or are_of_one_regiment(game, unit, use.unit))
        and fits(names(game, unit), params.WITH_KIND.of(needs))
    ]  # fmt: skip


class Arrive(Ability):
    """Set up the user from reserve within the limits of the parameters, and then others that wait there (A-DEP-9).

    The others are set up wholly within `with-range` inches of it, and as far from enemies.
    """

    id, rule = "arrive", "A-DEP-9"

    def users(self, game: Game, player: str, spec: AbilityDocument) -> Iterator[Unit]:
        for unit in game.state.units.values():
            named = params.USER.of(spec.params)
            if unit.owner == player and unit.place == "reserve" and (
                fits(names(game, unit), named) if named else game.setup.names_unit(spec, unit)
            ):  # fmt: skip
                yield unit

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not _waits(game, spec, unit):
            return Refusal(_("{unit} does not meet the conditions of this ability", unit=unit.name), "A-ABIL-2")
        return None

    def effect(self, use: Use) -> Flow:
        game, unit, needs = use.game, use.unit, use.spec.params
        yield from self._set_up(game, unit, unit, needs)
        within = params.WITH_RANGE.of(needs)
        others = [other for other in game.state.units.values() if other.owner == unit.owner and within]
        for other in others if unit.on_table else ():
            goes_with = not params.WITH_OWN.of(needs) or game.state.uses.count("battle", _went_with(other, unit))
            if other.place == "reserve" and goes_with and _waits(game, use.spec, other):
                limits = {params.SET_UP_BEYOND.name: int(params.SET_UP_BEYOND.of(needs)),
                          params.SET_UP_WITHIN.name: int(within)}  # fmt: skip
                yield from self._set_up(game, other, unit, limits)
        use.targets = [unit]
        if unit.on_table and use.spec.also:
            yield from _steps(use, unit, 0)

    def _set_up(self, game: Game, unit: Unit, user: Unit, needs: Params) -> Flow:
        """Let the player set up a unit from reserve if there is a legal spot."""
        room = set_up_again(game, unit, user, needs)
        if room.find():
            yield from _set_up_in(game, unit, room, self.rule)


def _waits(game: Game, spec: AbilityDocument, unit: Unit) -> bool:
    """Return whether a unit waits in the reserve that an ability names, or in a reserve without a name."""
    count = game.state.uses.count
    if count("battle", reserve_note(unit, params.RESERVE.of(spec.params))):
        return True
    return bool(count("battle", f"{unit.id} kept") and not count("battle", reserve_note(unit, "")))


class Replace(Targeted):
    """Set up a replacement for a destroyed friendly unit, with all its models or half of them (A-ABIL-5)."""

    id, rule = "replace", "A-ABIL-5"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not may_work(game, unit, spec.params):
            return Refusal(_("{unit} does not meet the conditions of this ability", unit=unit.name), "A-ABIL-2")
        if destroyed_units(game, spec.params, unit):
            return None
        return Refusal(_("no target for {ability} in range", ability=_(spec.name)), "A-ABIL-4")

    def declare(self, use: Use) -> Flow:
        units = destroyed_units(use.game, use.spec.params, use.unit)
        options = [Option(unit.id, unit.name, "A-ABIL-4") for unit in units]
        prompt = _("Choose a target for {ability}", ability=_(use.spec.name))
        key = yield Choose(player=use.player, prompt=prompt, rule="A-ABIL-4", about=use.unit.id, options=options)
        use.targets = [use.game.state.units[key]]

    def effect(self, use: Use) -> Flow:
        game, [target], needs = use.game, use.targets, use.spec.params
        if params.ON.of(needs) and _roll(use, target) is None:
            return
        all_models = [*game.models(target)]
        models = all_models if params.SHARE.of(needs) == "all" else all_models[: (len(all_models) + 1) // 2]
        room = set_up_again(game, target, use.unit, needs, models)
        if not room.find():
            return
        target.place, target.slain, target.damage, target.effects, target.ritual = "reserve", [], 0, [], 0
        yield from _set_up_in(game, target, room, self.rule)


def destroyed_units(game: Game, needs: Params, unit: Unit) -> list[Unit]:
    """Return the destroyed friendly units that the player may replace."""
    phrases = params.KEYWORDS.of(needs)
    others = [other for other in game.state.units.values() if other.owner == unit.owner and other.place == "destroyed"]
    which = params.WHICH.of(needs)
    return [other for other in others if fits(names(game, other), phrases) and meets(game, other, which, unit)]


def dying(game: Game, unit: Unit) -> Flow:
    """Resolve the passive abilities of a unit that is being destroyed, before it is removed."""
    for spec in game.setup.abilities[unit.owner].values():
        if not params.WHEN_DYING.of(spec.params) or not game.setup.names_unit(spec, unit):
            continue
        rules, use = effect_of(spec.handler), Use(game, spec, unit.owner, unit)
        if may_work(game, unit, spec.params) and targets(game, spec, unit):
            yield from rules.declare(use)
            yield from rules.effect(use)


AS_IT_DIES.append(dying)


class Choice(Targeted):
    """Pick the targets and make the rolls of the further steps. The player chooses one of their options, if any."""

    id, rule = "choose", "A-ABIL-5"
    in_order = True


class Ritual(Targeted):
    """Give a priest `amount` ritual points (A-PRAY-7)."""

    id, rule = "ritual", "A-PRAY-7"

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        points = effect_amount(use, target, params.AMOUNT.of(needs), step)
        change_ritual(use.game, target, points, self.rule)
        yield from ()


class CommandPoints(Targeted):
    """Give the user's player `amount` command points (A-CP-1)."""

    id, rule = "command-points", "A-CP-1"

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        points = effect_amount(use, target, params.AMOUNT.of(needs), step)
        use.game.state.command[use.player] += points
        use.game.emit(
            events.CommandGained(player=use.player, amount=use.game.state.command[use.player], rule=self.rule)
        )
        yield from ()


class Adjust(Targeted):
    """Change the casting or charge roll of the ability to which this reaction answers (A-DICE-6)."""

    id, rule = "adjust", "A-DICE-6"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return use.pool is not None

    def apply(self, use: Use, target: Unit, needs: Params, step: int, face: int) -> Flow:
        changed_use, game = use.trigger, use.game
        assert changed_use is not None
        assert changed_use.pool is not None
        if lifts := params.LIFTS.of(needs):
            faces = charge_faces(game, changed_use.unit, changed_use.pool)
            change = max(0, (faces[-1] if lifts == "highest" else int(lifts)) - faces[0])
        else:
            times = params.TIMES.of(needs)
            change = params.PLUS.of(needs) * (effect_amount(use, target, amount(times), step) if times else 1)
        changed_use.total = max(0, changed_use.total + change)
        if changed_use.spec.kind == "spell":
            natural = changed_use.pool.faces
            changed_use.is_cast = is_cast(natural, changed_use.total - sum(natural), changed_use.spec.value)
            changed_use.fails = not changed_use.is_cast
        game.emit(events.RollChanged(unit=changed_use.unit.id, amount=change, total=changed_use.total, rule=self.rule))
        yield from ()


def manifestation(game: Game, player: str, spec: AbilityDocument) -> Unit | None:
    """Return the manifestation that an ability sets up, or None if the army does not have it."""
    wanted = params.UNIT.of(spec.params)
    units = game.state.units.values()
    return next((unit for unit in units if unit.owner == player and game.card(unit).name == wanted), None)


class Summon(Ability):
    """Set up the manifestation `unit` wholly `within` inches, in sight and `beyond` inches from enemies (A-MAN-1)."""

    id, rule = "summon", "A-MAN-5"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        unit_to_set_up = manifestation(game, unit.owner, spec)
        if unit_to_set_up is None:
            return Refusal(_("the army has no such manifestation"), self.rule)
        if unit_to_set_up.place == "table":
            return Refusal(_("{unit} is already on the table", unit=unit_to_set_up.name), self.rule)
        return None

    def effect(self, use: Use) -> Flow:
        """Set up the manifestation near its summoner, if there is room (A-ABIL-5)."""
        game = use.game
        unit = manifestation(game, use.player, use.spec)
        assert unit is not None
        room = summoned_near(game, unit, use.unit, use.spec)
        if not room.find():
            return
        prompt = _("Where does {unit} appear?", unit=unit.name)
        yield from ask_set_up(game, unit, room, prompt, self.rule)
        unit.summoner = use.unit.id
        unit.set_up_in = (game.state.round, game.state.turn)


class _Nothing(Targeted):
    """The effect of a step whose id the rules do not know: none."""


NOTHING = _Nothing()
