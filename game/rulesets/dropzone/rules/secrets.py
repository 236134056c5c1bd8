"""The secrets of players, their hands of cards, and other hands that opponents might hold (D-CORE-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.view import CardView, Line
from game.rulesets.dropzone.documents.cards import CARDS, Card, Timing
from game.rulesets.dropzone.rules.cards.playing import OCCASIONS, asked_at
from game.rulesets.dropzone.rules.game import Game
from game.wording import _

TIMINGS: Final = tuple(dict.fromkeys(card.timing for card in CARDS.values()))
"""Every timing, in the order of the cards."""


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return the hand of each player who holds cards, as a fact to seal. Its size is public."""
    hands = game.state.hands.items()
    return {f"hand {player}": PrivateFact(player, [("hands", player)]) for player, cards in hands if cards}


def redraw_secrets(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace every other player's hand with one of the same size that they might hold, as far as the viewer knows.

    It contains the cards that they have shown since, one for each timing at which they were asked (if being asked gives
    a card away), and no card that they had already discarded.
    """
    state = game.state
    for player, hand in state.hands.items():
        if player == viewer or not hand:
            continue
        discarded = now.state.discards[player]
        shown_cards = [card for card in discarded[len(state.discards[player]) :] if card in hand]
        undiscarded = [card for card in game.setup.decks[player] if card not in discarded]
        dealt, size = [*shown_cards], len(hand) - len(shown_cards)
        rng.shuffle(undiscarded)
        questions = now.state.asked if game.setup.document.options.asked == "held" else ()
        timings_asked = [timing for timing in TIMINGS if asked_at(player, timing) in questions]
        given_away = [*_one_for_each_timing(game.setup.cards, undiscarded, timings_asked, dealt)][:size]
        dealt += [*given_away, *(card for card in undiscarded if card not in given_away)][:size]
        state.hands = {**state.hands, player: sorted(dealt)}


def _one_for_each_timing(
    by_id: Mapping[str, Card], cards: Sequence[str], timings: Sequence[Timing], held: Sequence[str]
) -> Iterator[str]:
    """Yield one card for each timing, except those for which a card is already `held`."""
    for timing in timings:
        if not any(by_id[card].timing == timing for card in held):
            yield from [card for card in cards if by_id[card].timing == timing][:1]


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return the lines on a player's own plate that only this player sees: their hand."""
    hand = cards(game, viewer)
    return {viewer: [Line(f"{card.name}: {card.text}", card.rule) for card in hand]} if hand else {}


def cards(game: Game, viewer: str) -> Sequence[CardView]:
    """Return the hand of a player (D-CARD-1)."""
    hand = [game.setup.cards[key] for key in game.state.hands.get(viewer, ())]
    return [CardView(_(card.name), _(card.text), card.id, _(OCCASIONS[card.timing])) for card in hand]
