"""A little card game with hidden hands, for the tests of the engine: its rules can break down or change on demand.

Each round every player secretly lays a card and rolls a die; the best total sets the order of play and shares out
three points. Cards are "1" to "4"; "trap" is a fault in the rules: it breaks down half-way. What the rules say can be
changed (`CardGame(bans=..., bonus=...)`), as between two versions of a program.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import Document, parse_document, validate_plain
from game.engine.core.decisions import Allocate, Answer, Choose, Decision, Option, Order
from game.engine.core.dice import Dice, KeyedDice, Roll, RollCounter, roll_die
from game.engine.core.events import Event
from game.engine.core.flow import CHECKPOINT, Asking, Flow, Interrupt, Interrupted
from game.engine.core.records import Record
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import Ruleset
from game.engine.rulebook.view import OddsView, Preview, Prospect, ReachView, TableView
from game.engine.session import Session
from game.refusal import Refusal
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield

CARDS = ("1", "2", "3", "4")
POINTS = 3
RULER = Ruler(Battlefield(1.0, 1.0), MeasuringPolicy())


class CardSetup(Document):
    format: Literal["toy-setup"] = "toy-setup"
    version: Literal[1] = 1
    players: tuple[str, ...]
    rounds: int = 3


@dataclass(eq=False)
class Ending(Record):
    winners: list[str]
    reason: str


@dataclass(eq=False)
class CardState(Record):
    hands: dict[str, list[str]]
    points: dict[str, int]
    order: list[str]
    round: int = 0
    laid: dict[str, str | None] = field(default_factory=dict)
    open_steps: list[str] = field(default_factory=list)
    result: Ending | None = None
    rolls: RollCounter = field(default_factory=RollCounter)


@dataclass(frozen=True, kw_only=True)
class Laid(Event):
    player: str
    card: str


@dataclass(frozen=True, kw_only=True)
class Threw(Event):
    player: str
    roll: Roll


@dataclass(frozen=True, kw_only=True)
class Shared(Event):
    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class Left(Event):
    player: str


class CardTable:
    def __init__(self, rules: CardGame, setup: CardSetup, state: CardState, dice: Dice) -> None:
        self.rules, self.setup, self.state, self.dice = rules, setup, state, dice
        self.events: list[Event] = []
        self.ruler = RULER


class CardGame(Ruleset[CardSetup, CardState, CardTable]):
    """The rules. `bans` is a card that may not be laid any more, `bonus` points that appear from nowhere."""

    name = "toy"
    title = "Cards"

    def __init__(self, *, version: str = "1", bans: str = "", bonus: int = 0) -> None:
        self.version, self.bans, self.bonus = version, bans, bonus

    def read_setup(self, plain: Any, file: str = "setup") -> CardSetup:
        return parse_document(json.dumps(plain), CardSetup, file)

    def new_setup(self, plan: GamePlan) -> CardSetup:
        return CardSetup(players=plan.names, rounds=3 if plan.rounds is None else plan.rounds)

    def plain_setup(self, setup: CardSetup) -> dict[str, Any]:
        return setup.model_dump(mode="json")

    def read_state(self, plain: Any, setup: CardSetup, file: str = "state") -> CardState:
        state = validate_plain(TypeAdapter(CardState), plain, file)
        if set(state.hands) != set(setup.players):
            raise DocumentError(file, "hands", "are not those of the players")
        return state

    def begin(self, setup: CardSetup) -> CardState:
        hands = {player: [*CARDS, "trap"] for player in setup.players}
        return CardState(hands, dict.fromkeys(setup.players, 0), list(setup.players))

    def game(self, setup: CardSetup, state: CardState, dice: Dice) -> CardTable:
        return CardTable(self, setup, state, dice)

    def play(self, game: CardTable) -> Flow:
        while True:
            yield CHECKPOINT
            if game.state.result is not None:
                return
            try:
                yield from play_round(game)
            except Interrupted as declared:
                leave(game, declared.interrupt.player)

    def result(self, game: CardTable) -> Ending | None:
        return game.state.result

    def interrupts(self, game: CardTable, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        if player not in game.state.order:
            return ()
        too_early = Refusal("play one round first", "T-9") if game.state.round < 1 else None
        return ((Interrupt("concede", player), None), (Interrupt("end", player), too_early))

    def violations(self, game: CardTable) -> list[str]:
        return [f"{step} is still open" for step in game.state.open_steps]

    def players(self, setup: CardSetup) -> tuple[str, ...]:
        return setup.players

    def view(self, game: CardTable) -> TableView:
        return TableView("Cards", f"round {game.state.round}", (), 0, (), ())

    def tell(self, game: CardTable, event: Event) -> str:
        return event.kind

    def preview(self, game: CardTable, decision: Decision, x: float, y: float) -> Preview:
        return Preview()

    def reach(self, game: CardTable, piece: str) -> ReachView:
        return ReachView()

    def odds(self, game: CardTable, decision: Decision, answer: Answer) -> OddsView | None:
        return None

    def prospects(self, game: CardTable, decision: Decision, rng: Random) -> Iterator[Prospect]:
        return iter(())

    def wording(self, rule: str) -> str:
        return ""


def play_round(game: CardTable) -> Flow:
    state = game.state
    state.round += 1
    state.laid = dict.fromkeys(state.order)
    for player in list(state.order):
        yield from lay(game, player)
    totals = {player: throw(game, player) + int(state.laid[player] or 0) for player in state.order}
    winner = max(state.order, key=lambda player: totals[player])
    yield from share_out(game, winner)
    if state.round >= game.setup.rounds:
        best = max(state.points.values())
        end(game, [player for player, points in state.points.items() if points == best], "most points")


def lay(game: CardTable, player: str) -> Flow:
    """A step within a step: whatever happens in it, it is closed again."""
    game.state.open_steps.append(f"{player} lays")
    try:
        card = yield from choose_card(game, player)
        if card == "trap":
            game.state.points[player] = -99
            raise RuntimeError("the rules break down here")
        game.state.hands[player].remove(card)
        game.state.laid[player] = card
        game.events.append(Laid(rule="T-1", audience=(player,), player=player, card=card))
    finally:
        game.state.open_steps.pop()


def choose_card(game: CardTable, player: str) -> Asking[str]:
    banned = game.rules.bans
    cards = [card for card in game.state.hands[player] if card != banned]
    chosen: str = yield Choose(
        player=player,
        prompt="Lay a card",
        rule="T-1",
        options=tuple(Option(card, f"Lay {card}", "T-1") for card in cards),
        refused=lambda: [(Option(banned, banned), Refusal("it is banned", "T-8"))] if banned else [],
        secret=True,
    )
    return chosen


def throw(game: CardTable, player: str) -> int:
    rolled = roll_die(game.dice, game.state.rolls, 6, f"round {game.state.round}/{player}", reroll_at_most=1)
    game.events.append(Threw(rule="T-2", player=player, roll=rolled))
    return rolled.result


def share_out(game: CardTable, winner: str) -> Flow:
    state = game.state
    order = yield Order(player=winner, prompt="Set the order", rule="T-3", items=tuple(state.order))
    state.order = order  # kept as it was handed over: the engine must have made it the game's own
    limits = dict.fromkeys(state.order, 2) if len(state.order) > 1 else {winner: POINTS}
    shares = yield Allocate(player=winner, prompt="Share out", rule="T-4", limits=limits, total=POINTS)
    for player, amount in shares.items():
        state.points[player] += amount + game.rules.bonus
    game.events.append(Shared(rule="T-4", shares=tuple(shares.items())))


def leave(game: CardTable, player: str) -> None:
    game.state.order.remove(player)
    game.events.append(Left(rule="T-5", player=player))
    if len(game.state.order) <= 1:
        end(game, list(game.state.order), "the others left")


def end(game: CardTable, winners: list[str], reason: str) -> None:
    game.state.result = Ending(winners, reason)


def new_session(rules: CardGame | None = None, *, players: int = 2, dice: Dice | None = None, **more: Any) -> Session:
    """A new game of cards between ann, bob, cy…"""
    rules = rules or CardGame()
    setup = rules.new_setup(GamePlan(("ann", "bob", "cy", "dee")[:players]))
    return Session(rules, setup, dice or KeyedDice(1), **more)


def obvious(session: Session) -> Any:
    """The plainest legal answer to the pending decision."""
    decision = session.pending()
    if isinstance(decision, Choose):
        return decision.options[0].key
    if isinstance(decision, Order):
        return list(reversed(decision.items))
    assert isinstance(decision, Allocate)
    first, *rest = decision.limits
    share = min(decision.total, decision.limits[first])
    return {first: share} | ({rest[0]: decision.total - share} if share < decision.total else {})


def play_on(session: Session, answers: int = 1000) -> None:
    """Give plain answers, until the game is over or so many are given."""
    for _ in range(answers):
        if session.finished:
            return
        session.answer(obvious(session))
