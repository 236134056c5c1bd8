"""What players keep secret for longer than one commitment: notes of a Flank and hidden VIMs (B-GEN-5)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.engine.rulebook.facets import PrivateFact
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import candidates, deal_vims, is_hidden
from game.rulesets.bushido.rules.setup_phase.flanks import deal_notes, is_noted


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return each note and each hidden VIM, which only the owner knows (B-TR-85, B-SCEN-12)."""
    notes = {
        f"note {model.id}": PrivateFact(
            model.owner, [("models", model.id, "flank_turn"), ("models", model.id, "flank_edge")]
        )
        for model in game.models
        if is_noted(game, model)
    }
    hidden = {model.owner for model in game.models if is_hidden(game, model)}
    return notes | {
        f"VIM {owner}": PrivateFact(owner, [("models", each.id, "effects") for each in candidates(game, owner)])
        for owner in hidden
    }


def deal_anew(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace what `viewer` may not know now by something equally possible (B-TR-85, B-SCEN-12)."""
    deal_notes(game, now, viewer, rng)
    deal_vims(game, now, viewer, rng)
