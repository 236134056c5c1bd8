"""Battle tactic cards: the players judge them; they are ticked by hand and logged (A-IMP-30)."""

from __future__ import annotations

from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.wording import _

NONE: Final = "none"


def tick_cards(game: Game) -> Flow:
    """Let the active player tick battle tactics, one after another, at the end of their turn."""
    player = game.state.active
    while True:
        ticked = game.state.ticked[player]
        left = [each for each in game.setup.tactics[player] if each.id not in ticked]
        if not left:
            return
        options = [Option(each.id, _(each.name), "A-IMP-30") for each in left]
        options.append(Option(NONE, _("No battle tactic"), "A-IMP-30", letter="d"))
        prompt = _("{player}, which battle tactic did you complete?", player=game.player_name(player))
        card = yield Choose(player=player, prompt=prompt, rule="A-IMP-30", options=options)
        if card == NONE:
            return
        game.state.ticked = {**game.state.ticked, player: [*ticked, card]}
        game.emit(events.CardTicked(player=player, card=card, rule="A-IMP-30"))
