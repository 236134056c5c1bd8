"""Unaligned models: their kinds, traits, entry and tokens (G-SIDE-2, G-SCN-5, Q20, Q22, section 11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import roll_die
from game.engine.core.flow import Asking, Flow, Interrupted
from game.rulesets.godbreakers.rules.events import TableRolled, ThreatArmed
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import ask_place, displace, level_of, put, region, within
from game.rulesets.godbreakers.rules.state import Model, Token
from game.table.lattice import snap
from game.wording import N_, _

UNALIGNED_RADIUS: Final = {6: 0.5, 8: 0.5, 10: 0.63, 12: 0.79}
"""Radius in inches of an unaligned model's base, by its die. Bigger threats have bigger bases (Q20)."""

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
    if kind.draws and model.traits == kind.traits:  # the model has not drawn its traits yet
        yield from draw_traits(game, model, kind, player=player)
    return model


def bring(game: Game, kind: Kind, origin: Piece, n: int, *, player: str, rule: str) -> Flow:
    """Let `player` place a new model of a kind within `n` U of `origin` (Q22), or as near as it fits (G-TBL-5)."""
    model = yield from enlist(game, kind, player=player)
    yield from bring_in(game, model, origin, n, player=player, rule=rule)


def bring_in(game: Game, model: Model, origin: Piece, n: int, *, player: str, rule: str, test: str = "") -> Flow:
    """Let `player` place a model from off the table within `n` U of `origin`.

    If it does not fit, it takes the nearest free spot (G-TBL-5, Q23).
    """
    around = origin.disc
    where = region(game, model, [within(game, around, n, model.radius)], around)
    if not where.find():
        displace(game, model, around.x, around.y, rule=rule, level=around.level)
        return
    prompt = _("Place {model} within {n} U of {disc}", model=model.name, n=n, disc=around.name)
    try:
        yield from ask_place(game, model, where, player=player, prompt=prompt, rule=rule, test=test)
    except Interrupted:
        # A player left the game instead of answering. The model must be placed all the same.
        spot = where.nearest((around.x, around.y))
        if spot is not None:
            put(game, model, spot.x, spot.y, player=player, rule=rule, level=level_of(where))
        raise


# -- threat traits (G-SCN-5, Q22, Q33) ------------------------------------------------------------


def draw_traits(game: Game, model: Model, kind: Kind, *, player: str) -> Flow:
    """Give a threat the traits that its kind draws, rolled or, if agreed, chosen by `player` (Q22, Q33)."""
    table, new_traits = TABLES[kind.table], list[str]()
    while len(new_traits) < kind.draws:
        if game.setup.options.threat_traits == "chosen":
            trait = yield Choose(
                player=player,
                prompt=_(
                    "Which {table} trait does {model} have ({number} of {draws})?",
                    table=_(kind.table),
                    model=model.name,
                    number=len(new_traits) + 1,
                    draws=kind.draws,
                ),
                rule=RULE,
                about=model.id,
                options=tuple(Option(trait, _(trait), RULE) for trait in table if trait not in new_traits),
            )
        else:
            key = f"round {game.state.round}/{model.id}/{kind.table}"
            roll = roll_die(game.dice, game.state.rolls, len(table), key)
            trait = table[roll.result - 1]
            game.emit(TableRolled(table=kind.table, model=model.id, roll=roll, outcome=trait))
        if trait not in new_traits:
            new_traits.append(trait)
    model.traits = {**model.traits, **{trait: model.traits.get(trait, 0) + kind.rank for trait in new_traits}}
    game.emit(ThreatArmed(model=model.id, traits=tuple(model.traits.items())))


# -- models and tokens that several scenarios share (section 11) -----------------------------------


FORGOTTEN = Kind("forgotten", "Forgotten", 8)
"""A guard of the hoards (The Score)."""

HORROR = Kind("horror", "Horror", 12, {"Tough": 1}, table=MIGHTY, draws=2)
"""A threat with two Mighty traits and an extra rank of Tough (The Nest, Q33)."""

LOCAL = Kind("local", "Local", 6)
"""A bystander (The Gathering)."""

HUNTER = Kind("hunter", "Hunter", 10, {"Ranged": 1}, table=SINISTER, draws=1, rank=2)
"""A threat with Ranged and a Sinister trait at rank 2 (The Gathering)."""

TREASURE = N_("treasure")
TROPHY = N_("trophy")

TREASURE_VP = 5
TROPHY_VP = 10
"""VP at the end of the game for each godbreaker that carries treasure or a trophy."""

QUARRY = {HUNTER.kind: 5, LOCAL.kind: -1}
"""VP that the closest circle scores for a casualty, by the casualty's kind."""


def new_token(game: Game, kind: str, x: float, y: float, level: int = 0) -> Token:
    """Return a new token of a type that lies at (x, y) on a level."""
    number = game.state.made[kind] = game.state.made.get(kind, 0) + 1
    token = Token(f"{kind}-{number}", kind, x, y, level=level)
    game.state.tokens[token.id] = token
    return token


def carriers(game: Game, model: Model, kind: str) -> list[Model]:
    """Return the other models on the table that carry a token of a type (G-TBL-10, Q32)."""
    holders = {token.holder for token in game.state.tokens.values() if token.holder and token.type == kind}
    return [other for other in game.standing() if other.id in holders and other is not model] if holders else []
