"""Unaligned models: how they are made, draw their traits and enter the table (G-SIDE-2, G-SCN-5, Q20, Q22)."""

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
    MIGHTY: ("Brutal", "Deadly", "Fleet", "Pinning", "Ranged", "Relentless", "Tough", "Thunderous"),
    SINISTER: ("Brutal", "Deadly", "Defensive", "Fleet", "Merciless", "Vengeful"),
}
"""The traits of each table by the faces of its die."""


@dataclass(frozen=True)
class Kind:
    """A kind of unaligned model. It draws `draws` traits at `rank` from `table`. A `tame` kind begins with an owner."""

    kind: str
    name: str
    die: int
    traits: dict[str, int] = field(default_factory=dict)
    table: str = ""
    draws: int = 0
    rank: int = 1
    tame: bool = False


def make(game: Game, kind: Kind) -> Model:
    """Return a new wild model of a kind, numbered and in reserve."""
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
    """Return a model of a kind that can be placed. Its traits are rolled, or chosen by `player` if agreed (Q22)."""
    # A model whose placing was interrupted comes first.
    waiting = [model for model in game.state.models.values() if model.kind == kind.kind and model.place == "reserve"]
    model = waiting[0] if waiting else make(game, kind)
    model.owner = player if kind.tame else ""
    if kind.draws and model.traits == kind.traits:
        yield from draw_traits(game, model, kind.table, kind.draws, kind.rank, player=player)
    return model


def bring(game: Game, kind: Kind, origin: Piece, n: int, *, player: str, rule: str) -> Flow:
    """Let `player` place a new model of a kind within `n` U of `origin` (Q22). G-TBL-5 applies if it does not fit."""
    model = yield from enlist(game, kind, player=player)
    yield from bring_in(game, model, origin, n, player=player, rule=rule)


def bring_in(game: Game, model: Model, origin: Piece, n: int, *, player: str, rule: str, test: str = "") -> Flow:
    """Let `player` place a model from off the table within `n` U of `origin`. G-TBL-5 applies if it does not fit."""
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


def draw_traits(game: Game, model: Model, table: str, draws: int, rank: int, *, player: str) -> Flow:
    """Give a threat `draws` traits of a table at `rank`, rolled or, if agreed, chosen by `player` (Q22, Q33)."""
    new_traits: list[str] = []
    while len(new_traits) < draws:
        if game.setup.options.threat_traits == "chosen":
            new_traits.append((yield from _choose_trait(game, model, table, new_traits, draws, player)))
        else:
            new_traits.append(_roll_trait(game, model, table, new_traits))
    for trait in new_traits:
        model.traits[trait] = model.traits.get(trait, 0) + rank
    game.emit(ThreatArmed(model=model.id, traits=tuple(model.traits.items())))


def _choose_trait(game: Game, model: Model, table: str, earlier: list[str], draws: int, player: str) -> Asking[str]:
    trait: str = yield Choose(
        player=player,
        prompt=_(
            "Which {table} trait does {model} have ({number} of {draws})?",
            table=_(table),
            model=model.name,
            number=len(earlier) + 1,
            draws=draws,
        ),
        rule=RULE,
        about=model.id,
        options=tuple(Option(trait, _(trait), RULE) for trait in TABLES[table] if trait not in earlier),
    )
    return trait


def _roll_trait(game: Game, model: Model, table: str, earlier: list[str]) -> str:
    while True:
        key = f"round {game.state.round}/{model.id}/{table}"
        roll = roll_die(game.dice, game.state.rolls, len(TABLES[table]), key)
        trait = TABLES[table][roll.result - 1]
        game.emit(TableRolled(table=table, model=model.id, roll=roll, outcome=trait))
        if trait not in earlier:
            return trait
