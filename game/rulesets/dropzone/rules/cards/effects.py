"""Effects of cards in force: what they add to a number, or permit (D-CARD)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from game.rulesets.dropzone.documents.cards import Card, Span
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Effect


def lend(game: Game, card: Card, about: str, weapon: str = "") -> None:
    """Let a card change something for a squad or a player, of one weapon or of all."""
    effect = Effect(card.id, card.changes, card.amount, about, weapon, card.span)
    game.state.effects = [*game.state.effects, effect]


def total(game: Game, changes: str, about: str, weapon: str = "") -> int:
    """Return what the effects in force add to something of a squad or a player; 0 if there are none."""
    return sum(
        each.amount
        for each in game.state.effects
        if each.changes == changes and each.about == about and each.weapon in ("", weapon)
    )


@contextmanager
def within(game: Game) -> Iterator[None]:
    """End the effects of cards that come into force meanwhile: those for Reaction Fire amid a Move, or for a test."""
    before = game.state.effects
    yield
    game.state.effects = [each for each in game.state.effects if each in before]


def expire(game: Game, *spans: Span) -> None:
    """End the effects that last for an action, or for the activation of a squad or a battlegroup."""
    if game.state.effects:
        game.state.effects = [each for each in game.state.effects if each.span not in spans]
