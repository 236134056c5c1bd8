"""The compulsions of wild models (G-SIDE-4, G-SIDE-5, Q12).

A compulsion returns deeds, which are the ways in which a model can meet the compulsion now. The handler may override
a compulsion with any legal action.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.engage import Engage, engage, targets
from game.rulesets.godbreakers.rules.actions.move import Move, move
from game.rulesets.godbreakers.rules.actions.repertoire import refusal, repertoire
from game.rulesets.godbreakers.rules.events import CompulsionChanged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import LevelRegion, Levels, move_region, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.best_range import best_range
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.condition import AnyOf
from game.table.placing.region import Region
from game.wording import N_, _


def compulsion_of(game: Game, model: Model) -> Compulsion:
    """Return the compulsion that a wild model gained last, or its default (G-SIDE-4, G-SIDE-5)."""
    current = current_compulsions(game, model, prey_of(game, model))
    order = order_gained(model, current)
    if order:
        return current[order[-1]]
    return COWARDLY if model.die <= 6 else MURDEROUS


def deeds_of(game: Game, model: Model, compulsion: Compulsion) -> dict[str, Deed]:
    """Return the deeds that meet a compulsion now, by key. A pinned model has no deeds that move it (Q19)."""
    deeds = compulsion.deeds(game, model)
    if any(deed.moves for deed in deeds) and refusal(game, model, Move(), []) is not None:
        deeds = [deed for deed in deeds if not deed.moves]
    return {deed.key: deed for deed in deeds}


def ends_of(game: Game, model: Model, deeds: Iterable[Deed]) -> Region | None:
    """Return the ends of the moves among deeds that meet a compulsion, or None if no deed is a move."""
    regions = [deed.ends() for deed in deeds if deed.ends is not None]
    if len(regions) < 2:
        return regions[0] if regions else None

    def ends_on(layer: LevelRegion) -> LevelRegion:
        layers = [other for region in regions if isinstance(region, Levels) for other in region.every]
        same = [other for other in layers if (other.level, other.fall) == (layer.level, layer.fall)]
        if not same:
            raise LevelOutOfRange
        return layer.narrowed(AnyOf([other.conditions[-1] for other in same]))

    ends = move_region(game, model)
    if isinstance(ends, Levels):
        return ends.level_by_level(ends_on)
    return ends.narrowed(AnyOf([region.conditions[-1] for region in regions]))


def current_compulsions(game: Game, model: Model, prey: Sequence[Model]) -> dict[str, Compulsion]:
    """Return the compulsions whose conditions a wild model meets now, by name. `prey` are all models with Prey."""
    special = scenario_of(game).compulsion(game, model)
    compulsions = {special.name: special} if special else {}
    reach = movement_range(game, model) if prey else 0
    if any(game.within(model, other, reach) for other in prey if other is not model):
        compulsions[PREDATOR.name] = PREDATOR
    return compulsions


def order_gained(model: Model, current: Mapping[str, Compulsion]) -> tuple[str, ...]:
    """Return the names of current compulsions in the order in which the model gained them, the latest last."""
    earlier = tuple(name for name in model.compulsions if name in current)
    return *earlier, *(name for name in current if name not in earlier)


def note_compulsions(game: Game) -> None:
    """Update every wild model's list of gained compulsions and record the changes (G-SIDE-4)."""
    standing = game.standing()
    prey = [model for model in standing if "Prey" in model.flaws]
    for model in standing:
        if model.owner:
            continue
        order = order_gained(model, current_compulsions(game, model, prey))
        if order != model.compulsions:
            model.compulsions = order
            game.emit(CompulsionChanged(model=model.id, compulsion=compulsion_of(game, model).name))


def prey_of(game: Game, model: Model) -> list[Model]:
    """Return the other models on the table with the Prey flaw (G-FLAW-PREY, Q32)."""
    prey = [other for other in game.standing() if "Prey" in other.flaws]
    return [other for other in prey if other is not model]


def closest(game: Game, model: Model, candidates: Sequence[Piece]) -> list[Piece]:
    """Return the closest candidates in U, or in straight inches if walls cut off all of them (G-MEAS-7, Q12)."""
    inches = {id(piece): straight_inches(model, piece) for piece in candidates}
    ranges: dict[int, float] = {}
    best = math.inf
    for piece in sorted(candidates, key=lambda piece: inches[id(piece)]):
        # No range is shorter than the straight line, so farther candidates need no measuring.
        if math.floor(inches[id(piece)]) > best:
            break
        measured = game.range(model, piece)
        if measured is not None:
            ranges[id(piece)] = measured
            best = min(best, measured)
    if ranges:
        return [piece for piece in candidates if ranges.get(id(piece)) == best]
    return [piece for piece in candidates if inches[id(piece)] == min(inches.values())]


def straight_inches(model: Model, piece: Piece) -> float:
    """Return the inches between the rims of two bases, ignoring walls."""
    return math.hypot(model.x - piece.x, model.y - piece.y) - model.radius - piece.radius


def inflict_on_closest(game: Game, model: Model, candidates: Sequence[Model]) -> list[Deed]:
    """Return the deeds that inflict damage on the closest candidate, or else move as near to it as possible (Q12)."""
    victims = [piece for piece in closest(game, model, candidates) if isinstance(piece, Model)]
    deeds: list[Deed] = []
    for action in repertoire(game, model):
        in_range = [other for other in victims if action.satisfies(game, model, other)]
        if in_range and refusal(game, model, action, []) is None:
            deeds.append(_attack(game, model, action, in_range))
    return [replace(deed, harms=True) for deed in deeds or [approach(game, model, piece) for piece in victims]]


def _attack(game: Game, model: Model, action: Action, victims: list[Model]) -> Deed:
    subject = tuple(other.id for other in victims)
    label = _("{action} {others}", action=_(action.label), others=_(" or ").join(other.name for other in victims))
    if isinstance(action, Engage):
        return Deed(action.key, label, action.rule, subject, lambda: engage(game, model, victims, targets(game, model)))
    return Deed(action.key, _(action.label), action.rule, subject, lambda: action.perform(game, model))


FLEE: Final = "flee"


def approach(game: Game, model: Model, piece: Piece, key: str = "approach") -> Deed:
    """Return the deed of moving as near to `piece` as possible, or with the key `FLEE` as far from it (Q12, H11)."""
    nearest = key != FLEE
    text = N_("Move as near to {name} as possible") if nearest else N_("Move as far from {name} as possible")

    def ends() -> Region:
        return best_range(game, model, piece, nearest=nearest).region

    def perform() -> Flow:
        best = best_range(game, model, piece, nearest=nearest)
        yield from move(game, model, best.region, f"{best.words} {piece.disc.name}")

    label = _(text, name=piece.disc.name)
    return Deed(f"{key}:{piece.id}", label, "G-MOVE-1", (piece.id,), perform, True, ends)


PREDATOR = Compulsion(
    N_("Predator"), "G-COMP-PREDATOR", lambda game, model: inflict_on_closest(game, model, prey_of(game, model))
)
"""A wild model near a model with Prey inflicts damage on the closest model with Prey."""

COWARDLY = Compulsion(
    N_("Cowardly"),
    "G-SIDE-5",
    lambda game, model: [approach(game, model, other, FLEE) for other in game.touching(model, game.hostiles(model))],
)
"""A D6 within 0 U of a hostile model moves as far from that model as possible (G-COMP-COWARDLY)."""

MURDEROUS = Compulsion(
    N_("Murderous"), "G-SIDE-5", lambda game, model: inflict_on_closest(game, model, game.hostiles(model))
)
"""A D8 or larger inflicts damage on the closest hostile model (G-COMP-MURDEROUS)."""
