"""What players keep secret for longer than one commitment: notes of a Flank and hidden VIMs (B-GEN-5)."""

from __future__ import annotations

from random import Random

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import deal_vims, is_hidden
from game.rulesets.bushido.rules.setup_phase.flanks import deal_notes, keeps_notes


def keeps_secrets(game: Game) -> bool:
    """Return whether anything is noted that not everybody knows yet (B-TR-85, B-SCEN-12)."""
    return keeps_notes(game) or any(is_hidden(game, model) for model in game.models)


def deal_anew(game: Game, viewer: str, rng: Random) -> None:
    """Replace what `viewer` may not know by something else that is as possible (B-TR-85, B-SCEN-12)."""
    deal_notes(game, viewer, rng)
    deal_vims(game, viewer, rng)
