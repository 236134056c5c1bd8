"""The threats of enemies by melee and shooting, for the threat map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Final

from game.engine.questions.conditions import EndsOfPaths
from game.rulesets.bushido.rules.actions.fighting import (
    approaches,
    boosted_approach,
    meeting,
    moves_to,
    towards_any,
    why_barred,
)
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons
from game.rulesets.bushido.rules.state import Model
from game.table.path.region import PathRegion
from game.table.placing.clearances import Here
from game.table.placing.region import Region
from game.table.threat.threat_map import Approach, Threat
from game.wording import N_, _

CONTACT: Final = 0.01
"""The gap between bases that counts as base contact in the map, in inches."""


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the threats of the enemies that can act again this turn (B-GEN-11).

    If `spot` is given, the model `about` is put there first.
    """
    model = game.state.models.get(about)
    moved = model is not None and spot is not None and model.on_table
    supposed = game.supposing(model, *spot, model.facing) if moved and model is not None and spot is not None else None
    with supposed or nullcontext():
        own_models = [other for other in game.on_table() if other.side == player]
        enemies = [other for other in game.on_table() if other.side != player and not other.exhausted]
        return tuple(_threat(game, enemy, own_models) for enemy in enemies)


def _threat(game: Game, foe: Model, own: list[Model]) -> Threat:
    """Return all fights and shots of an enemy as one threat."""
    approaches = (*_fights(game, foe, own), *_shots(game, foe))
    n = max((approach.n or 0.0 for approach in approaches), default=0.0)
    note = _("after a move, ignoring line of sight")
    return Threat(foe.id, foe.name, foe.disc, n, approaches, game.ruler, N_("attack"), "B-ACT-31", note=note)


def _fights(game: Game, foe: Model, own: list[Model]) -> Iterator[Approach]:
    """Yield the ways of an enemy to fight: its current contact, or else its possible moves to contact.

    Moves are shown on open ground, and at each model that the enemy can really reach.
    """
    bound = engaged_with(game, foe, leaving=False)
    if bound or game.touching(foe):
        yield _from(foe, Here(foe.disc), CONTACT)
    if bound:
        return
    for charge in approaches(game, foe) if own else ():
        # the policy needs a target, but leads to any spot
        nearest = min(own, key=lambda model: game.apart(foe, model))
        move = towards_any(game, foe, nearest, charge=charge)
        yield _from(foe, EndsOfPaths(PathRegion((foe.x, foe.y), move)), CONTACT)
    for model in own:
        contact_spot = None if game.within(foe, model, 0.0) or why_barred(game, foe, model) else meets(game, foe, model)
        if contact_spot is not None:
            yield _from(foe, Here(foe.disc.moved_to(*contact_spot)), CONTACT)


def meets(game: Game, foe: Model, model: Model) -> tuple[float, float] | None:
    """Return the spot of an enemy in base contact with a model after a Melee move or a Charge, or None."""
    for charge in moves_to(game, foe, model):
        policy = boosted_approach(game, foe, model, charge=charge)
        if (path := meeting(game, foe, model, policy).find()) is not None:
            return path.end.x, path.end.y
    return None


def _shots(game: Game, foe: Model) -> Iterator[Approach]:
    """Yield the shots of an enemy from its spot. It cannot move first: that is another action (B-RNG-1, B-GEO-34)."""
    bands = [game.weapon(foe, name).bands or (0.0,) for name in can_shoot_with(game, foe)]
    if bands:
        yield _from(foe, Here(foe.disc), float(max(band[-1] for band in bands)))


def can_shoot_with(game: Game, model: Model) -> list[str]:
    """Return the weapons with which a model could shoot from its spot (B-RNG-1)."""
    cannot_shoot = game.any(model, "bars", "ranged") or engaged_with(game, model) or held_by(game, model, moving=False)
    return [] if cannot_shoot else loaded_weapons(game, model)


def _from(foe: Model, ends: EndsOfPaths | Here, n: float) -> Approach:
    """Return an approach of an enemy with a reach of `n` inches from its ends."""
    return Approach(foe.disc, Region(foe.radius, (ends,)), n)
