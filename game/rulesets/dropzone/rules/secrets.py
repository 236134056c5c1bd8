"""The secrets of players, their hands of cards, and other hands that opponents might hold (D-CORE-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.view import CardView, Line
from game.rulesets.dropzone.documents.cards import CARDS, Card, Timing
from game.rulesets.dropzone.rules.cards.playing import asked_at
from game.rulesets.dropzone.rules.game import Game
from game.wording import _

TIMINGS: Final = tuple(dict.fromkeys(card.timing for card in CARDS.values()))
"""Every timing, in the order of the cards."""


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return the hand of each player who holds cards. The number of cards is public."""
    hands = game.state.hands.items()
    return {f"hand {player}": PrivateFact(player, [("hands", player)]) for player, cards in hands if cards}


def redraw_secrets(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Give every other player a hand of the same size that they might hold.

    It holds the cards that they have shown since, and one for each timing at which they were asked, if being asked
    gives a card away. It holds no card that they had discarded before.
    """
    state = game.state
    for player, hand in state.hands.items():
        if player == viewer or not hand:
            continue
        discarded = now.state.discards[player]
        shown = [each for each in discarded[len(state.discards[player]) :] if each in hand]
        others = [each for each in game.setup.decks[player] if each not in discarded]
        dealt, room = [*shown], len(hand) - len(shown)
        rng.shuffle(others)
        asked = now.state.asked if game.setup.document.options.asked == "held" else ()
        wanted = [timing for timing in TIMINGS if asked_at(player, timing) in asked]
        given_away = [*_one_of_each(game.setup.cards, others, wanted, dealt)][:room]
        dealt += [*given_away, *(each for each in others if each not in given_away)][:room]
        state.hands = {**state.hands, player: sorted(dealt)}


def _one_of_each(
    known: Mapping[str, Card], cards: Sequence[str], timings: Sequence[Timing], held: Sequence[str]
) -> Iterator[str]:
    """Yield a card for each timing for which no card is held."""
    for timing in timings:
        if not any(known[card].timing == timing for card in held):
            yield from [card for card in cards if known[card].timing == timing][:1]


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return the hand of a player as lines on their own plate, which nobody else sees."""
    hand = cards(game, viewer)
    return {viewer: [Line(f"{each.name}: {each.text}", each.rule) for each in hand]} if hand else {}


def cards(game: Game, viewer: str) -> Sequence[CardView]:
    """Return the hand of a player (D-CARD-1)."""
    hand = [game.setup.cards[each] for each in game.state.hands.get(viewer, ())]
    return [CardView(_(each.name), _(each.text), each.id) for each in hand]
