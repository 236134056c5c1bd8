"""Lasting secrets of players: notes of a Flank, and hidden VIMs (B-GEN-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import candidates, deal_vims, is_hidden
from game.rulesets.bushido.rules.setup_phase.deployment import NAMES, deal_notes, is_noted
from game.wording import _


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return the notes and hidden VIMs, which only their owners know (B-TR-85, B-SCEN-12)."""
    notes = {
        f"note {model.id}": PrivateFact(
            model.owner, [("models", model.id, "flank_turn"), ("models", model.id, "flank_edge")]
        )
        for model in game.models
        if is_noted(game, model)
    }
    hidden = {model.owner for model in game.models if is_hidden(game, model)}
    return notes | {
        f"VIM {owner}": PrivateFact(owner, [("models", model.id, "effects") for model in candidates(game, owner)])
        for owner in hidden
    }


def redraw_secrets(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace the secrets that `viewer` may not know with random legal values (B-TR-85, B-SCEN-12)."""
    deal_notes(game, now, viewer, rng)
    deal_vims(game, now, viewer, rng)


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return secret lines for the cards of the viewer's models, by id (B-TR-85, B-SCEN-12)."""
    lines: dict[str, list[Line]] = {}
    for model in [other for other in game.models if other.owner == viewer]:
        if is_noted(game, model):
            edge = _(NAMES[model.flank_edge])
            text = _("Only you know: it arrives in turn {turn}, at {edge}", turn=model.flank_turn, edge=edge)
            lines.setdefault(model.id, []).append(Line(text, "B-TR-85", "good"))
        if is_hidden(game, model):
            line = Line(_("Only you know: it is your most important model"), "B-SCEN-12", "good")
            lines.setdefault(model.id, []).append(line)
    return lines
