"""Playing cards at an event: who may, in which order, and what each does as the stack resolves (D-CARD-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import draw
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Reference
from game.engine.core.pools import rerolled
from game.engine.core.windows import PASS
from game.rulesets.dropzone.documents.cards import Card, Timing
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards import hands
from game.rulesets.dropzone.rules.cards.hands import lend, put_away
from game.rulesets.dropzone.rules.cards.targets import (
    Occasion,
    Target,
    failed_blows,
    reroll,
    spent_aa,
    still_applies,
    targets,
)
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import NO_CARD
from game.rulesets.dropzone.rules.scenery import add_tokens
from game.wording import N_, _

Doing = Callable[[Game, str, Target, Occasion], None]


def _reroll_misses(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for fire in occasion.fires:
        if fire.weapon.name == target.weapon and fire.pool is not None:
            fire.pool = rerolled(game.dice, game.state.rolls, fire.pool, fire.missed)
            game.rolled("hit", fire.pool, len(fire.struck), fire.unit, rule="C03")


def _reroll_failures(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for fire in occasion.fires:
        if fire.weapon.name != target.weapon:
            continue
        for strike in fire.strikes:
            if strike.pool is not None and strike.failed:
                strike.pool = rerolled(game.dice, game.state.rolls, strike.pool, strike.failed)
                game.rolled("damage", strike.pool, strike.damage, fire.unit, rule="C05")
        if fire.battering is not None:
            fire.battering = rerolled(game.dice, game.state.rolls, fire.battering, failed_blows(fire))


def _heal(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    _restore(game, target, game.throw_d3("medics", game.state.units[target.about]), "C17")


def _restore(game: Game, target: Target, points: int, rule: str) -> None:
    """Let a unit regain damage points, never more than it has lost (D-UNIT-6)."""
    unit = game.state.units[target.about]
    gained = min(points, unit.lost)
    unit.lost -= gained
    game.emit(events.Restored(unit=unit.id, amount=gained, left=game.left(unit), rule=rule))


def _intercept(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    state, other = game.state, target.about
    lost = draw(game.dice, state.rolls, state.hands[other], f"round {state.round}/all/intercept {other}")
    hands.discard(game, other, [lost], "C24")


def _revise(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    """Draw 2 cards; what is too many is discarded before anything else (C26)."""
    hands.take(game, player, 2)
    game.state.bereft = [*game.state.bereft, player]


def _rearm(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for unit in game.present(game.state.squads[target.about]):
        unit.rearmed = [*unit.rearmed, *spent_aa(game, unit)]


def _fan(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    feature = next(each for each in game.features if each.id == target.about)
    add_tokens(game, feature, game.throw_d3(f"embers {feature.id}", piece=feature.id), "C30")


DOING: Final[dict[str, Doing]] = {
    "C03": _reroll_misses,
    "C05": _reroll_failures,
    "C16": lambda game, player, target, at: _restore(game, target, 1, "C16"),
    "C17": _heal,
    "C21": lambda game, player, target, at: reroll(game, at, target.about),
    "C24": _intercept,
    "C25": lambda game, player, target, at: reroll(game, at, player),
    "C26": _revise,
    "C29": _rearm,
    "C30": _fan,
}
"""The cards that act at once; C23 cancels another one and is part of the stack."""


def carry_out(game: Game, card: Card, player: str, target: Target, occasion: Occasion) -> None:
    """Let a card do what it does; people carry out the text of an own card that is like none (D-ARMY-8)."""
    if card.does in DOING:
        DOING[card.does](game, player, target, occasion)
    elif card.changes:
        lend(game, card, target.about, target.weapon)


CANCEL: Final = "C23"
MOMENTS: Final[dict[Timing, str]] = {
    "INIT-ROLL": N_("The initiative dice are rolled. Play a card?"),
    "INIT": N_("The round is about to begin. Play a card?"),
    "BG": N_("Your battlegroup is about to act. Play a card?"),
    "MOVE": N_("{squad} is about to move. Play a card?"),
    "DECL": N_("{squad} is about to shoot. Play a card?"),
    "HIT": N_("{squad} has rolled to hit. Play a card?"),
    "DMG": N_("{squad} is about to roll for damage. Play a card?"),
    "DMG2": N_("{squad} has rolled for damage. Play a card?"),
    "E-ACT": N_("The enemy's {squad} is about to act. Play a card?"),
    "E-DECL": N_("The enemy's {squad} is about to shoot. Play a card?"),
    "E-HIT": N_("The enemy's {squad} has hit. Play a card?"),
    "SAVE": N_("You are about to roll saves. Play a card?"),
    "SEARCH": N_("{squad} is about to search. Play a card?"),
    "SEARCH2": N_("{squad} has searched. Play a card?"),
    "FORT": N_("{squad} must test its Fortitude. Play a card?"),
    "RF": N_("Enemies react to {squad}. Play a card?"),
    "END-BG": N_("Your battlegroup has acted. Play a card?"),
    "UP": N_("The round is over. Play a card?"),
    "RESP": N_("{player} played {card}. Cancel it?"),
}
"""The question at each timing."""


@dataclass
class Played:
    """A card that was played and has not resolved yet."""

    card: Card
    player: str
    target: Target
    cancelled: bool = False


def may_play(game: Game, occasion: Occasion) -> bool:
    """Return whether anybody may be asked for a card for an event, whatever it may be played on."""
    cards, timings = game.setup.cards, occasion.timings.items()
    return any(cards[card].timing == timing for player, timing in timings for card in _asked_for(game, player))


def offer(game: Game, occasion: Occasion) -> Asking[bool]:
    """Let the players play cards at an event until all pass in a row, and resolve them; return whether any was played.

    Players are asked only if a card of those that `_asked_for` returns could do something. All may respond to a card,
    the next player first (R-18).
    """
    if not may_play(game, occasion):
        return False
    players, stack, passed, turn = [*occasion.timings], list[Played](), 0, 0
    while passed < len(players):
        player = players[turn % len(players)]
        turn += 1
        play = yield from _asked(game, player, occasion, stack)
        if play is None:
            passed += 1
            continue
        passed = turn = 0
        put_away(game, player, [play.card.id])
        stack.append(play)
        card, target = play.card.id, play.target
        game.emit(events.CardPlayed(player=player, card=card, target=target.about, weapon=target.weapon, rule=card))
        first, *others = game.around(player)
        players = [*others, first]
    played = bool(stack)
    _resolve(game, occasion, stack)
    return played


def _resolve(game: Game, occasion: Occasion, stack: list[Played]) -> None:
    """Resolve the cards, the last one first; one whose requirement has vanished does nothing (D-CARD-4, D-CARD-5)."""
    while stack:
        play = stack.pop()
        if play.cancelled:
            continue
        if play.card.does == CANCEL:
            stack[-1].cancelled = True
            game.emit(events.CardCancelled(card=stack[-1].card.id, player=stack[-1].player, rule=CANCEL))
        elif still_applies(game, play.player, play.card, play.target, occasion):
            carry_out(game, play.card, play.player, play.target, occasion)


def _asked_for(game: Game, player: str) -> Sequence[str]:
    """Return the cards for which a player is asked: the hand, or all that others must reckon with (D-ENG-5).

    A question that depends on nothing hidden tells the others nothing.
    """
    hand, gone = game.state.hands[player], game.state.discards[player]
    openly = not hand or game.setup.document.options.asked == "held"
    return hand if openly else [each for each in game.setup.decks[player] if each not in gone]


def _plays(game: Game, player: str, occasion: Occasion, stack: list[Played], hand: Sequence[str]) -> Iterator[Played]:
    """Yield what a player may play now: cards for the event, and a card that cancels the last one of another."""
    timing, cards = occasion.timings.get(player), [game.setup.cards[each] for each in hand]
    for card in cards:
        if card.timing == timing:
            yield from (Played(card, player, target) for target in targets(game, player, card, occasion))
    if stack and stack[-1].player != player:
        yield from (Played(card, player, Target()) for card in cards if card.does == CANCEL)


def _asked(game: Game, player: str, occasion: Occasion, stack: list[Played]) -> Asking[Played | None]:
    """Ask a player for a card if they could play any, or others must reckon with it (D-ENG-5)."""
    possible = [*_plays(game, player, occasion, stack, _asked_for(game, player))]
    if not possible:
        return None
    held = (each for each in possible if each.card.id in game.state.hands[player])
    found = {f"{each.card.id}|{each.target.key}": each for each in held}
    timing: Timing = "RESP" if all(each.card.does == CANCEL for each in possible) else occasion.timings[player]
    facts = {"squad": occasion.name}
    if stack:
        facts |= {"player": game.player_name(stack[-1].player), "card": _(stack[-1].card.name)}
    game.state.asked = [*game.state.asked, asked_at(player, timing)]
    options = [*(_option(key, each) for key, each in found.items()), NO_CARD.shown()]
    answer = yield Choose(
        player=player,
        prompt=_(MOMENTS[timing], **facts),
        rule="D-CARD-4",
        about=occasion.squad.id if occasion.squad is not None else "",
        options=options,
        private=True,
        window=timing.lower(),
        until=f"round-{game.state.round}",
    )
    return None if answer == PASS else found[answer]


def _option(key: str, play: Played) -> Option:
    target, name = play.target, _(play.card.name)
    label = _("Play {card}", card=name)
    if target.weapon:
        label = _("Play {card} on {weapon} of {target}", card=name, target=target.name, weapon=target.weapon)
    elif target.name:
        label = _("Play {card} on {target}", card=name, target=target.name)
    option = Option(key, label, play.card.id, target.subject)
    return replace(option, about=Reference(terrain=(target.about,))) if isinstance(target.where, Feature) else option


def asked_at(player: str, timing: Timing) -> str:
    """Return how the state notes that a player was asked at a timing."""
    return f"{player} {timing}"


def offer_in_turn(game: Game) -> Flow:
    """Let the next player who waits play a card before the round begins, or wait no more (D-INIT-9)."""
    player = game.state.waiting[0]
    occasion = Occasion({player: "INIT"})
    if not (yield from offer(game, occasion)):
        game.state.waiting = [*game.state.waiting[1:]]
