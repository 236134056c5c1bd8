"""Presentation facts: which models could move where next and then engage (G-MOVE-1, G-ENG-1)."""

from __future__ import annotations

from game.rulesets.godbreakers.odds.supposing import standing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import LevelRegion
from game.rulesets.godbreakers.rules.placing import attack_range, landings, move_region
from game.rulesets.godbreakers.rules.rounds.activation import acts_again
from game.rulesets.godbreakers.rules.state import Model
from game.table.threat.threat_map import Threat, Way
from game.wording import N_

RULE = "G-ENG-1"
VERB = N_("engage")


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the models hostile to a player's that may act again: where a move may take each, and its attack range.

    They are told as if the piece `about` stood at `spot` on a level; what hostile traits demand of a move is included.
    A wild model is told by what it may do, not by what its compulsion will have it do. On a table with levels each
    threatens what stands on the level where its move ends or on the next.
    """
    model = game.state.models.get(about)
    if model is not None and spot is not None and model.on_table:
        game, _model = standing(game, model, model.disc._replace(x=spot[0], y=spot[1], level=level))
    others = [model for model in game.standing() if model.owner != player and model.id != about]
    return tuple(_threat(game, model) for model in others if acts_again(game, model))


def _threat(game: Game, model: Model) -> Threat:
    # Whoever is Unbound threatens from every level that it may count as standing on where it ends (G-ADV-5); who would
    # fall on purpose, from where it lands (G-ADV-4).
    ways = tuple(
        Way(model.disc._replace(level=level), ends)
        for ends, lands in landings(game, move_region(game, model))
        if not isinstance(ends, LevelRegion) or ends.has_room
        for level in (game.levels_of(model, lands) if game.levels else (model.level,))
    )
    return Threat(model.id, model.name, model.disc, attack_range(game, model), ways, game.ruler, VERB, RULE)
