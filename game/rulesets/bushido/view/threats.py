"""The threat map: where enemies that still have counters could fight a model after a move, or shoot at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Final

from game.engine.questions.conditions import EndsOfPaths
from game.rulesets.bushido.rules.actions.fighting import approaches, approaches_to, farthest, meeting, why_barred
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import approach, engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import sees
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons
from game.rulesets.bushido.rules.state import Model
from game.table.path.policy import PathPolicy, Stage
from game.table.path.region import PathRegion
from game.table.placing.clearances import Here
from game.table.placing.region import Region
from game.table.threat.threat_map import Approach, Threat
from game.wording import N_, _

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
        met = None if game.within(foe, model, 0.0) or why_barred(game, foe, model) else meets(game, foe, model)
        if met is not None:
            yield _from(foe, Here(foe.disc.moved_to(*met)), CONTACT)


def _open(game: Game, foe: Model, model: Model, *, charge: bool) -> PathPolicy:
    """Return a Charge or a Melee move to any model that would be in the open (B-MOVE-8, B-MOVE-9)."""
    policy = approach(game, foe, model, farthest(game, foe, charge=charge), charge=charge)
    return policy.but(stages=(*policy.stages[:-2], Stage("straight" if charge else "free")), ends=())


def meets(game: Game, foe: Model, model: Model) -> tuple[float, float] | None:
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
    bands = [game.weapon(foe, name).bands or (0.0,) for name in can_shoot_with(game, foe)]
    if bands:
        yield _from(foe, Here(foe.disc), float(max(each[-1] for each in bands)))


def can_shoot_with(game: Game, model: Model) -> list[str]:
    """Return the weapons with which a model could shoot from where it is (B-RNG-1)."""
    held = game.any(model, "bars", "ranged") or engaged_with(game, model) or held_by(game, model, moving=False)
    return [] if held else loaded_weapons(game, model)


def _from(foe: Model, ends: EndsOfPaths | Here, n: float) -> Approach:
    return Approach(foe.disc, Region(foe.radius, (ends,)), n)
