"""The compulsions of wild models (G-SIDE-4, G-SIDE-5, Q12).

A compulsion yields deeds: the ways in which the model can meet it now. The handler may override it with
any legal action instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.engage import Engage, engage, targets
from game.rulesets.godbreakers.rules.actions.move import Move, move
from game.rulesets.godbreakers.rules.actions.repertoire import refusal, repertoire
from game.rulesets.godbreakers.rules.events import CompulsionChanged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import LevelRegion, Levels
from game.rulesets.godbreakers.rules.placing import move_region, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.best_range import best_range
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.condition import AnyOf
from game.table.placing.region import Region
from game.wording import N_, _


def compulsion_of(game: Game, model: Model) -> Compulsion:
    """Return the compulsion in force for a wild model: the one gained last, else the default (G-SIDE-4, G-SIDE-5)."""
    holding_now = gained(game, model)
    order = stack(model, holding_now)
    return holding_now[order[-1]] if order else (COWARDLY if model.die <= 6 else MURDEROUS)


def deeds_of(game: Game, model: Model, compulsion: Compulsion) -> dict[str, Deed]:
    """Return the deeds that meet a compulsion now, by key; a pinned model has no moving ones (Q19)."""
    deeds = compulsion.deeds(game, model)
    if any(deed.moves for deed in deeds) and refusal(game, model, Move(), []) is not None:
        deeds = [deed for deed in deeds if not deed.moves]
    return {deed.key: deed for deed in deeds}


def ends_of(game: Game, model: Model, deeds: Iterable[Deed]) -> Region | None:
    """Return where deeds that meet a compulsion lead a model, or None if none of them moves it."""
    found = [deed.ends() for deed in deeds if deed.ends is not None]
    if len(found) < 2:
        return found[0] if found else None

    def on(layer: LevelRegion) -> LevelRegion:
        same = [each for region in found if isinstance(region, Levels) for each in region.every]
        demands = [each.conditions[-1] for each in same if (each.level, each.fall) == (layer.level, layer.fall)]
        if not demands:
            raise LevelOutOfRange
        return layer.narrowed(AnyOf(demands))

    ends = move_region(game, model)
    if isinstance(ends, Levels):
        return ends.level_by_level(on)
    return ends.narrowed(AnyOf([each.conditions[-1] for each in found]))


def gained(game: Game, model: Model, prey: Sequence[Model] | None = None) -> dict[str, Compulsion]:
    """Return the compulsions whose condition holds for a wild model now, by name; `prey`, if given, is all Prey."""
    found = scenario_of(game).compulsion(game, model)
    holding_now = {found.name: found} if found else {}
    hunted = prey_of(game, model) if prey is None else prey
    if hunted:
        reach = movement_range(game, model)
        if any(game.within(model, other, reach) for other in hunted if other is not model):
            holding_now[PREDATOR.name] = PREDATOR
    return holding_now


def stack(model: Model, holding_now: Mapping[str, Compulsion]) -> tuple[str, ...]:
    """Return the names in the order gained, the latest last: those kept from before, then the new ones."""
    kept = tuple(name for name in model.compulsions if name in holding_now)
    return *kept, *(name for name in holding_now if name not in kept)


def note_compulsions(game: Game) -> None:
    """Update every wild model's list of gained compulsions and record the changes (G-SIDE-4)."""
    standing = game.standing()
    prey = [model for model in standing if "Prey" in model.flaws]
    for model in standing:
        if model.owner:
            continue
        laid = scenario_of(game).compulsion(game, model)
        if not prey and model.compulsions == ((laid.name,) if laid else ()):
            continue  # usually there is only the scenario's compulsion
        order = stack(model, gained(game, model, prey))
        if order != model.compulsions:
            model.compulsions = order
            game.emit(CompulsionChanged(model=model.id, compulsion=compulsion_of(game, model).name))


def prey_of(game: Game, model: Model) -> list[Model]:
    """Return the other models on the table with the Prey flaw (G-FLAW-PREY, Q32)."""
    prey = [other for other in game.standing() if "Prey" in other.flaws]
    return [other for other in prey if other is not model]


def closest(game: Game, model: Model, candidates: Sequence[Piece]) -> list[Piece]:
    """Return the closest candidates in U, all that tie (G-MEAS-7); if walls cut off all, by straight inches (Q12)."""
    inches = {id(piece): straight_inches(model, piece) for piece in candidates}
    ranges: dict[int, float] = {}
    best = math.inf
    for piece in sorted(candidates, key=lambda piece: inches[id(piece)]):
        # No range is shorter than the straight line: candidates farther than the best need no measuring.
        if math.floor(inches[id(piece)]) > best:
            break
        found = game.range(model, piece)
        if found is not None:
            ranges[id(piece)] = found
            best = min(best, found)
    if ranges:
        return [piece for piece in candidates if ranges.get(id(piece)) == best]
    return [piece for piece in candidates if inches[id(piece)] == min(inches.values())]


def straight_inches(model: Model, piece: Piece) -> float:
    """Return the inches between two rims, ignoring walls."""
    return math.hypot(model.x - piece.x, model.y - piece.y) - model.radius - piece.radius


def inflict_on_closest(game: Game, model: Model, candidates: Sequence[Model]) -> list[Deed]:
    """Return the deeds of "inflict damage on the closest of these": engage it, or move as near as possible (Q12)."""
    objects = [piece for piece in closest(game, model, candidates) if isinstance(piece, Model)]
    deeds: list[Deed] = []
    for action in repertoire(game, model):
        hit = [other for other in objects if action.satisfies(game, model, other)]
        if hit and refusal(game, model, action, []) is None:
            deeds.append(_strike(game, model, action, hit))
    return [replace(deed, harms=True) for deed in deeds or [approach(game, model, piece) for piece in objects]]


def _strike(game: Game, model: Model, action: Action, hit: list[Model]) -> Deed:
    subject = tuple(other.id for other in hit)
    label = _("{action} {others}", action=_(action.label), others=_(" or ").join(other.name for other in hit))
    if isinstance(action, Engage):
        return Deed(action.key, label, action.rule, subject, lambda: engage(game, model, hit, targets(game, model)))
    return Deed(action.key, _(action.label), action.rule, subject, lambda: action.perform(game, model))


def approach(game: Game, model: Model, piece: Piece, key: str = "approach") -> Deed:
    """Return the deed of moving to the smallest attainable range of `piece` (Q12, H11)."""
    return _ranging(
        game, model, piece, key, _("Move as near to {name} as possible", name=piece.disc.name), nearest=True
    )


def flee(game: Game, model: Model, piece: Piece) -> Deed:
    """Return the deed of moving to the largest attainable range of `piece` (Q12)."""
    label = _("Move as far from {name} as possible", name=piece.disc.name)
    return _ranging(game, model, piece, "flee", label, nearest=False)


def _ranging(game: Game, model: Model, piece: Piece, key: str, label: str, *, nearest: bool) -> Deed:
    def ends() -> Region:
        return best_range(game, model, piece, nearest=nearest).region

    def perform() -> Flow:
        best = best_range(game, model, piece, nearest=nearest)
        yield from move(game, model, best.region, f"{best.words} {piece.disc.name}")

    return Deed(f"{key}:{piece.id}", label, "G-MOVE-1", (piece.id,), perform, True, ends)


PREDATOR = Compulsion(
    N_("Predator"),
    "G-COMP-PREDATOR",
    lambda game, model: inflict_on_closest(game, model, prey_of(game, model)),
)
"""Near a model with Prey: inflict damage on the closest one."""

COWARDLY = Compulsion(
    N_("Cowardly"),
    "G-SIDE-5",
    lambda game, model: [flee(game, model, other) for other in game.touching(model, game.hostiles(model))],
)
"""D6: within 0 U of a hostile model, move as far from it as possible (G-COMP-COWARDLY)."""

MURDEROUS = Compulsion(
    N_("Murderous"),
    "G-SIDE-5",
    lambda game, model: inflict_on_closest(game, model, game.hostiles(model)),
)
"""D8 and up: inflict damage on the closest hostile model (G-COMP-MURDEROUS)."""
