"""Models that are no godbreakers: making them and bringing them in (G-SIDE-2, Q20, Q22)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.flow import Flow
from game.rulesets.godbreakers.game import Game, Piece
from game.rulesets.godbreakers.placing import introduce, within
from game.rulesets.godbreakers.rulings import UNALIGNED_RADIUS
from game.rulesets.godbreakers.state import Model
from game.table.lattice import snap


@dataclass(frozen=True)
class Kind:
    """A kind of unaligned model: its name, die value and traits."""

    kind: str
    name: str
    die: int
    traits: dict[str, int] = field(default_factory=dict)


def make(game: Game, kind: Kind) -> Model:
    """Return a new wild model of a kind, in reserve, numbered among its kind."""
    number = game.state.made[kind.kind] = game.state.made.get(kind.kind, 0) + 1
    model = Model(
        id=f"{kind.kind}-{number}",
        name=f"{kind.name} {number}",
        kind=kind.kind,
        owner="",
        die=kind.die,
        radius=snap(UNALIGNED_RADIUS[kind.die] / game.battlefield.unit),
        traits=dict(kind.traits),
    )
    game.state.models[model.id] = model
    return model


def bring(game: Game, kind: Kind, origin: Piece, n: int, *, player: str, rule: str) -> Flow:
    """Bring a model of a kind in within `n` U of `origin`, placed by `player` (Q22); G-TBL-5 where none fits."""
    model = make(game, kind)
    yield from introduce(
        game,
        model,
        [within(game, origin.disc, n, model.radius)],
        origin.disc,
        player=player,
        prompt=f"Place {model.name} within {n} U of {origin.disc.name}",
        rule=rule,
    )
