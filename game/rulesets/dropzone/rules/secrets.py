"""What one player alone knows: the hand of cards (D-CORE-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.rules.game import Game
from game.wording import _


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return the hand of each player who holds cards; how many they are is open."""
    hands = game.state.hands.items()
    return {f"hand {player}": PrivateFact(player, [("hands", player)]) for player, cards in hands if cards}


def redraw_secrets(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Give every other player a hand of the same size that they might hold.

    Cards that they have shown since must have been in it; those that they have discarded before cannot be.
    """
    state = game.state
    for player, hand in state.hands.items():
        if player == viewer or not hand:
            continue
        gone = now.state.discards[player]
        shown = [each for each in gone[len(state.discards[player]) :] if each in hand]
        others = [each for each in CARDS if each not in gone]
        dealt = [*shown, *rng.sample(others, len(hand) - len(shown))]
        state.hands = {**state.hands, player: sorted(dealt)}


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return the hand of a player as lines on their own plate, which nobody else sees."""
    hand = [CARDS[each] for each in game.state.hands.get(viewer, ())]
    return {viewer: [Line(f"{_(each.name)}: {_(each.text)}", each.id) for each in hand]} if hand else {}
