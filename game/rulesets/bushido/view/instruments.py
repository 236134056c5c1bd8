"""Policies for tools of the table, with displayed names: paths, sight, zones, and the threat map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Final

import shapely

from game.engine.questions.conditions import EndsOfPaths
from game.engine.rulebook.facets import Zone
from game.rulesets.bushido.rules.actions.fighting import approaches, approaches_to, farthest, meeting, why_barred
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving import policies
from game.rulesets.bushido.rules.moving import sight as looking
from game.rulesets.bushido.rules.moving.policies import approach, engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import sees, standing
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons
from game.rulesets.bushido.rules.state import Model, objective_name
from game.table.path.judge import PathReceipt, Price
from game.table.path.policy import Ground, PathPolicy, Stage, base
from game.table.path.region import PathRegion
from game.table.placing.clearances import Here
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import Solid
from game.table.threat.threat_map import Approach, Threat
from game.wording import N_, _

ZONE_OF = "zone of "


def sight(game: Game) -> SightPolicy:
    """Return the policy of sight for all models. A point without a model is a target of size zero (B-GEO-10..22)."""

    def pair(one: Disc, other: Disc) -> SightPolicy | None:
        observer, target = game.state.models.get(one.name), game.state.models.get(other.name)
        if observer is None:
            return None
        return looking.sight(game, observer, "zero" if target is None else game.size(target)).policy

    def blockers(one: Disc, other: Disc) -> Iterator[Blocker]:
        own = pair(one, other)
        if own is not None:
            yield from own.blockers(one, other)
            return
        for feature in standing(game):
            if feature.visibility == "blocking":
                yield looking.grown_solid(feature.piece)

    def covering(one: Disc, other: Disc) -> Iterator[Solid]:
        own = pair(one, other)
        if own is not None:
            yield from own.cover(one, other)

    return SightPolicy(blockers, looking.FRONT, covering, looking.COVER_WITHIN, looking.CITATIONS)


def paths(game: Game, mover: Disc, inches: float) -> tuple[PathPolicy, ...]:
    """Return the policy of a Walk of `inches` (B-MOVE-6), or of any path if the disc is not a model's base."""
    model = game.state.models.get(mover.name)
    if model is None or not model.on_table:
        table = game.ruler.battlefield
        grounds = [base(looking.base(other), "B-MOVE-1") for other in game.on_table()]
        for feature in standing(game):
            if feature.passage == "impassable":
                grounds += [Ground(feature.piece.id, part, "B-TERR-3", solid=True) for part in feature.polygons]
        bare = PathPolicy(mover.radius, inches, (0.0, 0.0, table.width, table.height), tuple(grounds), rule="B-MOVE-5")
        return (in_words(game, bare),)
    with _standing(game, model, mover):
        return (in_words(game, policies.walk(game, model, inches)),)


def stride(game: Game, piece: str) -> float | None:
    """Return the length of a Walk of a model on the table in inches, or None (B-MOVE-6)."""
    model = game.state.models.get(piece)
    return float(game.statistic(model, "move")) if model is not None and model.on_table else None


def in_words(game: Game, policy: PathPolicy) -> PathPolicy:
    """Return a policy in which grounds have displayed names."""
    names = {ground.name: ground_name(game, ground.name) for ground in policy.grounds}
    stages = tuple(
        replace(
            stage,
            names=tuple(names[name] for name in stage.names),
            ignores=frozenset(names.get(name, name) for name in stage.ignores),
        )
        for stage in policy.stages
    )
    grounds = tuple(replace(ground, name=names[ground.name]) for ground in policy.grounds)
    return policy.but(grounds=grounds, stages=stages)


def ground_name(game: Game, name: str) -> str:
    """Return the displayed name of a ground: a model, a model's zone, a terrain piece or an objective."""
    plain = name.removeprefix(ZONE_OF).partition("/")[0]
    model = game.state.models.get(plain)
    if model is not None:
        return _("the zone of {model}", model=model.name) if name.startswith(ZONE_OF) else model.name
    if plain in game.state.objectives:
        return objective_name(plain)
    return next((piece.name for piece in game.ruler.battlefield.pieces if piece.id == plain), plain)


def receipt_in_words(game: Game, receipt: PathReceipt) -> PathReceipt:
    """Return a receipt in which grounds have displayed names."""

    def named(prices: tuple[Price, ...]) -> tuple[Price, ...]:
        return tuple(replace(price, ground=ground_name(game, price.ground)) for price in prices)

    legs = tuple(replace(leg, prices=named(leg.prices)) for leg in receipt.legs)
    return replace(receipt, legs=legs, once=named(receipt.once))


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


# -- threats ---------------------------------------------------------------------------------------


CONTACT: Final = 0.01
"""Inches between bases that count as base contact in the map."""


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the threats of the enemies that can act again this turn (B-GEN-11), with model `about` at `spot`."""
    model = game.state.models.get(about)
    moved = model is not None and spot is not None and model.on_table
    there = game.supposing(model, *spot, model.facing) if moved and model is not None and spot is not None else None
    with there or nullcontext():
        own = [each for each in game.on_table() if each.side == player]
        foes = [each for each in game.on_table() if each.side != player and not each.exhausted]
        return tuple(_threat(game, foe, own) for foe in foes)


def _threat(game: Game, foe: Model, own: list[Model]) -> Threat:
    ways = (*_fights(game, foe, own), *_shots(game, foe))
    n = max((way.n or 0.0 for way in ways), default=0.0)
    note = _("moves and ranges, whatever is in the way of sight")
    return Threat(foe.id, foe.name, foe.disc, n, ways, game.ruler, N_("attack"), "B-ACT-31", note=note)


def _fights(game: Game, foe: Model, own: list[Model]) -> Iterator[Approach]:
    """Yield the contact it has, else the ends of its moves on open ground, and at each model that it can meet."""
    bound = engaged_with(game, foe, leaving=False)
    if bound or game.touching(foe):
        yield _from(foe, Here(foe.disc), CONTACT)
    if bound:
        return
    for charge in approaches(game, foe) if own else ():
        nearest = min(own, key=lambda model: game.apart(foe, model))
        yield _from(foe, EndsOfPaths(PathRegion((foe.x, foe.y), _open(game, foe, nearest, charge=charge))), CONTACT)
    for model in own:
        met = None if game.within(foe, model, 0.0) or why_barred(game, foe, model) else _meets(game, foe, model)
        if met is not None:
            yield _from(foe, Here(foe.disc.moved_to(*met)), CONTACT)


def _open(game: Game, foe: Model, model: Model, *, charge: bool) -> PathPolicy:
    """Return a Charge or a Melee move to any model that would be in the open (B-MOVE-8, B-MOVE-9)."""
    policy = approach(game, foe, model, farthest(game, foe, charge=charge), charge=charge)
    return policy.but(stages=(*policy.stages[:-2], Stage("straight" if charge else "free")), ends=())


def _meets(game: Game, foe: Model, model: Model) -> tuple[float, float] | None:
    """Return where it would be in base contact with a model after a Melee move or a Charge, or None."""
    for charge in approaches_to(game, foe, model):
        if charge and not sees(game, foe, model):
            continue
        policy = approach(game, foe, model, farthest(game, foe, charge=charge), charge=charge)
        path = meeting(game, foe, model, policy).find()
        if path is not None:
            return path.end.x, path.end.y
    return None


def _shots(game: Game, foe: Model) -> Iterator[Approach]:
    """Yield its shots from where it is: moving and shooting are separate actions (B-RNG-1, B-GEO-34)."""
    held = game.any(foe, "bars", "ranged") or engaged_with(game, foe) or held_by(game, foe, moving=False)
    bands = [game.weapon(foe, name).bands or (0.0,) for name in loaded_weapons(game, foe)] if not held else []
    if bands:
        yield _from(foe, Here(foe.disc), float(max(each[-1] for each in bands)))


def _from(foe: Model, ends: EndsOfPaths | Here, n: float) -> Approach:
    return Approach(foe.disc, Region(foe.radius, (ends,)), n)
