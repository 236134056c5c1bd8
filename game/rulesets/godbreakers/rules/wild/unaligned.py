"""Models that are no godbreakers: making them and bringing them in (G-SIDE-2, Q20, Q22)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.constants import UNALIGNED_RADIUS
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import introduce, within
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.threat_traits import arm
from game.table.lattice import snap
from game.wording import _


@dataclass(frozen=True)
class Kind:
    """A kind of unaligned model: its name, die value and traits, and how many it draws from a table at what rank.

    A `tame` one is tame from the start, to the player for whom it comes (G-SIDE-3).
    """

    kind: str
    name: str
    die: int
    traits: dict[str, int] = field(default_factory=dict)
    table: str = ""
    draws: int = 0
    rank: int = 1
    tame: bool = False


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


def enlist(game: Game, kind: Kind, *, player: str) -> Asking[Model]:
    """Return a model of a kind ready to be placed, its traits drawn; `player` chooses those to be chosen (Q22).

    One that was made before and never came in is taken first: its placing was broken off.
    """
    waiting = [model for model in game.state.models.values() if model.kind == kind.kind and model.place == "reserve"]
    model = waiting[0] if waiting else make(game, kind)
    model.owner = player if kind.tame else ""
    if kind.draws and model.traits == kind.traits:
        yield from arm(game, model, kind.table, kind.draws, kind.rank, player=player)
    return model


def bring(game: Game, kind: Kind, origin: Piece, n: int, *, player: str, rule: str) -> Flow:
    """Bring a model of a kind in within `n` U of `origin`, placed by `player` (Q22); G-TBL-5 where none fits."""
    model = yield from enlist(game, kind, player=player)
    yield from bring_in(game, model, origin, n, player=player, rule=rule)


def bring_in(game: Game, model: Model, origin: Piece, n: int, *, player: str, rule: str, test: str = "") -> Flow:
    """Let `player` place a model from off the table within `n` U of `origin`; G-TBL-5 where it does not fit."""
    yield from introduce(
        game,
        model,
        [within(game, origin.disc, n, model.radius)],
        origin.disc,
        player=player,
        prompt=_("Place {model} within {n} U of {disc}", model=model.name, n=n, disc=origin.disc.name),
        rule=rule,
        test=test,
    )
