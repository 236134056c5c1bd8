"""Limits on the uses of abilities, and their costs (A-ONE, A-CMD, A-CP-5, A-ABIL-9, A-MAG-1, A-PRAY-1)."""

from __future__ import annotations

from typing import Final

from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.wording import N_, _, ngettext

POWERS: Final = {"SPELL": ("WIZARD", "A-MAG-1"), "PRAYER": ("PRIEST", "A-PRAY-1"), "UNBIND": ("WIZARD", "A-MAG-1")}
"""The keyword whose number limits the uses of such abilities in a phase, with the rule."""
SPANS: Final = {"phase": N_("phase"), "turn": N_("turn"), "round": N_("battle round"), "battle": N_("battle")}
ATTUNED: Final = "attuned"
"""The gift of a Place of Power to a hero that is neither WIZARD nor PRIEST (A-POP-2)."""


def why_not(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the limit or cost that keeps a unit from using an ability, or None."""
    return (
        _command_limit(game, player, spec, unit)
        or _once_per_phase(game, unit, spec)
        or _limit_in_text(game, player, spec, unit)
        or _power_limit(game, player, spec, unit)
        or _move_limit(game, spec, unit)
    )


def _once_per_phase(game: Game, unit: Unit, spec: AbilityDocument) -> Refusal | None:
    if "CORE" in spec.keywords and game.used(unit, "CORE", "phase"):
        return Refusal(_("{unit} already used a core ability this phase", unit=unit.name), "A-ONE-1")
    if "UNBIND" not in spec.keywords and game.used(unit, f"ability {spec.id}", "phase"):  # as often as A-MAG-1 says
        return Refusal(_("{unit} already used {ability} this phase", unit=unit.name, ability=_(spec.name)), "A-ONE-2")
    return None


def _command_limit(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the cost or limit that keeps a unit from a command, or None (A-CMD-2, A-CMD-3, A-AMB-19)."""
    if spec.kind != "command":
        return None
    points = game.state.command[player]
    if points < spec.cost:
        text = ngettext("{ability} costs {n} command point; only {points} left",
                        "{ability} costs {n} command points; only {points} left", spec.cost,
                        ability=_(spec.name), n=spec.cost, points=points)  # fmt: skip
        return Refusal(text, "A-CP-5")
    if game.state.uses.count("phase", f"{player} command {spec.id}"):
        return Refusal(_("the army already used {ability} this phase", ability=_(spec.name)), "A-CMD-3")
    if game.used(unit, "command", "phase"):
        return Refusal(_("{unit} already used a command this phase", unit=unit.name), "A-CMD-2")
    if "MANIFESTATION" in game.setup.keywords[unit.card]:
        return Refusal(_("manifestations cannot use commands"), "A-MAN-6")
    return None


def _limit_in_text(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    limit = timing(spec.timing)
    if limit.round and limit.round != game.state.round:
        return Refusal(_("{ability} is for battle round {n} only", ability=_(spec.name), n=limit.round), "A-TURN-4")
    if limit.limit is None:
        return None
    whose = player if limit.army else unit.id
    if game.state.uses.count(limit.limit, f"{whose} limited {spec.id}"):
        span = _(SPANS[limit.limit])
        return Refusal(_("{ability} was already used this {span}", ability=_(spec.name), span=span), "A-ABIL-9")
    return None


def _power_limit(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return the limit of magic that keeps a unit from using an ability, or None.

    A failed attempt counts. After a miscast, a unit can still unbind and banish (A-MAG-6, A-AMB-24). Each unit of an
    army may try an UNLIMITED spell or prayer (A-KEY-14).
    """
    for keyword, (power, rule) in POWERS.items():
        if keyword not in spec.keywords:
            continue
        level = game.number(unit, power)
        if keyword == "UNBIND" and game.bonus(unit, ATTUNED):
            level = max(level, 1)
        used = game.state.uses.count("phase", f"{unit.id} {keyword}")
        if used >= level:
            text = of_unit("{unit} lacks the {power} keyword", "{unit} lack the {power} keyword", unit, power=power)
            if level:
                text = _("power level {level} of {unit} is used up", unit=unit.name, level=level)
            return Refusal(text, rule)
        if keyword != "UNBIND" and spare_uses(game, unit) <= 0:
            return Refusal(_("{unit} banished instead this phase", unit=unit.name), "A-MAG-2")
        if keyword == "SPELL" and game.used(unit, "miscast", "phase"):
            return Refusal(_("{unit} miscast this phase", unit=unit.name), "A-MAG-4")
        unlimited = "UNLIMITED" in spec.keywords or keyword == "UNBIND"
        if not unlimited and game.state.uses.count("turn", f"{player} tried {spec.id}"):
            rule = "A-MAG-5" if keyword == "SPELL" else "A-PRAY-1"
            return Refusal(_("{ability} was already tried this turn", ability=_(spec.name)), rule)
    return None


def spare_uses(game: Game, unit: Unit) -> int:
    """Return the number of spells, prayers and banishments together that a unit has left in this phase (A-MAG-2)."""
    count = game.state.uses.count
    spare = game.bonus(unit, ATTUNED) - count("phase", f"{unit.id} BANISH")
    for keyword in ("SPELL", "PRAYER"):
        spare += max(0, game.number(unit, POWERS[keyword][0]) - count("phase", f"{unit.id} {keyword}"))
    return spare


def _move_limit(game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    if "MOVE" not in spec.keywords:
        return None
    if game.card(unit).move is None:
        text = of_unit("{unit} has no Move characteristic", "{unit} have no Move characteristic", unit)
        return Refusal(text, "A-MOVE-8")
    if game.state.phase_name == "movement" and unit.set_up_in == (game.state.round, game.state.turn):
        text = of_unit("{unit} was set up this turn", "{unit} were set up this turn", unit)
        return Refusal(text, "A-DEP-9")
    return None


def pay(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> None:
    """Pay for an ability, and record the use for later limits (A-CMD-1, A-ONE-4)."""
    if spec.kind == "command":
        game.state.command[player] -= spec.cost
        game.state.uses.note(f"{player} command {spec.id}", "phase")
        game.note(unit, "command", "phase")
        left = game.state.command[player]
        game.emit(events.CommandSpent(player=player, amount=spec.cost, left=left, rule="A-CP-5"))
    limit = timing(spec.timing)
    if limit.limit is not None:
        game.state.uses.note(f"{player if limit.army else unit.id} limited {spec.id}", limit.limit)
    game.note(unit, f"ability {spec.id}", "phase")
    if {"SPELL", "PRAYER"} & {*spec.keywords}:
        game.state.uses.note(f"{player} tried {spec.id}", "turn")
    for keyword in spec.keywords:
        game.note(unit, keyword)
