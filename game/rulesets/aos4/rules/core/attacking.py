"""The abilities Shoot, Covering Fire and Fight, the reactions to attacks, and charges.

A-AB-4 to A-AB-6, A-AB-17 to A-AB-21, A-FIGHT, A-PILE, A-CHG. A fight is a pile-in, then attacks with melee weapons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from game.engine.core.decisions import ByHand as Hand
from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.engine.core.pools import Pool
from game.lengths import length, missing
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.abilities import Ability, Need, Use
from game.rulesets.aos4.rules.attacks.assigning import aim
from game.rulesets.aos4.rules.attacks.batch import Modifier, modifier
from game.rulesets.aos4.rules.attacks.eligible import attackable, groups, longest_reach
from game.rulesets.aos4.rules.attacks.volleys import attack, pick_unit
from game.rulesets.aos4.rules.conditions import charge_note
from game.rulesets.aos4.rules.core.moves import out_of_combat, stay
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import Move, ask_move, enemy_ids, has_room_beside, unit_move
from game.rulesets.aos4.rules.positions import stronghold
from game.rulesets.aos4.rules.rerolls import wants_reroll
from game.rulesets.aos4.rules.rulings import CHARGED_TO, PILE_IN, TOLERANCE
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.footprints import Footprint, clearance, overlaps, share_of_way
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Member
from game.table.path.obstacles import near_any
from game.table.path.region import PathRegion
from game.table.path.straight import is_surely_legal
from game.wording import N_, _, series

COVERING_FIRE: Final[Modifier] = modifier(-1, friendly=True)
"""The modifier of Covering Fire to hit rolls (A-AB-17)."""
ALL_OUT_ATTACK: Final[Modifier] = Modifier(other=1)
"""The modifier of All-out Attack to hit rolls, also for Companion weapons (A-AB-20)."""


def all_out_defence(player: str) -> Effect:
    """Return the effect of a player's All-out Defence (A-AB-21)."""
    return Effect(AllOutDefence.id, "save", 1, "phase", player)


def why_still(game: Game, unit: Unit, rule: str, *keywords: str) -> Refusal | None:
    """Return the refusal that a unit used one of these keywords this turn, or None (A-SHOOT-1, A-CHG-1, A-AB-17)."""
    kind = "charge" if rule == "A-CHG-1" else "shoot"
    for keyword in keywords:
        if game.used(unit, keyword) and not game.bonus(unit, f"{kind} after {keyword.lower()}"):
            text = _("{unit} used a {keyword} ability this turn", unit=unit.name, keyword=keyword)
            return Refusal(text, rule)
    return None


def did_not(rule: str, *keywords: str) -> Need:
    """Return the requirement that a unit has used no ability with one of these keywords this turn."""
    return lambda game, unit: why_still(game, unit, rule, *keywords)


class Attacking(Ability):
    """An ability that attacks the targets chosen in its declare step."""

    def effect(self, use: Use) -> Flow:
        yield from attack(use.game, use.unit, use.aimed, use.hit)


class Shoot(Attacking):
    """Attack one or more enemy units with all ranged weapons (A-AB-4)."""

    id, rule, letter, hand = "shoot", "A-AB-4", "s", "piece"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        refusal = why_still(game, unit, "A-SHOOT-1", "RUN", "RETREAT")
        if refusal is not None:
            return refusal
        if not any(weapon.is_ranged for weapon in game.card(unit).weapons):
            return unarmed(unit)
        if not any(True for _unit in attackable(game, unit, ranged=True)):
            if not game.in_combat(unit):
                return no_target(game, unit)
            text = of_unit("{unit} is in combat", "{unit} are in combat", unit)
            return Refusal(text, "A-SHOOT-2")
        return None

    def declare(self, use: Use) -> Flow:
        attackers = groups(use.game, use.unit, ranged=True)
        use.aimed = yield from aim(use.game, use.unit, attackers, "A-AB-4", use.plan)
        use.targets = targets_of(use)


def unarmed(unit: Unit) -> Refusal:
    """Return the refusal of a shot by a unit without ranged weapons."""
    return Refusal(of_unit("{unit} has no ranged weapon", "{unit} have no ranged weapon", unit), "A-TGT-3")


def no_target(game: Game, unit: Unit) -> Refusal:
    """Return the refusal of a shot without a target: the inches to the nearest enemy, or that none is visible."""
    reach, nearest = longest_reach(game, unit, game.card(unit).weapons), _nearest(game, unit)
    if not reach:
        return unarmed(unit)
    if nearest is None:
        return Refusal(_("no visible enemy in range"), "A-TGT-5")
    enemy, gap = nearest
    if gap > reach + TOLERANCE:
        facts = {"enemy": enemy.name, "amount": missing(gap - reach), "reach": length(reach)}
        return Refusal(_("{enemy} is nearest, {amount} beyond the range of {reach}", **facts), "A-TGT-5")
    return Refusal(_("no visible enemy in the range of {reach}", reach=length(reach)), "A-TGT-5")


def _nearest(game: Game, unit: Unit) -> tuple[Unit, float] | None:
    """Return the nearest enemy unit and its distance in inches, or None without any."""
    gaps = [(game.positions.gap(unit, enemy), enemy.id, enemy) for enemy in game.enemies(unit)]
    if not gaps:
        return None
    gap, _id, enemy = min(gaps)
    return enemy, gap


def targets_of(use: Use) -> list[Unit]:
    """Return the targets of a use's attacks."""
    return [use.game.state.units[key] for key in dict.fromkeys(aimed.target for aimed in use.aimed)]


class CoveringFire(Attacking):
    """Shoot at the closest enemy in its shooting phase, at -1 to hit (A-AB-17, A-CMD-5, A-SHOOT-4)."""

    id, rule, letter, hand = "covering-fire", "A-AB-17", "shift+s", "piece"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        refusal = out_of_combat(game, unit) or why_still(game, unit, self.rule, "RUN")
        if refusal is None and not closest(game, unit):
            return no_target(game, unit)
        return refusal

    def declare(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        prompt = _("Several enemies are equally close: choose a target for {unit}", unit=unit.name)
        target = yield from pick_unit(use.game, use.unit, closest(game, unit), prompt, self.rule)
        use.targets, use.hit = [target], use.hit + COVERING_FIRE
        use.aimed = yield from aim(game, unit, groups(game, unit, ranged=True, only=[target]), self.rule, use.plan)


def closest(game: Game, unit: Unit) -> list[Unit]:
    """Return the closest targets for shooting, except manifestations and terrain (A-AB-17)."""
    targets = {other.id: other for other in attackable(game, unit, ranged=True)}
    units = [other for other in targets.values() if not {"MANIFESTATION", "FACTION TERRAIN"} & game.keywords(other)]
    if not units:
        return []
    least = min(game.distances.gap(unit, other) for other in units)
    closest_units = [other for other in units if game.distances.gap(unit, other) <= least + TOLERANCE]
    return sorted(closest_units, key=lambda other: other.id)


class AllOutAttack(Ability):
    """Add 1 to the hit rolls of an ability, also for Companion weapons (A-AB-20, A-CMD-5)."""

    id, rule, letter = "all-out-attack", "A-AB-20", "o"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and bool(use.aimed)

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        use.trigger.hit = use.trigger.hit + ALL_OUT_ATTACK
        yield from ()


class AllOutDefence(Ability):
    """Add 1 to the save rolls of a friendly target until the phase ends (A-AB-21, A-CMD-5, A-CMD-4, A-AMB-17)."""

    id, rule, letter = "all-out-defence", "A-AB-21", "shift+o"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit in use.targets and bool(use.aimed)

    def effect(self, use: Use) -> Flow:
        use.game.affect(use.unit, all_out_defence(use.player), self.rule)
        yield from ()


def cannot_fight(game: Game, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use any FIGHT ability, or None if it can (A-FIGHT-3)."""
    if game.used(unit, "FIGHT", "phase") and not game.may_fight_again(unit):
        text = of_unit("{unit} has already fought this phase", "{unit} have already fought this phase", unit)
        return Refusal(text, "A-FIGHT-3")
    if game.charged(unit) or game.in_combat(unit):
        return None
    text = of_unit("{unit} is not in combat and has not charged", "{unit} are not in combat and have not charged", unit)
    return Refusal(text, "A-FIGHT-3")


class Fight(Attacking):
    """Pile in, choose targets and attack. A unit without targets counts as having fought too (A-AB-6, A-AMB-35)."""

    id, rule, letter, hand = "fight", "A-AB-6", "a", "piece"
    needs = (cannot_fight,)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return has_melee_weapon(game, unit) or mixed.move(game, unit) is not None

    def declare(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        yield from pile_in(game, unit)
        attackers = groups(game, unit, ranged=False) if game.in_combat(unit) else []
        if attackers:
            use.aimed = yield from aim(game, unit, attackers, self.rule, use.plan)
            use.targets = targets_of(use)


def pile_in(game: Game, unit: Unit) -> Flow:
    """Let a unit move closer to an enemy that it fights (A-PILE-1, A-PILE-2, A-AMB-15, A-AMB-36)."""
    if game.is_barred(unit, ("PILE-IN",)):
        return
    fought = game.fought_by(unit)
    toward = ""
    if fought:
        prompt = _("Pile in: choose an enemy for {unit}", unit=unit.name)
        toward = (yield from pick_unit(game, unit, fought, prompt, "A-PILE-1")).id
    keeping = tuple(enemy.id for enemy in fought)
    inches = pile_in_inches(game, unit)
    move = Move(float(inches), "A-PILE-1", toward=toward, keeping=keeping)
    prompt = _("Pile in: move {unit} up to {inches}″", unit=unit.name, inches=inches)
    yield from ask_move(game, unit, move, prompt, "pile-in", (stay(unit),))


def pile_in_inches(game: Game, unit: Unit) -> int:
    """Return the inches that a unit may pile in, with all effects."""
    return max(0, PILE_IN + game.bonus(unit, "pile-in"))


def must_fight(game: Game, unit: Unit) -> bool:
    """Return whether a unit is in combat and has a melee weapon, so that it must fight (A-FIGHT-4)."""
    return game.in_combat(unit) and has_melee_weapon(game, unit)


def has_melee_weapon(game: Game, unit: Unit) -> bool:
    """Return whether a unit has any melee weapon."""
    return any(not weapon.is_ranged for weapon in game.card(unit).weapons)


# -- charges ---------------------------------------------------------------------------------------

NO_CHARGE = "no-charge"
CHARGE_DICE: Final = 2
MOST_CHARGE_DICE: Final = 3
"""The most dice of a charge roll, with all effects."""
BESIDE: Final = CHARGED_TO / 2
"""The distance from an enemy, in inches, at which tried straight paths end."""


class Charge(Ability):
    """Move up to 2D6 inches, to within half an inch of a visible enemy unit (A-AB-5, A-AMB-13)."""

    id, rule, letter = "charge", "A-AB-5", "c"
    hand: ClassVar[Hand] = "piece"
    needs = (out_of_combat, did_not("A-CHG-1", "RUN", "RETREAT"))

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return is_anybody_near(game, unit)

    def pointless(self, game: Game, spec: AbilityDocument, unit: Unit) -> str:
        if (nearest := _nearest(game, unit)) is None:
            return super().pointless(game, spec, unit)
        farthest_charge = highest_charge(game, unit) + CHARGED_TO
        facts = {"enemy": nearest[0].name, "amount": missing(nearest[1] - farthest_charge)}
        return _("{enemy} is nearest, {amount} too far for any roll", **facts)

    def declare(self, use: Use) -> Flow:
        yield from choose_charge_roll(use, "charge")

    def effect(self, use: Use) -> Flow:
        yield from charge_move(use)


def is_anybody_near(game: Game, unit: Unit) -> bool:
    """Return whether the highest charge roll would reach any enemy in a straight line."""
    most = highest_charge(game, unit)
    if any(_is_near(game, unit, enemy, most) for enemy in game.enemies(unit)):
        return True
    return bool(besieged_features(game, unit, most))


def highest_charge(game: Game, unit: Unit) -> int:
    """Return the highest possible result of a unit's charge roll, with its bonus, at least 0."""
    return max(0, charge_dice(game, unit).most + game.bonus(unit, "charge"))


def charge_dice(game: Game, unit: Unit) -> Amount:
    """Return the dice of a unit's charge rolls, at least one (A-CHG-2)."""
    dropped = int(game.bonus(unit, "best charge") > 0)
    return Amount(
        max(1, min(MOST_CHARGE_DICE, CHARGE_DICE + dropped + game.bonus(unit, "charge dice"))), dropped=dropped
    )


def charge_faces(game: Game, unit: Unit, pool: Pool) -> list[int]:
    """Return the dice of a charge roll that count."""
    return sorted(pool.faces)[charge_dice(game, unit).dropped :]


def choose_charge_roll(use: Use, purpose: str) -> Flow:
    """Make a charge roll, and reroll it if an effect allows it and the player likes (A-DICE-2)."""
    roll_charge(use, purpose)
    if (yield from wants_reroll(use.game, use.unit, "charge", use.total)):
        use.rerolled = True
        roll_charge(use, f"{purpose} again")


def roll_charge(use: Use, purpose: str) -> None:
    """Make a charge roll. There is no limit on its modifiers (A-CHG-2, A-DICE-6)."""
    game, unit = use.game, use.unit
    use.pool = game.throw(unit, charge_dice(game, unit).count, purpose)
    plus = game.bonus(unit, "charge")
    total = max(0, sum(charge_faces(game, unit, use.pool)) + plus)
    use.total = game.rolled(unit, N_("charge"), use.pool, total, plus=plus, rule="A-CHG-2")


def charge_move(use: Use) -> Flow:
    """Let a unit charge as far as its roll allows, or stay (A-CHG-3, A-CHG-6, A-AMB-11, A-AMB-12)."""
    game, unit = use.game, use.unit
    if not unit.at:  # a reaction destroyed it
        return
    enemies = enemy_ids(game, unit)
    walls = besieged_features(game, unit, use.total)
    move = Move(float(use.total), "A-CHG-4", charging=enemies, besieging=walls)
    possible_charge = None if walls else _possible_charge(game, unit, move)
    if possible_charge is None and not walls:
        no_enemy_near = not any(_is_near(game, unit, enemy, use.total) for enemy in game.enemies(unit))
        gap_to_nearest = game.positions.recorded_gap(unit, game.enemies(unit)) if no_enemy_near else 0.0
        game.emit(events.ReachedNobody(unit=unit.id, inches=use.total, gap=gap_to_nearest, rule="A-CHG-6"))
        return
    prompt = _("Charge: move {unit} up to {inches}″", unit=unit.name, inches=use.total)
    label = of_unit("{unit} does not charge", "{unit} do not charge", unit)
    no_charge = Option(NO_CHARGE, label, "A-CHG-6", letter="h")
    if (yield from ask_move(game, unit, move, prompt, use.spec.id, (no_charge,), possible_charge)):
        gap = min((game.positions.gap(unit, enemy) for enemy in game.enemies(unit)), default=float("inf"))
        if walls and gap > CHARGED_TO + TOLERANCE:
            gaps = {wall.id: float(game.positions.gaps_to_feature(unit, wall).min()) for wall in walls}
            unit.besieges = min(gaps, key=gaps.__getitem__)
        game.note(unit, "charged", "turn")
        for _inch in range(sum(charge_faces(game, unit, use.pool)) if use.pool and game.setup.counts_charges else 0):
            game.state.uses.note(charge_note(unit), "turn")
        game.emit(events.Charged(unit=unit.id, rule="A-CHG-5"))


def _possible_charge(game: Game, unit: Unit, move: Move) -> UnitMove | None:
    """Return the possible charge of a unit, or None if no path of its models leads to an enemy (A-CHG-6)."""
    enemies = game.enemies(unit)
    if not any(_is_near(game, unit, enemy, move.inches) for enemy in enemies):
        return None  # no enemy is that near, by any path
    charge = unit_move(game, unit, move)
    bases = [base for enemy in enemies for base in game.positions.bases(enemy).footprints]
    return charge if reaches_any(charge, move.inches, bases) else None


def reaches_any(move: UnitMove, inches: float, enemies: Sequence[Footprint]) -> bool:
    """Return whether a path of any model leads to an enemy, without turns.

    Straight paths are tried before a search for others.
    """
    reach = inches + CHARGED_TO + 2 * TOLERANCE
    enemies_near = [(member, [enemy for enemy in enemies if overlaps(member.base, enemy, -reach)])
            for member in move.policy.members]  # fmt: skip
    near_enemies = [(member, bases) for member, bases in enemies_near if bases]
    near_enemies.sort(key=lambda pair: min(clearance(pair[0].base, enemy) for enemy in pair[1]))
    if any(_runs_openly(member, enemy) for member, bases in near_enemies for enemy in bases):
        return True
    return any(_has_path(member, bases) for member, bases in near_enemies)


def _runs_openly(member: Member, enemy: Footprint) -> bool:
    """Return whether a straight path surely brings a model within charge distance of an enemy base."""
    x, y = member.base[:2]
    share = share_of_way(member.base, enemy, BESIDE)
    end = position(x + share * (enemy.x - x), y + share * (enemy.y - y))
    assert isinstance(member.ends, PathRegion)
    return any(is_surely_legal(policy, member.ends.start, end) for policy in member.ends.policies)


def _has_path(member: Member, enemies: Sequence[Footprint]) -> bool:
    """Return whether any path brings a model within charge distance of an enemy base."""
    assert isinstance(member.ends, PathRegion)
    ends_beside = near_any(member.base, enemies, CHARGED_TO + TOLERANCE, "A-CHG-4")
    region = PathRegion(member.ends.start, *(policy.but(ends=(ends_beside,)) for policy in member.ends.policies))
    return region.find() is not None


def _is_near(game: Game, unit: Unit, enemy: Unit, inches: float) -> bool:
    """Return whether a charge of this many inches would reach an enemy in a straight line."""
    return game.positions.within(unit, enemy, inches + CHARGED_TO + TOLERANCE)


def besieged_features(game: Game, unit: Unit, inches: int) -> tuple[Feature, ...]:
    """Return the features a unit may charge: an enemy is wholly on them and leaves no room beside it (A-CHG-7)."""
    besieged: dict[str, Feature] = {}
    features = game.features()
    for enemy in game.enemies(unit):
        feature = stronghold(game.positions, features, enemy)
        if feature is None or feature.id in besieged or not game.sees(unit, enemy):
            continue
        in_reach = float(game.positions.gaps_to_feature(unit, feature).min()) <= inches + CHARGED_TO + TOLERANCE
        if in_reach and not has_room_beside(game, unit, enemy, CHARGED_TO):
            besieged[feature.id] = feature
    return tuple(besieged.values())


class CounterCharge(Charge):
    """Charge in the enemy's charge phase (A-AB-18, A-CMD-5, A-CHG)."""

    id, rule, letter, hand = "counter-charge", "A-AB-18", "shift+c", ""

    def declare(self, use: Use) -> Flow:
        """Do nothing. The roll belongs to the effect, so that no reaction can change it."""
        yield from ()

    def effect(self, use: Use) -> Flow:
        yield from choose_charge_roll(use, "counter-charge")
        yield from charge_move(use)


class ForwardToVictory(Ability):
    """Reroll both dice of a charge roll, except for a Counter-Charge (A-AB-19, A-DICE-2, A-CMD-5, A-AMB-19)."""

    id, rule, letter = "forward-to-victory", "A-AB-19", "z"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and use.pool is not None and not use.rerolled

    def idle(self, game: Game, unit: Unit, use: Use) -> str:
        reach = use.total + CHARGED_TO
        reached = [enemy.name for enemy in game.enemies(unit) if game.positions.within(unit, enemy, reach)]
        return _("the roll already reaches {names}", names=series(reached)) if reached else ""

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        roll_charge(use.trigger, "forward to victory")
        yield from ()
