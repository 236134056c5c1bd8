"""Abilities with effects that the players carry out by hand. Timing, cost and limits still apply (A-IMP-8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.engine.core.decisions import Choose, Option, only_option
from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.abilities import POWERS, AbilityDocument
from game.rulesets.aos4.documents.hand_needs import hand_needs
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.attacks.damaging import inflict
from game.rulesets.aos4.rules.conditions import is_target, meets, names
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import heal, return_models
from game.rulesets.aos4.rules.moving.unit_moves import Move, ask_move, ask_set_up, room_for
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _

DONE: Final = "done"
DEEDS: Final = {
    "mortal": N_("Inflict mortal damage"),
    "unwarded": N_("Allocate damage without wards"),
    "heal": N_("Heal"),
    "return": N_("Return slain models"),
    "set-up": N_("Set up a unit"),
    "move": N_("Move a unit"),
}
AMOUNTS: Final = ("1", "2", "3", "4", "5", "6")
INCHES: Final = ("1", "2", "3", "4", "5", "6", "8", "10", "12")


class ByHand(Ability):
    """An ability that the players resolve by hand. The log shows their changes."""

    rule = "A-IMP-8"

    def users(self, game: Game, player: str, spec: AbilityDocument) -> Iterator[Unit]:
        """Yield the possible users.

        For an army's ability without a named user, this is one unit, the general if possible.
        """
        units = super().users(game, player, spec)
        if spec.used_by or spec.kind in POWERS or not timing(spec.timing).army or _mentions_user(spec):
            yield from units
        else:
            yield from sorted(units, key=lambda unit: not game.card(unit).general)[:1]

    def could_matter(self, game: Game, spec: AbilityDocument, unit: Unit, trigger: Unit | None = None) -> bool:
        """Return whether a use could do anything, as far as its text is clear; it may react to the unit `trigger`."""
        needs = hand_needs(spec)
        if trigger is not None and needs.trigger and not fits(names(game, trigger), needs.trigger):
            return False
        if not meets(game, unit, needs.user):
            return False
        units = game.state.units.values()
        return not needs.target or any(is_target(game, needs.target, unit, target) for target in units)

    def effect(self, use: Use) -> Flow:
        name, usual = _(use.spec.name), False
        while True:
            deeds = [Option(key, _(label), self.rule) for key, label in DEEDS.items() if possible(use.game, key)]
            deeds.append(Option(DONE, _("Done"), self.rule, letter="d", declines=True))
            question = self._question(use, _("{ability} by hand: choose what happens", ability=name), deeds)
            # Further changes can be made at any time outside the ability.
            deed = yield replace(question, usual=lambda: DONE) if usual else question
            if deed == DONE:
                return
            usual = True
            units = [Option(unit.id, unit.name, self.rule, tuple(unit.at)) for unit in possible(use.game, deed)]
            question = self._question(use, _("{ability} by hand: choose a unit", ability=name), units)
            key = yield replace(question, usual=partial(only_option, units))
            amount = 0
            if deed != "set-up":
                texts, mark = (INCHES, "″") if deed == "move" else (AMOUNTS, "")
                amounts = [Option(text, f"{text}{mark}", self.rule) for text in texts]
                amount = int(
                    (yield self._question(use, _("{ability} by hand: choose how much", ability=name), amounts))
                )
            yield from carry_out(use, deed, use.game.state.units[key], amount)

    def _question(self, use: Use, prompt: str, options: list[Option]) -> Choose:
        return Choose(player=use.player, prompt=prompt, rule=self.rule, about=use.unit.id, options=options)


def carry_out(
    use: Use, deed: str, unit: Unit, amount: int, event_class: type[events.AdjustedByHand] = events.AdjustedByHand
) -> Flow:
    """Carry out one change by hand, with the questions that follow, and record it as an `event_class`."""
    game, purpose = use.game, f"by hand {use.spec.id}"
    log_text = events.keep("{deed}: {unit}", deed=events.keep(DEEDS[deed]), unit=unit.name)
    if deed != "set-up":
        label = events.keep(DEEDS[deed])
        log_text = events.keep("{deed}: {unit}, {amount}", deed=label, unit=unit.name, amount=amount)
    game.emit(event_class(player=use.player, text=log_text, rule=ByHand.rule))
    if deed == "mortal":
        yield from inflict(game, unit, amount, purpose, mortal=True)
    elif deed == "unwarded":
        yield from inflict(game, unit, 0, purpose, unwarded=amount)
    elif deed == "heal":
        heal(game, unit, amount, ByHand.rule)
    elif deed == "return":
        yield from return_models(game, unit, amount)
    elif deed == "set-up":  # on any free spot; the players follow the other limits in the text (A-IMP-8)
        room = room_for(game, unit, lambda base: (), ByHand.rule)
        if room.find():
            yield from ask_set_up(game, unit, room, _("Where do you set up {unit}?", unit=unit.name), ByHand.rule)
            unit.set_up_in = (game.state.round, game.state.turn)
    elif unit.at:
        prompt = _("Move {unit} by hand, up to {inches}″", unit=unit.name, inches=amount)
        yield from ask_move(game, unit, Move(float(amount), ByHand.rule), prompt, use.spec.id)


def _mentions_user(spec: AbilityDocument) -> bool:
    """Return whether the text of an ability mentions its user."""
    return "this unit" in f"{spec.timing} {spec.declare} {spec.effect}".casefold()


def possible(game: Game, deed: str) -> list[Unit]:
    """Return the units on which a change by hand is possible."""
    units = game.state.units.values()
    if deed == "set-up":  # a unit on the table is picked up and set up again
        return [unit for unit in units if unit.place in ("reserve", "table")]
    return [unit for unit in units if unit.place == "table" and (deed != "return" or unit.slain)]
