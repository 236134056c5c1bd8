"""The rules of paths, sight and zones as policies for tools of the table, with displayed names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import shapely

from game.engine.rulebook.facets import Zone
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving import policies
from game.rulesets.bushido.rules.moving import sight as looking
from game.rulesets.bushido.rules.moving.sight import standing
from game.rulesets.bushido.rules.state import Model
from game.table.path.policy import PathPolicy, base
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import Solid
from game.wording import N_, _


def sight(game: Game) -> SightPolicy:
    """Return the policy of sight for all models. A point without a model is a target of size zero (B-GEO-10..22)."""

    def pair(one: Disc, other: Disc) -> SightPolicy | None:
        observer, target = game.state.models.get(one.name), game.state.models.get(other.name)
        if observer is None:
            return None
        return looking.sight(game, observer, "zero" if target is None else game.size(target)).policy

    def blockers(one: Disc, other: Disc) -> Iterator[Blocker]:
        policy = pair(one, other)
        if policy is not None:
            yield from policy.blockers(one, other)
            return
        for feature in standing(game):
            if feature.visibility == "blocking":
                yield looking.grown_solid(feature.piece)

    def covering(one: Disc, other: Disc) -> Iterator[Solid]:
        policy = pair(one, other)
        if policy is not None:
            yield from policy.cover(one, other)

    return SightPolicy(blockers, looking.FRONT, covering, looking.COVER_WITHIN, looking.CITATIONS)


def paths(game: Game, mover: Disc, inches: float) -> tuple[PathPolicy, ...]:
    """Return the policy of a Walk of `inches` (B-MOVE-6), or of any path if the disc is not a model's base."""
    model = game.state.models.get(mover.name)
    if model is None or not model.on_table:
        grounds = [replace(base(looking.base(other), "B-MOVE-1"), called=other.name) for other in game.on_table()]
        for feature in standing(game):
            if feature.passage == "impassable":
                grounds += policies.grounds_by_piece(game.ruler.battlefield)[feature.piece.id]
        bare = PathPolicy(mover.radius, inches, game.ruler.battlefield.bounds, tuple(grounds), rule="B-MOVE-5")
        return (bare,)
    with _standing(game, model, mover):
        return (policies.walk(game, model, inches),)


def stride(game: Game, piece: str) -> float | None:
    """Return the length of a Walk of a model on the table in inches, or None (B-MOVE-6)."""
    model = game.state.models.get(piece)
    return float(game.statistic(model, "move")) if model is not None and model.on_table else None


def zone(game: Game, base: Disc) -> Zone | None:
    """Return the zone of control of a model at a base's spot. A Blind model has none (B-GEO-30, B-STATE-3)."""
    model = game.state.models.get(base.name)
    if model is None or not model.on_table or model.has("Blind"):
        return None
    with _standing(game, model, base):
        return Zone(_(N_("zone of control")), shapely.union_all(policies.zone(game, model)), "B-GEO-30")


def heeded(game: Game, piece: str) -> tuple[str, ...]:
    """Return the ids of the enemies whose zones a model must not ignore (B-GEO-31, B-GEO-33)."""
    model = game.state.models.get(piece)
    if model is None or not model.in_play:
        return ()
    return tuple(enemy.id for enemy in policies.zones_in_force(game, model) if not enemy.has("Blind"))


@contextmanager
def _standing(game: Game, model: Model, disc: Disc) -> Iterator[None]:
    """Put a model at the spot of a disc for the duration of a `with` block."""
    if (disc.x, disc.y, disc.facing) == (model.x, model.y, model.facing):
        yield
        return
    with game.supposing(model, disc.x, disc.y, model.facing if disc.facing is None else disc.facing):
        yield
