"""The abilities Unbind, Banish, Magical Intervention and Place of Power (A-AB-10 to A-AB-12, A-AB-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.abilities.resolving import ATTUNED, rules_of, spare_uses, use_ability, why_not
from game.rulesets.aos4.rules.attacks.damaging import destroy, mortal_damage
from game.rulesets.aos4.rules.attacks.volleys import pick_unit
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.magic import CASTING_DICE, is_unbound
from game.rulesets.aos4.rules.positions import exact_gaps
from game.rulesets.aos4.rules.rulings import PLACE_OF_POWER, TOLERANCE, UNBIND_RANGE
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.rulesets.aos4.rules.terrain import Feature
from game.wording import N_, _


class Unbind(Ability):
    """Undo a spell with 2D6 above the casting roll. There is one attempt per casting roll (A-AB-10, A-PRAY-8)."""

    id, rule, letter = "unbind", "A-AB-10", "b"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        in_range = game.distances.within(unit, use.unit, UNBIND_RANGE)
        return "SPELL" in use.spec.keywords and not use.unbound_by and in_range

    def effect(self, use: Use) -> Flow:
        game, unit, trigger = use.game, use.unit, use.trigger
        assert trigger is not None
        trigger.unbound_by.append(unit.id)
        pool, plus = game.throw(unit, CASTING_DICE, "unbind"), game.bonus(unit, "unbind")
        total = sum(pool.faces) + plus
        trigger.fails = is_unbound(total, trigger.total)
        game.emit(
            events.Unbound(
                unit=unit.id,
                caster=trigger.unit.id,
                pool=pool,
                total=total,
                against=trigger.total,
                success=trigger.fails,
                rule="A-MAG-7",
            )
        )
        yield from ()


class Banish(Ability):
    """Remove a manifestation with 2D6 and a bonus against its banishment value (A-AB-11, A-MAN-3, A-AMB-43)."""

    id, rule, letter = "banish-manifestation", "A-AB-11", "shift+b"

    def users(self, game: Game, player: str, spec: AbilityDocument) -> Iterator[Unit]:
        for unit in super().users(game, player, spec):
            if game.number(unit, "WIZARD") or game.number(unit, "PRIEST") or game.bonus(unit, ATTUNED):
                yield unit

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if spare_uses(game, unit) <= 0:
            return Refusal(_("the power level of {unit} is used up", unit=unit.name), "A-MAG-2")
        if not banishable(game, unit):
            return Refusal(_("no manifestation within 30″ to banish"), self.rule)
        return None

    def declare(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        prompt = _("Choose a manifestation for {unit} to banish", unit=unit.name)
        target = yield from pick_unit(use.game, use.unit, banishable(game, unit), prompt, self.rule)
        use.targets = [target]
        game.state.uses.note(f"{use.player} banished {target.id}", "turn")
        pool, plus = game.throw(unit, CASTING_DICE, "banish"), banishing_bonus(game, unit)
        use.total, needed = sum(pool.faces) + plus, game.card(target).banishment
        use.fails = use.total < needed
        outcome = {"needed": needed, "success": not use.fails}
        game.rolled(unit, N_("banish"), pool, use.total, plus=plus, rule=self.rule, **outcome)

    def effect(self, use: Use) -> Flow:
        for target in use.targets:  # none if a reaction ignores it
            destroy(use.game, target, self.rule)
        yield from ()


def banishable(game: Game, unit: Unit) -> list[Unit]:
    """Return the manifestations that a unit may banish, the enemy's first (A-AMB-20)."""
    uses, everyone = game.state.uses, [*game.enemies(unit), *game.of(unit.owner)]
    return [
        other
        for other in everyone
        if game.card(other).banishment
        and game.distances.within(unit, other, UNBIND_RANGE)
        and not uses.count("turn", f"{unit.owner} banished {other.id}")
    ]


def banishing_bonus(game: Game, unit: Unit) -> int:
    """Return the bonus to a banishment roll from effects and from each further enemy manifestation (A-AB-11)."""
    enemies = sum(bool(game.card(enemy).banishment) for enemy in game.enemies(unit))
    return max(0, enemies - 1) + game.bonus(unit, "banish")


def usable_powers(game: Game, unit: Unit) -> list[AbilityDocument]:
    """Return the spells and prayers that a unit could use now by Magical Intervention."""
    return [
        spec
        for spec in game.setup.abilities[unit.owner].values()
        if spec.kind in ("spell", "prayer") and not isinstance(rules_of(spec), MagicalIntervention)
        and unit in rules_of(spec).users(game, unit.owner, spec)
        and why_not(game, unit.owner, spec, unit) is None
    ]  # fmt: skip


INTERVENING: Final = -1
"""The modifier of Magical Intervention to the casting or chanting roll (A-AB-14)."""


class MagicalIntervention(Ability):
    """Use a spell or prayer in the enemy's hero phase at -1 (A-AB-14, A-CMD-5)."""

    id, rule, letter = "magical-intervention", "A-AB-14", "k"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not (game.number(unit, "WIZARD") or game.number(unit, "PRIEST")):
            text = of_unit("{unit} is neither WIZARD nor PRIEST", "{unit} are neither WIZARD nor PRIEST", unit)
            return Refusal(text, self.rule)
        if not usable_powers(game, unit):
            text = of_unit("{unit} has no spell or prayer to use", "{unit} have no spell or prayer to use", unit)
            return Refusal(text, self.rule)
        return None

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return any(rules_of(power).matters(game, power, unit) for power in usable_powers(game, unit))

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        powers = usable_powers(game, unit)
        if not powers:  # a reaction destroyed the unit or used up its powers
            return
        options = [Option(power.id, _(power.name), self.rule) for power in powers]
        prompt = _("Choose a spell or prayer for {unit} (-1 to the roll)", unit=unit.name)
        key = powers[0].id
        if len(powers) > 1:
            key = yield Choose(player=use.player, prompt=prompt, rule=self.rule, about=unit.id, options=options)
        spec = game.ability(use.player, key)
        yield from use_ability(Use(game, spec, use.player, unit, plus=INTERVENING))


class ActivatePlaceOfPower(Ability):
    """Roll a die for D3 mortal damage on a 1, otherwise a gift of magic (A-AB-12, A-POP-2, A-POP-3)."""

    id, rule, letter = "activate-place-of-power", "A-AB-12", "p"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        if not game.has(unit, "HERO"):
            return Refusal(of_unit("{unit} lacks the HERO keyword", "{unit} lack the HERO keyword", unit), self.rule)
        if place_of_power(game, unit) is None:
            return Refusal(_("{unit} is not within 3″ of a Place of Power", unit=unit.name), "A-POP-1")
        return None

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        target = place_of_power(game, unit)
        pool = game.throw(unit, 1, "place of power")
        [face], place = pool.faces, "" if target is None else target.id
        outcome: dict[str, Any] = {"needed": 2, "success": face > 1, "target": place}
        game.rolled(unit, N_("place of power"), pool, face, rule="A-POP-2", **outcome)
        if face == 1:
            points = game.throw_d3(unit, N_("place of power damage"))
            yield from mortal_damage(game, unit, points, "place of power ward")
            return
        gifts = [what for power, what in (("WIZARD", "cast"), ("PRIEST", "chant")) if game.number(unit, power)]
        for what in gifts or [ATTUNED]:
            game.affect(unit, Effect(self.id, what, 1, "turn", use.player), "A-POP-2")


def place_of_power(game: Game, unit: Unit) -> Feature | None:
    """Return the nearest Place of Power within 3 inches of a unit, or None (A-POP-1, A-POP-3, A-TAB-5)."""
    bases = game.positions.bases(unit)
    near: list[tuple[float, Feature]] = []
    for feature in game.features():
        if "place-of-power" not in feature.does:
            continue
        if feature.base is not None:
            gap = float(exact_gaps(bases.footprints, (feature.base,)).min())
        else:
            gap = float(game.positions.gaps_to_feature(unit, feature).min())
        if gap <= PLACE_OF_POWER + TOLERANCE:
            near.append((round(gap, 4), feature))
    return min(near, key=lambda pair: pair[0])[1] if near else None
