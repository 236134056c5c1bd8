"""Terrain, line of sight, cover, surprise (B-TERR, B-GEO-10 to B-GEO-22, B-SURP-1), and reasons against targets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import shapely

from game.lengths import length, missing
from game.refusal import Refusal
from game.rulesets.bushido.rules.dice.tests import beyond_doubt
from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.setup import INCH, Setup
from game.rulesets.bushido.rules.state import Model, Objective
from game.rulesets.bushido.rules.terrain import SIZES, Feature, features
from game.rulesets.bushido.warbands.profiles import BASES
from game.table.facing import radians_of
from game.table.path.path import Path
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.lines import touches
from game.table.sight.policy import SightPolicy
from game.table.sight.receipt import SightReceipt
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid, solid_of
from game.table.terrain.battlefield import Piece
from game.wording import _

RANKS: Final = {size: rank for rank, size in enumerate(SIZES)}
"""The rank of each size, smallest first (B-GEO-8)."""


def standing(game: Game) -> list[Feature]:
    """Return the terrain on the table that has not been destroyed (B-TERR-9)."""
    destroyed = game.state.destroyed
    return [feature for feature in features(game.ruler.battlefield) if feature.piece.id not in destroyed]


def beside(game: Game, model: Model) -> list[Feature]:
    """Return the Destructible terrain that a model touches (B-TERR-9)."""
    spot = shapely.Point(model.x, model.y)
    return [
        feature
        for feature in standing(game)
        if feature.destructible and shapely.distance(feature.piece.shape, spot) <= model.radius + TOLERANCE
    ]


def impassable(game: Game) -> list[Feature]:
    """Return the Impassable terrain (B-TERR-3)."""
    return [feature for feature in standing(game) if feature.passage == "impassable"]


def high_ground(game: Game, model: Model, at: tuple[float, float] | None = None) -> Feature | None:
    """Return the highest Enhancing terrain under a model's centre, or under the point `at`, or None (B-TERR-8)."""
    x, y = at or (model.x, model.y)
    pieces = [
        feature
        for feature in standing(game)
        if feature.visibility == "enhancing"
        and touches(feature.box, x, y, 0.0)
        and shapely.intersects(feature.piece.shape, shapely.Point(x, y))
    ]
    return max(pieces, key=lambda piece: RANKS[piece.size], default=None)


def smaller(game: Game, one: Model, other: Model) -> bool:
    """Return whether a model is smaller than another (B-GEO-8)."""
    return RANKS[game.size(one)] < RANKS[game.size(other)]


FRONT = 180.0
"""The front arc, in degrees (B-GEO-10)."""
COVER_WITHIN = 1.0
"""The distance within which terrain gives cover to a target, in inches (B-GEO-20)."""
CITATIONS = {"sight": "B-GEO-11", "blocked": "B-GEO-12", "arc": "B-GEO-10", "cover": "B-GEO-20"}


def base(model: Model) -> Disc:
    """Return a model's base with its facing. The name of the disc is the model's id."""
    return Disc(model.x, model.y, model.radius, model.id, facing=model.facing)


def sight(game: Game, observer: Model, size: str, without: Model | None = None) -> Sight:
    """Return the sight of a model to targets of a size (B-GEO-12, B-GEO-12a, B-GEO-13, B-GEO-14).

    The model `without` does not block it.
    """
    ground = high_ground(game, observer)
    least_rank = max(RANKS[game.size(observer)], RANKS[size], 0 if ground is None else RANKS[ground.size])

    def tall(blocker: str) -> bool:
        return RANKS[blocker] >= least_rank

    def blockers(one: Disc, other: Disc) -> Iterator[Blocker]:
        for feature in standing(game):
            if feature.visibility == "blocking" and tall(feature.size):
                yield grown_solid(feature.piece)
        for objective in game.objectives():
            if tall(size_of(objective)):
                yield _grown(objective.disc)
        for model in game.on_table():
            if model.id in (one.name, other.name) or model.has("Prone") or model is without:
                continue
            if tall(game.size(model)):
                yield _grown(base(model))

    def covering(one: Disc, other: Disc) -> Iterator[Solid]:
        yield from (
            solid_of(terrain.piece) for terrain in standing(game) if terrain.visibility in ("blocking", "obscuring")
        )
        yield from (_round_solid(objective.disc) for objective in game.objectives())
        for model in game.on_table() if has_constructs(game.setup) else ():
            if model.id not in (one.name, other.name) and "Construct" in game.card(model).traits:
                yield _round_solid(base(model))

    arc = None if game.any(observer, "sees_all_round") else FRONT
    return Sight(SightPolicy(blockers, arc, covering, COVER_WITHIN, CITATIONS))


def _grown(disc: Disc) -> Disc:
    """Return a round blocker, enlarged a little because it blocks lines that touch it (B-GEO-12a, B-GEO-3)."""
    return disc._replace(radius=disc.radius + TOLERANCE)


@lru_cache(maxsize=256)
def grown_solid(piece: Piece) -> Solid:
    """Return terrain as a blocker, enlarged a little because it blocks lines that touch it (B-GEO-12a, B-GEO-3)."""
    return Solid(shapely.buffer(piece.shape, TOLERANCE, join_style="mitre"), piece.name or piece.id)


@lru_cache(maxsize=256)
def _round_solid(disc: Disc) -> Solid:
    """Return a disc as a solid that gives cover (B-SCEN-3, B-GEO-21)."""
    return Solid(shapely.Point(disc.x, disc.y).buffer(disc.radius, 16), disc.name)


@lru_cache(maxsize=8)
def has_constructs(setup: Setup) -> bool:
    """Return whether any card is a Construct, to skip a check in most games (B-GEO-21)."""
    return any("Construct" in card.traits for card in setup.profiles.values())


def size_of(objective: Objective) -> str:
    """Return the size of an objective by its diameter (B-SCEN-3)."""
    return BASES.get(round(objective.radius * 2 * INCH), "small")


@remembered
def sees(game: Game, observer: Model, target: Model) -> bool:
    """Return whether a model has line of sight to another.

    A Blind model sees only models in base contact (B-STATE-3).
    """
    if observer.has("Blind"):
        return game.within(observer, target, 0.0)
    return sight(game, observer, game.size(target)).sees(base(observer), base(target))


def look(game: Game, observer: Model, target: Model) -> SightReceipt:
    """Return the details of a line of sight and of the target's cover (B-GEO-11, B-GEO-20)."""
    return sight(game, observer, game.size(target)).look(base(observer), base(target))


def has_cover(game: Game, shooter: Model, target: Model) -> bool:
    """Return whether a target has cover from a model (B-GEO-20)."""
    return bool(sight(game, shooter, game.size(target)).cover(base(shooter), base(target)))


def surprised(game: Game, target: Model, mover: Model, path: Path) -> bool:
    """Return whether a model that moves along a path surprises a target (B-SURP-1)."""
    return not game.any(target, "never_surprised") and unseen(game, target, mover, path)


def unseen(game: Game, target: Model, mover: Model, path: Path) -> bool:
    """Return whether a target does not see any point of the path of a model (B-SURP-1, B-TR-5)."""
    if target.has("Blind"):
        return True
    target_sight, observer = sight(game, target, game.size(mover), mover), base(target)
    points = path.outline()
    if all(_is_behind(observer, target_sight.policy.arc, point, mover.radius) for point in points):
        return True
    # the ends of the path are quick to check; then comes the whole area that the base sweeps
    if any(target_sight.sees(observer, Disc(*point, 0.0, mover.id, "point")) for point in (points[0], points[-1])):
        return False
    line = shapely.LineString(points) if path.legs else shapely.Point(path.start)
    path_area = line.buffer(mover.radius - 0.01)
    bounds = line.buffer(mover.radius).union(shapely.Point(target.x, target.y).buffer(target.radius)).bounds
    area = target_sight.area(observer, bounds)
    return not shapely.intersects(area, path_area)


def _is_behind(observer: Disc, arc: float | None, spot: tuple[float, float], radius: float) -> bool:
    """Return whether a base on a spot is entirely behind an observer with a front arc."""
    if arc != FRONT or observer.facing is None:
        return False
    angle = radians_of(observer.facing)
    return math.cos(angle) * (spot[0] - observer.x) + math.sin(angle) * (spot[1] - observer.y) < -radius


def why_no_target(game: Game, model: Model, other: Model) -> Refusal | None:
    """Return the reason why a model cannot target another, or None (B-GEO-11, B-STATE-3, B-STATE-7, B-TR-11).

    It can always target itself (B-GEN-7).
    """
    if other is model:
        return None
    if not sees(game, model, other):
        if model.has("Blind"):
            text = _("{model} is Blind and sees only what is in base contact with it", model=model.name)
            return Refusal(text, "B-STATE-3")
        return Refusal(_("{model} does not see {other}", model=model.name, other=other.name), "B-GEO-11")
    return None if other.side == model.side else why_concealed(game, model, other)


def too_far(game: Game, model: Model, other: Model, inches: float, rule: str) -> Refusal | None:
    """Return the refusal of a model that is farther away than some inches, or None if it is not (B-GEO-3)."""
    if game.within(model, other, inches):
        return None
    amount = missing(game.apart(model, other) - inches)
    return Refusal(
        _("{other} is {amount} too far from {model}", other=other.name, amount=amount, model=model.name), rule
    )


def not_touching(game: Game, model: Model, other: Model, rule: str) -> Refusal | None:
    """Return the refusal of a model that is not in base contact, or None if it is (B-GEN-11)."""
    if game.within(model, other, 0.0):
        return None
    return Refusal(_("{other} is not in base contact with {model}", other=other.name, model=model.name), rule)


def why_concealed(game: Game, model: Model, enemy: Model) -> Refusal | None:
    """Return the reason why an enemy in sight is concealed from a model, or None if it is not (B-STATE-7, B-TR-11)."""
    names = {"model": model.name, "enemy": enemy.name}
    if beyond_doubt(game, model, enemy):
        return Refusal(_("{enemy} is Disguised, and {model} does not have enough Ki to notice", **names), "B-STATE-7")
    camouflage = game.named(enemy, "Camouflage")
    if camouflage is None or game.any(model, "never_surprised"):
        return None
    x, y = game.began.at.get(model.id, (model.x, model.y))
    is_near = math.hypot(x - enemy.x, y - enemy.y) - model.radius - enemy.radius <= camouflage.inches + TOLERANCE
    if is_near or not has_cover(game, model, enemy):
        return None
    far = length(camouflage.inches)
    text = _("{enemy} is in cover, and its Camouflage hides it from {model} beyond {far}", far=far, **names)
    return Refusal(text, "B-TR-11")
