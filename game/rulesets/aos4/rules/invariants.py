"""Invariants of the table that hold at every decision, and checks of a state from a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

import shapely

from game.engine.kit import soundness as kit
from game.engine.kit.soundness import Fault
from game.rulesets.aos4.documents.params import is_change
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules.positions import Positions
from game.rulesets.aos4.rules.rulings import TOLERANCE
from game.rulesets.aos4.rules.setup import TERRITORIES, Setup, owner_of
from game.rulesets.aos4.rules.state import State
from game.rulesets.aos4.rules.terrain import features
from game.table.facing import FULL_TURN
from game.table.footprints import Footprint, Oblong, clearance, clearance_of_shape, overlaps
from game.wording import _

MOST_POINTS: Final = 500


def broken(state: State, setup: Setup) -> Iterator[str]:
    """Yield a text for every broken invariant. A file is rejected with the first one."""
    return chain(_out_of_place(state, setup), _overlaps(state, setup), _out_of_range(state, setup))


def _standing(state: State, setup: Setup) -> list[Footprint]:
    """Return the bases of all models on the table."""
    positions = Positions(setup)
    return [base for unit in state.units.values() if unit.on_table for base in positions.bases(unit).footprints]


def _out_of_place(state: State, setup: Setup) -> Iterator[str]:
    """Yield models off the table or on impassable terrain."""
    field, bases = setup.ruler_on(state.laid, state.lifted).battlefield, _standing(state, setup)
    solid = [(feature.name, feature.shape) for feature in features(field) if feature.is_impassable]
    for base in bases:
        yield from kit.out_of_place(base.name, base, field, "A-GEO-9")
        for name, shape in solid:
            gap = shape.distance(shapely.Point(base.x, base.y))
            if gap < base.radius - TOLERANCE and clearance_of_shape(base, shape) < -TOLERANCE:
                yield f"{base.name} stands on {name} (A-TAB-3)"


def _overlaps(state: State, setup: Setup) -> Iterator[str]:
    """Yield pairs of overlapping bases."""
    for one, other in kit.near_pairs(_standing(state, setup)):
        if overlaps(one, other, TOLERANCE):
            depth = -clearance(one, other)
            yield f"{one.name} overlaps {other.name} by {depth:.4f} inches (A-GEO-9)"


def _out_of_range(state: State, setup: Setup) -> Iterator[str]:
    """Yield models, damage counts and points that are not possible."""
    for unit in state.units.values():
        models = setup.models_of(unit)
        model_ids = {*models}
        health = min(
            (models[model].printed.health for model in unit.at if model in models),
            default=setup.cards[unit.card].health,
        )
        if (unit.place == "table") != bool(unit.at):
            yield f"{unit.name} is {unit.place} with {len(unit.at)} models (A-DMG-10)"
        if not {*unit.at} <= model_ids or not {*unit.slain} <= model_ids or {*unit.at} & {*unit.slain}:
            yield f"{unit.name} has models that are not its own, or both slain and standing (A-STATE-3)"
        if not 0 <= unit.damage < health:
            yield f"{unit.name} has a damage count of {unit.damage} with Health {health} (A-DMG-5)"
        if unit.ritual < 0:
            yield f"{unit.name} has {unit.ritual} ritual points (A-PRAY-2)"
    for name, counts in (("victory points", state.points), ("command points", state.command)):
        if any(count < 0 for count in counts.values()):
            yield f"there are negative {name}"


def faults(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield every fault of a state: inconsistent facts, or facts that do not fit the setup."""
    return chain(_wrong(state, setup), _wrong_names(state, setup))


def _wrong(state: State, setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield faults in the facts of the battle, such as players, rounds and control."""
    players = {*setup.players}
    if state.players != setup.players:
        yield from kit.other_players("players", state.players, players)
        return
    for name in ("points", "command", "ticked"):
        if {*getattr(state, name)} != players:
            yield from kit.other_players(name, sorted(getattr(state, name)), players)
    for name in ("beginner", "deployer", "first", "active", "fighter", "underdog"):
        player = getattr(state, name)
        if player:
            yield from kit.no_player(name, player, players)
    yield from kit.half_over(state)
    if not 0 <= state.phase < len(PHASES):
        yield "phase", _("is {phase}, but a turn has {n} phases", phase=state.phase, n=len(PHASES))
    if not 0 <= state.round <= MOST_POINTS or state.turn not in (0, 1, 2):
        yield "round", _("is {round}, turn {turn}: a round has two turns", round=state.round, turn=state.turn)
    has_territories = state.step not in ("territories", "over")
    if has_territories and sorted(state.territories.values()) != sorted(TERRITORIES):
        yield "territories", _("each player must have one of the two")
    if {*state.control} != {*setup.objectives}:
        yield (
            "control",
            _(
                "names {found}, but the objectives are {known}",
                found=sorted(state.control),
                known=sorted(setup.objectives),
            ),
        )
    yield from kit.laid_twice(state.laid, setup.terrain_pieces)
    yield from _wrong_units(state, setup)


def _wrong_names(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield ids of players, objectives and terrain that do not exist."""
    players, pieces = setup.players, setup.terrain_pieces
    features = {*pieces, *state.units}  # faction terrain is a unit
    for objective, holder in state.control.items():
        yield from kit.unknown(f"control.{objective}", [holder], players)
    for feature, holder in state.held.items():
        yield from kit.unknown("held", [feature], features)
        yield from kit.unknown(f"held.{feature}", [holder], players)
    yield from kit.unknown("lifted", state.lifted, pieces)
    yield from kit.repeated("lifted", state.lifted)
    yield from kit.unknown("territories", state.territories, players)
    yield from kit.unknown("finished", state.finished, players)
    yield from kit.repeated("finished", state.finished)
    for player, cards in state.ticked.items():
        yield from kit.unknown(f"ticked.{player}", cards, {tactic.id for tactic in setup.tactics[player]})
    if state.result is not None:
        yield from kit.unknown("result.winners", state.result.winners, players)
    yield from _wrong_step(state, setup)
    for key, unit in state.units.items():
        yield from kit.unknown(f"units.{key}.besieges", [unit.besieges], features)
        yield from kit.repeated(f"units.{key}.slain", unit.slain)
        if unit.card and unit.owner != owner_of(unit.card):
            text = _(
                "is {owner!r}, but the warscroll belongs to {other!r}", owner=unit.owner, other=owner_of(unit.card)
            )
            yield f"units.{key}.owner", text


NEEDED: Final = {
    "terrain": ("beginner",),
    "deploying": ("beginner", "deployer"),
    "deployed": ("beginner",),
    **dict.fromkeys(("opening", "turn", "phase", "closing"), ("active", "first")),
}
"""The players who must be set at a step."""


def _wrong_step(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield faults in facts that depend on the step."""
    for name in (*NEEDED.get(state.step, ()), *(("fighter",) if state.window == "fight" else ())):
        if not getattr(state, name):
            yield name, _("is missing, but the step is {step!r}", step=state.step)
    rounds = setup.document.options.rounds
    round_begun = state.step in ("opening", "turn", "phase", "closing")
    if state.step != "over":
        most = rounds - 1 if state.step == "round" else rounds  # the step "round" begins a further one
        yield from kit.outside("round", state.round, int(round_begun), most)
    if round_begun:
        yield from kit.outside("turn", state.turn, int(state.step == "phase"), 2)
    if state.step == "round" and not state.round:
        yield from kit.incomplete("finished", dict.fromkeys(state.finished), setup.players)
    waiting = [unit for unit in state.units.values() if unit.place == "reserve" and unit.card in setup.roles]
    roles = [(unit.owner, setup.roles[unit.card]) for unit in waiting]
    if state.regiment and state.step != "over":
        regiments = {f"{owner}/{role.regiment}" for owner, role in roles if role.kind == "regiment"}
        yield from kit.unknown("regiment", [state.regiment], regiments)
        if state.step != "deploying" or not state.regiment.startswith(f"{state.deployer}/"):
            yield "regiment", _("is set, but its player does not deploy now - leave it empty")


def _wrong_units(state: State, setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield faults in units: unknown warscrolls, players, models and facings."""
    yield from kit.misfiled("units", state.units)
    for key, unit in state.units.items():
        path = f"units.{key}"
        if unit.card not in setup.cards:
            yield f"{path}.card", _("no warscroll in either army is called {card!r}", card=unit.card)
            return
        yield from kit.no_player(f"{path}.owner", unit.owner, setup.players)
        if unit.summoner and unit.summoner not in state.units:
            yield f"{path}.summoner", _("{unit!r} is not a unit", unit=unit.summoner)
        for number, effect in enumerate(unit.effects):
            if effect.player not in setup.players:
                yield f"{path}.effects[{number}].player", _("{owner!r} is not a player", owner=effect.player)
            if not is_change(effect.what):
                yield (
                    f"{path}.effects[{number}].what",
                    _("no effect changes {what!r}", what=effect.what),
                )
        if unit.place == "table" and not ({*unit.at} <= {*setup.models_of(unit)}):
            yield f"{path}.at", _("names models that the unit does not have")
            return
        models = setup.models_of(unit)
        for model, facing in unit.facings.items():
            if model not in unit.at or model not in models or not isinstance(models[model].base, Oblong):
                yield (
                    f"{path}.facings",
                    _("{model!r} is no model on the table with a base that is not round", model=model),
                )
            elif not 0 <= facing < FULL_TURN:
                yield f"{path}.facings.{model}", _("is {facing}, but a turn has {n}", facing=facing, n=FULL_TURN)
        for model in unit.at if unit.place == "table" else ():
            if isinstance(models[model].base, Oblong) and model not in unit.facings:
                text = _(
                    "{model!r} needs a facing: its base is not round - give hundredths of a degree, 0 = east",
                    model=model,
                )
                yield f"{path}.facings", text
                break
    for card in setup.cards:
        if card not in state.units:
            yield "units", _("{unit!r} is missing", unit=card)


SOUND: Final = kit.Soundness(faults, broken)
