"""Invariants of the table at every decision, and checks of a state read from a file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import Final

import shapely

from game.engine.kit import soundness as kit
from game.engine.kit.soundness import Fault
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import LAST_TURN, MOST_VICTORY
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.setup_phase.deployment import TASKS
from game.rulesets.bushido.rules.state import COUNTERS, Model, Objective, State
from game.rulesets.bushido.rules.terrain import impassable
from game.rulesets.bushido.warbands.traits import UnreadableTerm, term
from game.wording import _

FULL_TURN: Final = 36_000
NARROWEST, WIDEST = 0.1, 3.0
"""The limits of the radius of a base or an objective, in inches."""
COUNTED: Final = 0, 1_000
"""The limits of numbers without a limit of their own."""
MOST_ORDERED: Final = 6
"""The most counters of a model after Orders (B-TR-37). Without Orders, the limit is two."""


def broken(state: State, setup: Setup) -> Iterator[str]:
    """Yield a description of every broken invariant of the table."""
    return chain(_badly_placed(state, setup), _out_of_range(state, setup))


def _badly_placed(state: State, setup: Setup) -> Iterator[str]:
    """Yield the models and objectives that overlap, are off the table, or have an impossible facing."""
    models = [model for model in state.models.values() if model.on_table]
    battlefield = setup.ruler_on(state.laid, state.destroyed).battlefield
    solid = impassable(battlefield)
    for model in models:
        yield from kit.out_of_place(model.name, model, battlefield, "B-MOVE-1")
        if solid.distance(shapely.Point(model.x, model.y)) < model.radius - TOLERANCE:
            yield f"{model.name} stands on impassable terrain (B-TERR-3)"
        if not 0 <= model.facing < FULL_TURN:
            yield f"{model.name} faces nowhere: {model.facing} is no hundredth of a degree below {FULL_TURN} (B-GEO-10)"
    objectives = [objective for objective in state.objectives.values() if objective.on_table]
    pieces: list[Model | Objective] = [*models, *objectives]
    for first, second in kit.near_pairs(pieces):
        if isinstance(first, Objective):  # two objectives may overlap
            continue
        overlap = first.radius + second.radius - math.hypot(first.x - second.x, first.y - second.y)
        if overlap > TOLERANCE:
            name = second.name if isinstance(second, Model) else second.id
            yield f"{first.name} overlaps {name} by {overlap:.4f} inches (B-MOVE-1)"


def _out_of_range(state: State, setup: Setup) -> Iterator[str]:
    """Yield the numbers that are too small or too large."""
    for model in state.models.values():
        card = setup.profiles[model.profile]
        if not 0 <= model.counters <= max(COUNTERS, MOST_ORDERED if state.step == "activation" else COUNTERS):
            yield f"{model.name} has {model.counters} activation counters (B-START-3)"
        if not 0 <= model.ki <= card.ki.max:
            yield f"{model.name} has {model.ki} Ki of at most {card.ki.max} (B-STAT-2)"
        if not 0 <= model.wounds <= card.wounds:
            yield f"{model.name} has {model.wounds} marked boxes of {card.wounds} (B-STAT-5)"
        for name, values in model.markers.items():
            if name not in STATES:
                yield f"{model.name} has a marker of {name!r}, which is no state (B-STATE)"
            elif not values or (STATES[name].single and len(values) > 1):
                yield f"{model.name} has {len(values)} markers of {name} ({STATES[name].rule})"
    if min(state.victory.values()) < 0 or sum(state.victory.values()) > MOST_VICTORY:
        yield f"{sum(state.victory.values())} victory points are given out (B-END-4a)"
    for name, counts in (("scenario points", state.points), ("pass tokens", state.passes), ("prayers", state.prayers)):
        if any(count < 0 for count in counts.values()):
            yield f"there are negative {name}"


def faults(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield every fault of a state with its place: contradictions, and facts that do not fit its setup."""
    players = set(setup.players)
    if state.players not in (setup.players, setup.players[::-1]):
        yield from kit.other_players("players", state.players, players)
    if setup.document.scenario not in scenarios.names():
        yield "setup.scenario", _("no scenario is called {scenario!r}", scenario=setup.document.scenario)
    for name in ("passes", "points", "victory", "prayers"):
        named = set(getattr(state, name))
        if named != players and (named or name != "prayers"):
            yield from kit.other_players(name, sorted(named), players)
    for name in ("south", "tactical_winner", "first_player", "active_player"):
        player = getattr(state, name)
        if player:
            yield from kit.no_player(name, player, players)
        elif state.step not in ("setup", "over"):
            yield name, _("is missing, but the step is {step!r}", step=state.step)
    yield from kit.half_over(state)
    yield from kit.laid_twice(state.laid, setup.terrain_pieces)
    if state.active and state.active not in state.models:
        yield "active", _("{model_id!r} is not a model", model_id=state.active)
    if not 0 <= state.turn <= LAST_TURN:
        text = _("is {turn}, but no game has more than {last} turns (B-START-1)", turn=state.turn, last=LAST_TURN)
        yield "turn", text
    yield from _wrong_models(state, setup, players)
    yield from _wrong_names(state, setup)


def _wrong_names(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield names of unknown players or models, numbers out of bounds, and unreadable entries."""
    players, pieces = setup.players, setup.terrain_pieces
    yield from kit.misfiled("objectives", state.objectives)
    for key, objective in state.objectives.items():
        place = f"objectives.{key}"
        yield from kit.unknown(f"{place}.friendly_to", [objective.friendly_to], players)
        yield from kit.unknown(f"{place}.worship", objective.worship, players)
        for player, count in objective.worship.items():
            yield from kit.outside(f"{place}.worship.{player}", count, *COUNTED)
        yield from kit.out_of_bounds(place, objective, radius=(0.0, WIDEST), actions=COUNTED)
    for number, aura in enumerate(state.auras):
        yield from kit.unknown(f"auras[{number}].source", [aura.source], state.models)
        yield from kit.out_of_bounds(f"auras[{number}]", aura, inches=COUNTED)
        yield from _unreadable(f"auras[{number}].entry", aura.entry)
    yield from kit.unknown("destroyed", state.destroyed, pieces)
    yield from kit.repeated("destroyed", state.destroyed)
    yield from kit.unknown("stopped", [state.stopped], players)
    if state.result is not None:
        yield from kit.unknown("result.winners", state.result.winners, players)
    for key, model in state.models.items():
        place, card = f"models.{key}", setup.profiles.get(model.profile)
        limits = {"radius": (NARROWEST, WIDEST), "shots": COUNTED, "flank_turn": (0, LAST_TURN)}
        yield from kit.out_of_bounds(place, model, **limits)
        yield from kit.unknown(f"{place}.ammo", model.ammo, {weapon.name for weapon in card.weapons} if card else ())
    yield from _wrong_step(state, setup)


def _unreadable(where: str, entry: str) -> Iterator[Fault]:
    """Yield the fault of an entry that cannot be read."""
    try:
        term(entry)
    except UnreadableTerm as error:
        yield where, str(error)


def _wrong_step(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield the facts that do not fit the step."""
    last = scenarios.longest(setup)
    if state.step not in ("setup", "over"):
        yield from kit.outside("turn", state.turn, int(state.step != "starting"), last - (state.step == "starting"))
    if state.step == "starting" and state.last_turn:
        yield "last_turn", _("is true, but a turn begins - a game ends with its last turn")
    if state.step == "setup":
        yield from kit.outside("setup_done", state.setup_done, 0, len(TASKS) - 1)


def _wrong_models(state: State, setup: Setup, players: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the faults of models one by one."""
    yield from kit.misfiled("models", state.models)
    for key, model in state.models.items():
        place = f"models.{key}"
        if model.profile not in setup.profiles:
            yield f"{place}.profile", _("no card of the warbands is called {profile!r}", profile=model.profile)
            return
        for name in ("owner", "side"):
            yield from kit.no_player(f"{place}.{name}", getattr(model, name), players)
        for number, effect in enumerate(model.effects):
            yield from _unreadable(f"{place}.effects[{number}].entry", effect.entry)


SOUND: Final = kit.Soundness(faults, broken)
