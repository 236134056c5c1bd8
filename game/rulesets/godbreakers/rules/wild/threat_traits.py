"""The traits of threats: rolled on a table with game dice, or chosen (G-SCN-5, Q22, Q33)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import roll_die
from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.events import TableRolled, ThreatArmed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
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


def arm(game: Game, model: Model, table: str, draws: int, rank: int, *, player: str) -> Flow:
    """Give a threat `draws` different traits of a table at `rank`, on top of those it has (Q33).

    They are rolled, or `player` chooses them where the players agreed so (Q22).
    """
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
            "Which {table} trait has {model}: number {number} of {draws}?",
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
    """Roll until a trait comes up that it has not drawn yet."""
    while True:
        key = f"round {game.state.round}/{model.id}/{table}"
        rolled = roll_die(game.dice, game.state.rolls, len(TABLES[table]), key)
        trait = TABLES[table][rolled.result - 1]
        game.emit(TableRolled(table=table, model=model.id, roll=rolled, outcome=trait))
        if trait not in drawn:
            return trait
