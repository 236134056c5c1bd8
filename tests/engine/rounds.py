"""The toy in rounds, with hidden cards, for the tests of the engine: its rules can break down, or change on demand."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import validate_plain
from game.engine.core.decisions import Allocate, Choose, Option, Order
from game.engine.core.dice import Dice, KeyedDice, Roll, roll_die
from game.engine.core.events import Event
from game.engine.core.flow import CHECKPOINT, Asking, Flow, Interrupt, Interrupted
from game.engine.session import Session
from game.refusal import Refusal
from tests.toy.toy_rulebook import Answered, Toy, ToySetup, ToyState


@dataclass(eq=False, kw_only=True)
class RoundsState(ToyState):
    points: dict[str, int]
    order: list[str]
    round: int = 0
    open_steps: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Threw(Event):
    player: str
    roll: Roll


class Rounds(Toy):
    """`bans` is a card that may not be laid any more, `bonus` points that appear from nowhere; a "trap" breaks down."""

    def __init__(self, *, version: str = "1", bans: str = "", bonus: int = 0) -> None:
        self.version, self.bans, self.bonus = version, bans, bonus

    def read_state(self, plain: object, setup: ToySetup, file: str = "state") -> RoundsState:
        state = validate_plain(TypeAdapter(RoundsState), plain, file)
        if set(state.points) != set(setup.players):
            raise DocumentError(file, "points", "are not those of the players")
        return state

    def begin(self, setup: ToySetup) -> RoundsState:
        return RoundsState(points=dict.fromkeys(setup.players, 0), order=list(setup.players))

    def interrupts(self, game: Any, player: str) -> tuple[tuple[Interrupt, Refusal | None], ...]:
        concede = ((Interrupt("concede", player), None),) if player in game.state.order else ()
        return (*concede, *super().interrupts(game, player))

    def play(self, game: Any) -> Flow:
        state = game.state
        while True:
            yield CHECKPOINT
            if state.winners:
                return
            try:
                yield from self.play_round(game)
            except Interrupted as declared:
                state.order.remove(declared.interrupt.player)
                game.events.append(Answered(declared.interrupt.player, "leaves", rule="T-5"))
                if len(state.order) <= 1:
                    state.winners = list(state.order)

    def play_round(self, game: Any) -> Flow:
        """Everybody lays a card and rolls a die; the best total sets the order and shares out three points."""
        state, totals = game.state, dict[str, int]()
        state.round += 1
        for player in state.order:
            totals[player] = yield from self.lay(game, player)
        for player in state.order:
            roll = roll_die(game.dice, state.rolls, 6, f"round {state.round}/{player}", reroll_at_most=1)
            game.events.append(Threw(rule="T-2", player=player, roll=roll))
            totals[player] += roll.result
        best = max(state.order, key=lambda player: totals[player])
        # The order is kept as it was handed over: the engine must have made it the game's own.
        state.order = yield Order(player=best, prompt="Set the order", rule="T-3", items=tuple(state.order))
        limits = dict.fromkeys(state.order, 2) if len(state.order) > 1 else {best: 3}
        shares = yield Allocate(player=best, prompt="Share out", rule="T-4", limits=limits, total=3)
        for player, amount in shares.items():
            state.points[player] += amount + self.bonus
        game.events.append(Answered(best, "shares out", rule="T-4"))
        if state.round == 3:
            most = max(state.points.values())
            state.winners = [player for player, points in state.points.items() if points == most]

    def lay(self, game: Any, player: str) -> Asking[int]:
        """A step within a step: whatever happens in it, it is closed again."""
        state = game.state
        cards = (*map(str, range(state.round, 5)), "trap")
        options = tuple(Option(card, f"Lay {card}", "T-1") for card in cards if card != self.bans)
        banned = [(Option(self.bans, self.bans), Refusal("it is banned", "T-8"))] if self.bans else []
        state.open_steps.append(f"{player} lays")
        try:
            card = yield Choose(
                player=player, prompt="Lay a card", rule="T-1", options=options, refused=lambda: banned, secret=True
            )
            if card == "trap":
                state.points[player] = -99
                raise RuntimeError("the rules break down here")
            state.answers.append(card)
            game.events.append(Answered(player, card, rule="T-1", audience=(player,)))
            return int(card)
        finally:
            state.open_steps.pop()


def new_session(rules: Rounds | None = None, *, players: int = 2, dice: Dice | None = None, **more: Any) -> Session:
    """A new game in rounds between ann, bob, cy…"""
    setup = ToySetup(players=("ann", "bob", "cy", "dee")[:players])
    return Session(rules or Rounds(), setup, dice or KeyedDice(1), **more)


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
