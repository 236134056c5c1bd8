"""Hands of cards, discards for a lost Commander, and the effects of cards in force (D-INIT-7, D-INIT-8, D-CMD-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import draw
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.cards import Card, Span
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import KEEP_CARDS
from game.rulesets.dropzone.rules.state import Effect
from game.wording import _, ngettext


def lend(game: Game, card: Card, about: str, weapon: str = "") -> None:
    """Put the effect of a card in force for a squad or a player, for one `weapon` or, with "", for all."""
    effect = Effect(card.id, card.changes, card.amount, about, weapon, card.span)
    game.state.effects = [*game.state.effects, effect]


def total(game: Game, changes: str, about: str, weapon: str = "") -> int:
    """Return the sum of all effects in force that add to `changes` for a squad or a player; 0 without any."""
    return sum(
        effect.amount
        for effect in game.state.effects
        if effect.changes == changes and effect.about == about and effect.weapon in ("", weapon)
    )


@contextmanager
def within(game: Game) -> Iterator[None]:
    """When the block ends, end the effects that began in it, such as cards for Reaction Fire during a Move."""
    before = game.state.effects
    yield
    game.state.effects = [effect for effect in game.state.effects if effect in before]


def expire(game: Game, *spans: Span) -> None:
    """End the effects that last for an action, or for the activation of a squad or a battlegroup."""
    if game.state.effects:
        game.state.effects = [effect for effect in game.state.effects if effect.span not in spans]


def deck(game: Game, player: str) -> list[str]:
    """Return the cards that a player has not drawn yet, which have no order (D-CARD-3)."""
    drawn = {*game.state.hands[player], *game.state.discards[player]}
    return [card for card in game.setup.decks[player] if card not in drawn]


def limit(game: Game, player: str) -> int:
    """Return the hand limit of a player: the highest Command Value on the table, at least 1 (D-INIT-8, D-CARD-7)."""
    return max(1, game.command(player))


def take(game: Game, player: str, count: int) -> None:
    """Let a player draw up to `count` cards; others see only the number (D-CORE-11, D-CARD-3)."""
    state, taken = game.state, 0
    while taken < count and (left := deck(game, player)):
        card = draw(game.dice, state.rolls, left, f"round {state.round}/all/card {player}")
        state.hands = {**state.hands, player: sorted([*state.hands[player], card])}
        taken += 1
    if taken:
        game.emit(events.CardsDrawn(player=player, count=taken, rule="D-INIT-8"))


def put_away(game: Game, player: str, cards: Sequence[str]) -> None:
    """Move cards from a player's hand to the discards, where everyone sees them (D-CARD-2, D-CARD-3)."""
    state = game.state
    state.hands = {**state.hands, player: [card for card in state.hands[player] if card not in cards]}
    state.discards = {**state.discards, player: [*state.discards[player], *cards]}


def discard(game: Game, player: str, cards: Sequence[str], rule: str) -> None:
    """Discard cards of a hand, and emit an event for each."""
    put_away(game, player, cards)
    for card in cards:
        game.emit(events.CardDiscarded(player=player, card=card, rule=rule))


def offer_discards(game: Game, player: str) -> Flow:
    """Ask a player for cards to discard, one after another, until they keep the rest (D-INIT-7)."""
    keep_option = replace(KEEP_CARDS, label=_("Keep all cards"))
    while hand := game.state.hands[player]:
        options = [*_options(game, hand), keep_option]
        prompt = _("Discard a card? Then you draw up to your hand limit.")
        question = Choose(
            player=player, prompt=prompt, rule="D-INIT-7", options=options, private=True, window="discard"
        )
        answer = yield question
        if answer == KEEP_CARDS.key:
            return
        discard(game, player, [answer], "D-INIT-7")
        keep_option = KEEP_CARDS.shown()


def down_to(game: Game, player: str, most: int, rule: str) -> Flow:
    """Ask a player for cards to discard until the hand has at most `most` (D-CMD-5)."""
    while (surplus := len(game.state.hands[player]) - most) > 0:
        options = _options(game, game.state.hands[player])
        prompt = ngettext("Discard {n} more card", "Discard {n} more cards", surplus)
        answer = yield Choose(player=player, prompt=prompt, rule=rule, options=options, private=True)
        discard(game, player, [answer], rule)


def _options(game: Game, hand: Sequence[str]) -> list[Option]:
    cards = map(game.setup.cards.__getitem__, hand)
    return [Option(card.id, _("Discard {card}", card=_(card.name)), card.id, detail=_(card.text)) for card in cards]


def replenish(game: Game, player: str) -> None:
    """Let a player draw up to the limit; a hand above it keeps its cards (D-INIT-8, R-14)."""
    take(game, player, limit(game, player) - len(game.state.hands[player]))


def mourn(game: Game) -> Flow:
    """Let the players who lost a Commander discard down to their new hand limits (D-CMD-5)."""
    while game.state.bereft:
        player, *others = game.state.bereft
        yield from down_to(game, player, limit(game, player), "D-CMD-5")
        game.state.bereft = [other for other in others if other != player]
