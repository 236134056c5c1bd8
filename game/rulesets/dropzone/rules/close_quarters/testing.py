"""Fortitude tests, with the cards that help or harm them (D-CQ-7)."""

from __future__ import annotations

from game.engine.core.flow import Asking
from game.rulesets.dropzone.rules.cards.effects import total, within
from game.rulesets.dropzone.rules.cards.occasions import Occasion, of_all
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.close_quarters.fighting import fails_by, roll_fortitude
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Squad


def fortitude(game: Game, squad: Squad) -> Asking[int]:
    """Let a squad test its Fortitude; return by how much it fails, 0 if it holds (D-CQ-7, C18, C19)."""
    with within(game):
        yield from offer(game, Occasion(of_all(game, "FORT"), squad))
        passes, modifier = total(game, "steadfast", squad.id), total(game, "nerve", squad.id)
    if passes:
        return 0
    pool = roll_fortitude(game, squad, modifier)
    return fails_by(game, squad, pool.faces[0], modifier)
