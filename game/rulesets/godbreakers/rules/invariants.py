"""Invariants of the table at every decision, and checks of a state read from a file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import Final

from game.engine.kit import soundness as kit
from game.engine.kit.soundness import Fault
from game.rulesets.godbreakers.rules.circles.documents import HIGHEST_RANK
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.rulesets.godbreakers.rules.setup import MOST_ROUNDS, Setup
from game.rulesets.godbreakers.rules.state import DICE, Marker, Model, State
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.table.heights import relief_of
from game.wording import N_, _

TOUCH = 1e-6
RADII: Final = 0.1, 2.0
"""The limits of the radius of a base or a marker, in inches."""
COUNTED: Final = 0, 1_000
"""The limits of numbers without a limit of their own."""


def broken(state: State, setup: Setup) -> Iterator[str]:
    """Yield a description of every broken invariant of the table."""
    return chain(_badly_placed(state, setup), _loose_ends(state))


def _badly_placed(state: State, setup: Setup) -> Iterator[str]:
    """Yield the pieces that overlap something, or are off the table or without a surface."""
    pieces: list[Model | Marker] = [*state.models.values(), *state.markers.values()]
    present = [piece for piece in pieces if piece.on_table]
    battlefield = setup.ruler_on(state.shaped, state.ruined).battlefield
    for piece in present:
        yield from kit.out_of_place(piece.name, piece, battlefield, "G-TBL-1")
        if setup.options.levels and not relief_of(battlefield).carries(piece.disc.level, piece.disc):
            yield f"{piece.name} stands on nothing at level {piece.disc.level} (G-ADV-2)"
    for first, second in kit.near_pairs(present):
        least_distance = first.radius + second.radius - TOUCH
        dx, dy = first.x - second.x, first.y - second.y
        if dx * dx + dy * dy < least_distance * least_distance and first.disc.level == second.disc.level:
            yield f"{first.name} overlaps {second.name} by {least_distance - math.hypot(dx, dy):.4f} inches (G-TBL-2)"
    for piece in present:
        ground = battlefield.on_levels(piece.disc.level) if setup.options.levels else battlefield
        for barricade in ground.barricades_near(piece.disc, -2 * TOUCH):
            yield f"{piece.name} stands on {barricade.name or 'a barricade'} (G-TBL-2)"


def _loose_ends(state: State) -> Iterator[str]:
    """Yield wrong holders of tokens, impossible damage and dice, and an unknown active model."""
    for token in state.tokens.values():
        holder = state.models.get(token.holder)
        if token.holder and (holder is None or holder.place not in ("table", "ascended")):
            yield f"token {token.id} is held by {token.holder}, who is not on the table (G-TBL-7)"
    for model in state.models.values():
        if model.damage < 0:
            yield f"{model.name} has negative damage (G-TBL-8)"
        if model.die not in DICE:
            yield f"{model.name} has a die of {model.die} (G-ROLL-1)"
    if state.active and state.active not in state.models:
        yield f"{state.active}, said to be active, is no model"


def _wrong_records(state: State, players: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the faults of models, markers and tokens one by one."""
    for name, records in (("models", state.models), ("markers", state.markers), ("tokens", state.tokens)):
        yield from kit.misfiled(name, records)
    for key, model in state.models.items():
        if model.owner or model.godbreaker:
            yield from kit.no_player(f"models.{key}.owner", model.owner, players)
        yield from kit.unknown(f"models.{key}.traits", (*model.traits, *model.flaws), REGISTRY, none=False)
        for trait, rank in model.traits.items():
            if not 1 <= rank <= HIGHEST_RANK:
                text = N_("rank {rank} of {trait} is not between 1 and {highest} (G-CIR-5)")
                yield f"models.{key}.traits.{trait}", _(text, rank=rank, trait=trait, highest=HIGHEST_RANK)
    for player in players:
        if f"{player}.shard" not in state.markers:
            yield "markers", _("has no {player}.shard, the shard marker of {player}", player=player)


def _wrong_names(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield names of unknown players or models, and numbers out of bounds."""
    players = setup.players
    for key, model in state.models.items():
        yield from kit.out_of_bounds(f"models.{key}", model, radius=RADII, raises=COUNTED, reach=COUNTED, level=COUNTED)
    for key, marker in state.markers.items():
        yield from kit.out_of_bounds(f"markers.{key}", marker, radius=RADII)
        yield from kit.unknown(f"markers.{key}.owner", [marker.owner], players)
    for key, token in state.tokens.items():
        yield from kit.unknown(f"tokens.{key}.holder", [token.holder], state.models)
        yield from kit.out_of_bounds(f"tokens.{key}", token, level=COUNTED)
    yield from kit.unknown("automatic", state.automatic, players)
    yield from kit.repeated("priority", state.priority)
    yield from kit.unknown("initiative", [state.initiative], players)
    for part, models in (("deployed", [state.deployed]), ("alerted", state.alerted), ("engaged", state.engaged)):
        yield from kit.unknown(part, models, state.models)
    turns, last = (0, max(0, len(state.priority))), state.rounds - (state.step == "round")
    yield from kit.out_of_bounds("", state, rounds=(1, MOST_ROUNDS), setup_done=COUNTED, turn=turns)
    if state.step != "over":
        yield from kit.out_of_bounds("", state, round=(0, last))
    for kind, number in state.made.items():
        yield from kit.outside(f"made.{kind}", number, *COUNTED)


def faults(state: State, setup: Setup) -> Iterator[Fault]:
    """Yield every fault of a state with its place: contradictions, and facts that do not fit its setup."""
    yield from _wrong_names(state, setup)
    players = set(setup.players)
    for part, ids in (("vp", set(state.vp)), ("priority", set(state.priority)), ("lost", set(state.lost))):
        if not ids <= players or (part == "vp" and ids != players):
            yield from kit.other_players(part, sorted(ids), players)
    yield from _wrong_records(state, players)
    if "objective" not in state.markers:
        yield "markers", _("has no objective")
    yield from kit.half_over(state, ("over", "nomination"))
    if state.result is not None and not set(state.result.winners) <= players:
        yield from kit.other_players("result.winners", state.result.winners, players)
    if setup.document.scenario not in scenario_names():
        yield "setup.scenario", _("no scenario is called {scenario!r}", scenario=setup.document.scenario)
    if not state.priority and state.step not in ("setup", "round", "initiative", "ordering", "over"):
        yield "priority", _("is empty, but the step is {step!r}", step=state.step)
    faces = list(chain.from_iterable(state.hunts.values()))
    if not set(state.hunts) <= players or any(face not in range(1, 7) for face in faces):
        yield "hunts", _("{hunts} must list d6 results by player", hunts=state.hunts)
    on_map = {piece.id for piece in setup.battlefield.pieces}
    for number, piece in enumerate(state.ruined):
        if piece not in on_map or piece in state.ruined[:number]:
            yield f"ruined[{number}]", _("{piece!r} is not a terrain piece of the map, or is listed twice", piece=piece)
    spare = setup.terrain_pieces.keys() - (on_map - {*state.ruined})
    yield from kit.laid_twice(state.shaped, spare, "shaped")


SOUND: Final = kit.Soundness(faults, broken)
