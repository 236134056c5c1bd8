"""Why a model cannot attack another one now."""

from __future__ import annotations

from collections.abc import Sequence

from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.repertoire import why_not_engage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range


def bars(game: Game, attacker: str, target: str) -> Sequence[Refusal]:
    """Return the reason why a model cannot engage another from where it is; none if it can (G-ENG-1)."""
    model, other = game.state.models.get(attacker), game.state.models.get(target)
    if model is None or other is None or not model.on_table or not game.hostile(model, other):
        return ()
    return () if game.reaches(model, other, attack_range(game, model)) else (why_not_engage(game, model, other.id),)
