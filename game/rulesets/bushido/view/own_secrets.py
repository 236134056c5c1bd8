"""Private facts of a player: notes of a Flank, and the hidden most important model (B-GEN-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import is_hidden
from game.rulesets.bushido.rules.setup_phase.flanks import NAMES, is_noted
from game.wording import _


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return the lines that only `viewer` may read on the cards of their models, by id (B-TR-85, B-SCEN-12)."""
    found: dict[str, list[Line]] = {}
    for model in [each for each in game.models if each.owner == viewer]:
        if is_noted(game, model):
            edge = _(NAMES[model.flank_edge])
            text = _("Only you know: it arrives in turn {turn}, at {edge}", turn=model.flank_turn, edge=edge)
            found.setdefault(model.id, []).append(Line(text, "B-TR-85", "good"))
        if is_hidden(game, model):
            line = Line(_("Only you know: it is your most important model"), "B-SCEN-12", "good")
            found.setdefault(model.id, []).append(line)
    return found
