"""Collateral damage: tokens on scenery that burns and crumbles (D-COLL)."""

from __future__ import annotations

from typing import Final

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules.close_quarters.fighting import share_out, through
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.damage import left, scar
from game.rulesets.dropzone.rules.scenery.garrisons import squads_in
from game.rulesets.dropzone.rules.state import Squad

ENERGY: Final = 4
FLAMMABLE: Final = 2
"""The Energy of a Collateral hit, and on Flammable pieces (D-COLL-3)."""
FLAME: Final = 1
FLAME_ON_WOOD: Final = 2
"""Tokens that a Flame weapon adds, and on Flammable pieces (D-COLL-6, R-30)."""


def hits(faces: tuple[int, ...], energy: int, armour: int) -> int:
    """Return how many Collateral dice damage something; a natural 6 always does, a natural 1 never (D-COLL-4)."""
    return sum(face == 6 or (face > 1 and face + energy >= armour) for face in faces)


def resolve_tokens(game: Game, feature: Feature) -> Flow:
    """Resolve all Collateral tokens of a piece (D-COLL-3 to D-COLL-5, D-SCEN-10)."""
    count = game.state.tokens.get(feature.id, 0)
    if not count:
        return
    energy = FLAMMABLE if feature.has("flammable") else ENERGY
    pool = game.throw(f"collateral {feature.id}", count)
    stays = hits(pool.faces, energy, feature.kind.armour)
    game.rolled("collateral", pool, stays, feature.id, rule="D-COLL-3")
    scar(game, feature, stays, "D-COLL-3")
    game.state.tokens = {name: n for name, n in game.state.tokens.items() if name != feature.id}
    if stays and left(game, feature):
        game.state.tokens = {**game.state.tokens, feature.id: stays}
    inside = squads_in(game, feature)
    if inside:
        squad = inside[0] if len(inside) == 1 else inside[game.draw(f"collateral squad {feature.id}", len(inside))]
        sheet = game.sheet_of(squad)
        dice = game.throw(f"collateral {squad.id}", count)
        damage = hits(dice.faces, energy, sheet.armour)
        game.rolled("collateral", dice, damage, squad.id, rule="D-COLL-3")
        yield from share_out(game, squad, through(game, squad, damage), _opponent(game, squad), "D-COLL-4")


def _opponent(game: Game, squad: Squad) -> str:
    """Return who assigns Collateral Damage to a squad: the opponent, of several the next in the order (D-UP-2)."""
    order = game.state.order or game.state.players
    return order[(order.index(squad.owner) + 1) % len(order)]
