"""Event cards of warbands. They are used once per game, with the timing of an Instant feat (B-WARB-6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.engine.core import windows
from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.feats import CARDS, RULE, EventCard
from game.wording import _


def opportunities(game: Game, moment: str, player: str, among: Sequence[Model] | None) -> list[windows.Opportunity]:
    """Return the unused cards of a player's warband for a moment."""
    found = []
    for card in game.setup.player(player).warband.events:
        known = CARDS[card.name]
        if moment in known.moments and not game.state.uses.count("game", _key(player, card.name)):
            label = _("Use the card {card}", card=card.name)
            option = Option(f"{player}/card/{card.name}", label, RULE)
            own = [model for model in game.of(player) if among is None or model in among]
            found.append(windows.Opportunity(option, partial(_use, game, player, known, own)))
    return found


def _key(player: str, card: str) -> str:
    return f"{player} plays {card}"


def _use(game: Game, player: str, card: EventCard, among: Sequence[Model]) -> Flow:
    yield from ()
    game.state.uses.note(_key(player, card.name), "game")
    game.emit(events.CardUsed(player=player, card=card.name))
    for model in among:
        game.lend(model, card.entry, card.span, card.name)
