"""A running battle with the effects of abilities: keywords, bonuses and other lasting effects (A-ABIL-6, A-ONE-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.rulesets.aos4.documents.abilities import AbilityDocument, step_of
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.documents.params import AGAINST_MAGIC, DAMAGE_BY, DEED, FIGHTS, FIGHTS_WHICH, IF, NEAR, USER
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.battle import HAS, Battle
from game.rulesets.aos4.rules.conditions import (
    Params,
    is_army_target,
    is_for_each,
    is_for_itself,
    is_target,
    may_work,
    names,
)
from game.rulesets.aos4.rules.setup import AURA, Aura
from game.rulesets.aos4.rules.state import Effect, Unit, Until

LEVELS: Final = ("WIZARD", "PRIEST")
"""The keywords whose number is the power level of a unit (A-KEY-3)."""


class Influence(NamedTuple):
    """An effect on a value of a unit by an ability of `player`. `scope` limits it to certain attacks.

    `by` is the unit and `weapon` the picked weapon to whose attacks it is limited, or "" for all.
    """

    amount: int
    player: str
    scope: Params
    keyword: str = ""
    by: str = ""
    weapon: str = ""


@dataclass
class Game(Battle):
    """A running battle with its setup, its state, its dice and the events so far."""

    def has(self, unit: Unit, keyword: str) -> bool:
        """Return whether a unit has a keyword: printed, given by a lasting effect, or by a passive ability."""
        if keyword in self.setup.keywords[unit.card]:
            return True
        if any(effect.what == HAS and effect.keyword == keyword for effect in unit.effects):
            return True
        return any(aura.keyword == keyword for aura in self._auras(unit, HAS))

    def number(self, unit: Unit, keyword: str) -> int:
        """Return the number of a unit's keyword, such as the 2 of WIZARD (2), or 0 without the keyword (A-KEY-3).

        Effects can change the numbers of WIZARD and PRIEST, which are power levels.
        """
        number = max(self.numbers(unit, keyword), default=0)
        return max(0, number + self.bonus(unit, "power")) if number and keyword in LEVELS else number

    def numbers(self, unit: Unit, keyword: str) -> list[int]:
        """Return all numbers of a unit's keyword: printed, lent, and by passive abilities."""
        printed, lent = self.setup.keywords[unit.card].get(keyword), []
        if unit.effects:
            effects = [effect for effect in unit.effects if effect.what == HAS and effect.keyword == keyword]
            lent = [effect.amount for effect in effects if self._counts(self.scope(effect))]
        auras = [aura for aura in self._auras(unit, HAS) if aura.keyword == keyword]
        lent += [aura.amount for aura in auras if self._counts(aura.params)]
        return lent if printed is None else [printed, *lent]

    def _counts(self, needs: Params) -> bool:
        """Return whether a number counts now; one against magic or attacks counts only while these are resolved."""
        kinds = ("spell", "prayer", "manifestation") if AGAINST_MAGIC.of(needs) else DAMAGE_BY.of(needs)
        return not kinds or any(map(self._damages_by, kinds))

    def _damages_by(self, kind: str) -> bool:
        """Return whether the ability in use inflicts damage of this kind."""
        latest = self.under_way[-1] if self.under_way else None
        if latest is None:
            return False
        if kind == "manifestation":
            return "MANIFESTATION" in self.setup.keywords[latest.unit.card]
        attacks = {"combat": "FIGHT", "shooting": "SHOOT"}.get(kind)
        return attacks in latest.spec.keywords if attacks else latest.spec.kind == kind

    def keywords(self, unit: Unit) -> set[str]:
        """Return all keywords of a unit."""
        return self.own_keywords(unit) | {aura.keyword for aura in self._auras(unit, HAS)}

    def bonus(self, unit: Unit, what: str) -> int:
        """Return the sum of all effects on a value of a unit."""
        total = sum(effect.amount for effect in unit.effects if effect.what == what)
        return total + sum(aura.amount for aura in self._auras(unit, what))

    def casting_bonus(self, unit: Unit, spec: AbilityDocument) -> int:
        """Return the sum of all effects on a unit's casting rolls for a spell."""
        effects = self.influences(unit, "cast")
        return sum(influence.amount for influence in effects if DEED.of(influence.scope) in ("", *spec.keywords))

    def characteristic(self, unit: Unit, what: str, printed: int) -> int:
        """Return a characteristic of a unit, which effects may replace. The lowest counts (A-DICE-8)."""
        replaced = [amount(influence.keyword).plus for influence in self.influences(unit, f"{what} set")]
        return min(replaced, default=printed)

    def influences(self, unit: Unit, what: str) -> Iterator[Influence]:
        """Yield each effect on a value of a unit, with its scope."""
        for effect in unit.effects:
            if effect.what == what:
                scope = self.scope(effect)
                yield Influence(effect.amount, effect.player, scope, effect.keyword, effect.by, effect.weapon)
        for aura in self._auras(unit, what):
            yield Influence(aura.amount, aura.player, aura.params, aura.keyword)

    def scope(self, effect: Effect) -> Params:
        """Return the parameters of the ability step behind an effect, or {} for an effect by hand."""
        spec, number = step_of(effect.source)
        ability = self.setup.abilities[effect.player].get(spec)
        return {} if ability is None else ability.step(number).params

    def is_barred(self, unit: Unit, kinds: Sequence[str]) -> bool:
        """Return whether an effect forbids a unit any of these kinds of ability."""
        return any(influence.keyword in kinds for influence in self.influences(unit, "barred"))

    def may_fight_again(self, unit: Unit) -> bool:
        """Return whether a unit has used one FIGHT ability this phase and an effect lets it use another (A-FIGHT-3)."""
        return self.bonus(unit, "second fight") > 0 and self.state.uses.count("phase", f"{unit.id} FIGHT") == 1

    def keeps_from_contesting(self, unit: Unit) -> bool:
        """Return whether an effect keeps a unit from contesting objectives (A-OBJ-2)."""
        return self.bonus(unit, "no contest") > 0

    def hides(self, unit: Unit, viewer: Unit, what: str = "hidden") -> bool:
        """Return whether an effect hides a unit from an enemy farther away than the effect's limit, 0 for any.

        With `what` "unshot" it hides the unit only from shooting attacks.
        """
        if unit.owner == viewer.owner:
            return False
        reach = min((influence.amount for influence in self.influences(unit, what)), default=None)
        return reach is not None and not (reach and self.distances.within(unit, viewer, float(reach)))

    # -- passive abilities, and those that work around a unit for a while

    def _auras(self, unit: Unit, what: str) -> Iterator[Aura]:
        """Yield the auras that currently affect a value of a unit. Each ability counts once (A-ONE-3)."""
        for aura in self.setup.auras.get(what, ()):
            if unit.place == "table" and self._reaches(aura, unit):
                yield aura

    def _reaches(self, aura: Aura, unit: Unit) -> bool:
        """Return whether an aura currently affects a unit."""
        if aura.is_armys:
            return is_army_target(self, aura.params, aura.player, unit) and self._army_may(aura)
        if is_for_itself(aura.params):
            return self._bears(aura, unit) and may_work(self, unit, aura.params)
        bearers = [bearer for bearer in self.state.units.values() if bearer.owner == aura.player]
        if not is_for_each(aura.params):
            bearers = [bearer for bearer in bearers if bearer is not unit]
        return any(
            self._bears(aura, bearer) and is_target(self, aura.params, bearer, unit)
            and may_work(self, bearer, aura.params)
            for bearer in bearers
        )  # fmt: skip

    def _army_may(self, aura: Aura) -> bool:
        """Return whether an aura of a whole army works now: any of its units may meet the conditions on the user."""
        if not {IF.name, NEAR.name, FIGHTS.name, FIGHTS_WHICH.name} & {*aura.params}:
            return True
        units = self.state.units.values()
        return any(
            may_work(self, unit, aura.params) for unit in units if unit.owner == aura.player and unit.place == "table"
        )

    def _bears(self, aura: Aura, unit: Unit) -> bool:
        """Return whether a unit has an aura that works now; a passive aura always works.

        Any unit that fits the parameter `user` of an aura has it.
        """
        if unit.place != "table" or unit.owner != aura.player:
            return False
        if named := USER.of(aura.params):
            return fits(names(self, unit), named) and (not aura.spec.used_by or self._is_borne(aura)) and (
                aura.is_passive or self._lasts(aura)
            )  # fmt: skip
        if aura.is_passive:
            return self.setup.names_unit(aura.spec, unit)
        return any(effect.what == AURA and effect.source == aura.source for effect in unit.effects)

    def _lasts(self, aura: Aura) -> bool:
        """Return whether an aura that lasts for a while was used by any unit and has not ended."""
        return any(
            effect.what == AURA and effect.source == aura.source
            for unit in self.state.units.values()
            for effect in unit.effects
        )

    def _is_borne(self, aura: Aura) -> bool:
        """Return whether a unit on the table has the ability of an aura."""
        units = self.state.units.values()
        return any(unit.place == "table" and self.setup.names_unit(aura.spec, unit) for unit in units)

    # -- lasting effects

    def affect(self, unit: Unit, effect: Effect, rule: str) -> None:
        """Give an effect to a unit; it replaces an effect of the same ability and kind (A-ONE-3)."""
        unit.effects = add_effect(unit.effects, effect)
        self.emit(events.EffectBegan(unit=unit.id, rule=rule, **effect.facts()))

    def expire(self, *spans: Until, own: str = "") -> None:
        """End the effects that last for these spans of time, and reset the records of uses in them (A-TURN-5).

        `own` is a player whose turn starts: effects that last until then end, and effects that last until its end now
        end with the turn.
        """
        for unit in self.state.units.values():
            unit.effects = [
                _until_turn_ends(effect) if own and _ends_in(effect, own) else effect
                for effect in unit.effects
                if effect.until not in spans and (effect.until, effect.player) != ("own turn", own)
            ]
        for span in spans:
            self.state.uses.begin(span)

    def begin_hero_phase(self, player: str) -> None:
        """End the effects that last until the next hero phase of a player (A-TURN-5)."""
        for unit in self.state.units.values():
            if unit.effects:
                until = ("own hero", player)
                unit.effects = [effect for effect in unit.effects if (effect.until, effect.player) != until]


def _ends_in(effect: Effect, player: str) -> bool:
    """Return whether an effect ends with the turn of a player that begins now."""
    return effect.until == "next turn" or (effect.until, effect.player) == ("own end", player)


def _until_turn_ends(effect: Effect) -> Effect:
    """Return a copy of an effect that ends with the current turn."""
    changed = effect.clone()
    changed.until = "turn"
    return changed


def add_effect(effects: Sequence[Effect], effect: Effect) -> list[Effect]:
    """Return effects with a new effect, which replaces one of the same ability and kind (A-ONE-3)."""
    return [*(old for old in effects if (old.source, old.what) != (effect.source, effect.what)), effect]
