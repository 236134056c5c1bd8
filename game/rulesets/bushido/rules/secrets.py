"""What players keep secret for longer than one commitment: notes of a Flank and hidden VIMs (B-GEN-5)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import deal_vims, is_hidden
from game.rulesets.bushido.rules.setup_phase.flanks import deal_notes, is_noted


def private(game: Game) -> Mapping[str, str]:
    """Return the owner of each note and each hidden VIM that only the owner knows (B-TR-85, B-SCEN-12)."""
    notes = {f"note {model.id}": model.owner for model in game.models if is_noted(game, model)}
    return notes | {f"VIM {model.owner}": model.owner for model in game.models if is_hidden(game, model)}


def deal_anew(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace what `viewer` may not know now by something equally possible (B-TR-85, B-SCEN-12)."""
    deal_notes(game, now, viewer, rng)
    deal_vims(game, now, viewer, rng)
