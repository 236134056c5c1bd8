"""Unaligned models: making them, drawing their traits, bringing them in (G-SIDE-2, G-SCN-5, Q20, Q22)."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import roll_die
from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.constants import UNALIGNED_RADIUS
from game.rulesets.godbreakers.rules.events import TableRolled, ThreatArmed
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import introduce, within
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import snap
from game.wording import N_, _

RULE = "G-SCN-5"
MIGHTY = N_("Mighty")
SINISTER = N_("Sinister")
TABLES = {
    MIGHTY: (
        "Brutal",
        "Deadly",
        "Fleet",
        "Pinning",
        "Ranged",
        "Relentless",
        "Tough",
        "Thunderous",
    ),
    SINISTER: ("Brutal", "Deadly", "Defensive", "Fleet", "Merciless", "Vengeful"),
}
"""The traits of each table in the order of its die."""


@dataclass(frozen=True)
class Kind:
    """A kind of unaligned model; it draws `draws` traits at `rank` from `table`, and may be `tame` from the start."""

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
    """Return a model of a kind ready to be placed, its traits drawn, or chosen by `player` if so agreed (Q22)."""
    # One whose placing was interrupted comes first.
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


# -- threat traits (G-SCN-5, Q22, Q33) ------------------------------------------------------------


def arm(game: Game, model: Model, table: str, draws: int, rank: int, *, player: str) -> Flow:
    """Give a threat `draws` more traits of a table at `rank`, rolled or, if agreed, chosen by `player` (Q22, Q33)."""
    drawn: list[str] = []
    while len(drawn) < draws:
        if game.setup.options.threat_traits == "chosen":
            drawn.append((yield from _chosen(game, model, table, drawn, draws, player)))
        else:
            drawn.append(_rolled(game, model, table, drawn))
    for trait in drawn:
        model.traits[trait] = model.traits.get(trait, 0) + rank
    game.emit(ThreatArmed(model=model.id, traits=tuple(model.traits.items())))


def _chosen(game: Game, model: Model, table: str, drawn: list[str], draws: int, player: str) -> Asking[str]:
    trait: str = yield Choose(
        player=player,
        prompt=_(
            "Which {table} trait does {model} have ({number} of {draws})?",
            table=_(table),
            model=model.name,
            number=len(drawn) + 1,
            draws=draws,
        ),
        rule=RULE,
        about=model.id,
        options=tuple(Option(trait, _(trait), RULE) for trait in TABLES[table] if trait not in drawn),
    )
    return trait


def _rolled(game: Game, model: Model, table: str, drawn: list[str]) -> str:
    while True:
        key = f"round {game.state.round}/{model.id}/{table}"
        rolled = roll_die(game.dice, game.state.rolls, len(TABLES[table]), key)
        trait = TABLES[table][rolled.result - 1]
        game.emit(TableRolled(table=table, model=model.id, roll=rolled, outcome=trait))
        if trait not in drawn:
            return trait
