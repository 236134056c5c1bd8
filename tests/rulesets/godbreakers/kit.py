"""Any moment of a game of The Godbreaker Saga in a few words: a small table, a few pieces, scripted dice.

`begin(...)` starts a game there; the `Play` it returns takes answers, hands out what happened and knows the
pieces by name. Ids are the lower-case names. Every die must be in the script; `dice_left` says what was not rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from game.engine.core.decisions import Answer, Choose, Decision, IllegalAnswer, Order, Pick, Place
from game.engine.core.dice import ScriptedDice
from game.engine.core.events import Event
from game.engine.core.flow import Interrupt
from game.engine.session import Session
from game.refusal import Refusal
from game.rulesets import load
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, circles_by_slug
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.setup import (
    PLAYER_COLOURS,
    OptionsDocument,
    PlayerDocument,
    Setup,
    SetupDocument,
    SummonsDocument,
    opening_state,
)
from game.rulesets.godbreakers.rules.state import Marker, Model, State, Step, Token
from game.rulesets.godbreakers.rules.wild.unaligned import UNALIGNED_RADIUS
from game.table.documents import Area, BarricadeLine, MapDocument, Palette, TerrainPiece

A, B, C, D = PLAYERS = ("anna", "bert", "cora", "dirk")

FAR = (2.0, 2.0)
"""A corner where nothing else of these tests happens."""

Happened = TypeVar("Happened", bound=Event)


# -- circles -----------------------------------------------------------------------------------


def training_circles() -> tuple[CircleDocument, ...]:
    """The bundled circles for training, which have no traits and need not keep the rules of creation."""
    return tuple(circle for circle in circles_by_slug().values() if circle.training)


def ready_circles() -> tuple[CircleDocument, ...]:
    """The bundled circles that keep the rules of creation."""
    return tuple(circle for circle in circles_by_slug().values() if not circle.training)


# -- the table ---------------------------------------------------------------------------------


def wood(name: str, west: float, south: float, east: float, north: float) -> TerrainPiece:
    """A rectangle of area terrain."""
    outline = ((west, south), (east, south), (east, north), (west, north))
    return TerrainPiece(id=name.lower(), name=name, look="wood", area=(Area(outline=outline),))


def wall(name: str, *line: tuple[float, float], width: float = 0.2, impassable: bool = False) -> TerrainPiece:
    """A barricade along a line."""
    barricade = BarricadeLine(line=line, width=width, impassable=impassable)
    return TerrainPiece(id=name.lower(), name=name, look="wall", barricades=(barricade,))


def table(*terrain: TerrainPiece, width: float = 30.0, height: float = 20.0) -> MapDocument:
    """A bare table, with terrain where wanted."""
    return MapDocument(
        format="inchwise-map",
        version=1,
        name="A test",
        author="a test",
        width=width,
        height=height,
        palette=Palette(ground="#445533", grain="#334422", area="#226622", barricade="#665544"),
        terrain=terrain,
    )


# -- the pieces --------------------------------------------------------------------------------


def godbreaker(name: str, owner: str, x: float, y: float, die: int = 6, **more: Any) -> Model:
    """A godbreaker of a player's circle on the table."""
    return Model(name.lower(), name, "godbreaker", owner, die, place="table", x=x, y=y, **more)


def unaligned(name: str, x: float, y: float, die: int = 8, owner: str = "", **more: Any) -> Model:
    """An unaligned model on the table: wild, or tame to `owner`."""
    kind = more.pop("kind", "beast")
    radius = more.pop("radius", UNALIGNED_RADIUS[die])
    return Model(name.lower(), name, kind, owner, die, radius, place="table", x=x, y=y, **more)


def forgotten(name: str, x: float, y: float, **more: Any) -> Model:
    """One of the Forgotten of The Score."""
    return unaligned(name, x, y, 8, kind="forgotten", **more)


def objective(x: float, y: float) -> Marker:
    """The objective marker."""
    return Marker("objective", "Objective", "objective", "", x, y, on_table=True)


def shard(owner: str, x: float, y: float) -> Marker:
    """A player's shard marker."""
    return Marker(f"{owner}.shard", f"{owner}'s shard", "shard", owner, x, y, on_table=True)


def hoard(owner: str, x: float, y: float) -> Marker:
    """A hoard marker that `owner` once placed."""
    return Marker(f"{owner}.hoard", f"{owner}'s hoard", "hoard", owner, x, y, on_table=True)


def treasure(name: str, holder: str = "", x: float = 0.0, y: float = 0.0, sort: str = "treasure") -> Token:
    """A token, held by a model or lying at (x, y)."""
    return Token(name, sort, x, y, holder)


# -- the game ----------------------------------------------------------------------------------


@dataclass
class Play:
    """A game under way."""

    session: Session
    dice: ScriptedDice

    # what there is

    @property
    def game(self) -> Game:
        game: Game = self.session.game
        return game

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def model(self, name: str) -> Model:
        return self.state.models[name.lower()]

    def ended(self) -> tuple[list[str], str]:
        """Who won, and with what margin; fails while the game goes on."""
        assert self.state.result is not None
        return self.state.result.winners, self.state.result.margin

    # what is asked

    @property
    def decision(self) -> Decision:
        return self.session.pending()

    @property
    def asked(self) -> tuple[str, str]:
        """Who decides now, under which rule."""
        return self.decision.player, self.decision.rule

    @property
    def candidates(self) -> list[str]:
        assert isinstance(self.decision, Pick)
        return list(self.decision.candidates)

    @property
    def items(self) -> list[str]:
        assert isinstance(self.decision, Order)
        return list(self.decision.items)

    @property
    def options(self) -> list[str]:
        assert isinstance(self.decision, Choose)
        return [option.key for option in self.decision.options]

    def refusal(self, key: str) -> Refusal:
        """Why the pending choice does not offer `key`."""
        assert isinstance(self.decision, Choose)
        return next(refusal for option, refusal in self.decision.refusals() if option.key == key)

    def may_place(self, x: float, y: float) -> bool:
        assert isinstance(self.decision, Place)
        return self.decision.allows([x, y])

    def why_not(self, x: float, y: float) -> dict[str, Refusal]:
        """Every reason against placing at (x, y), by cause."""
        return {refusal.cause: refusal for refusal in self.decision.why_not([x, y])}

    # what is answered

    def answer(self, *answers: Answer) -> list[Event]:
        """Give answers one after another and return all that happened."""
        return [event for answer in answers for event in self.session.answer(answer)]

    def act(self, name: str, action: str, *answers: Answer) -> list[Event]:
        """Activate a model and perform an action with it."""
        return self.answer([name.lower()], action, *answers)

    def refused(self, answer: Answer) -> list[Refusal]:
        """Give an illegal answer and return why it was refused; the game is untouched."""
        before = self.state.digest()
        with pytest.raises(IllegalAnswer) as caught:
            self.session.answer(answer)
        assert self.state.digest() == before
        return list(caught.value.refusals)

    def declare(self, kind: str, player: str, agreed: Sequence[str] = PLAYERS) -> list[Event]:
        """Let a player concede, or agree a draw or an early end with the others, all of them if nobody is named."""
        return self.session.interrupt(Interrupt(kind, player, tuple(agreed)))

    def declare_refused(self, kind: str, player: str, agreed: Sequence[str] = PLAYERS) -> Refusal:
        with pytest.raises(IllegalAnswer) as caught:
            self.declare(kind, player, agreed)
        return caught.value.refusals[0]

    def end_round(self) -> list[Event]:
        """End every activation at once and go on to the end of the round, whatever has to be picked."""
        now, happened = self.state.round, []
        while not self.session.finished and self.state.round == now:
            happened += self.answer(_least(self.decision))
        return happened

    @property
    def dice_left(self) -> int:
        return len(self.dice.faces) - (self.state.rolls.total - self.dice.start)


def _least(decision: Decision) -> Answer:
    if isinstance(decision, Choose):
        return next(option.key for option in decision.options if option.key in ("end", "nothing"))
    if isinstance(decision, Pick):
        return [decision.candidates[0]] if decision.minimum else []
    raise AssertionError(f"unexpected: {decision.prompt}")


def of_kind(events: Sequence[Event], kind: type[Happened]) -> list[Happened]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def make_setup(
    players: int,
    ground: MapDocument,
    *,
    scenario: str = "score",
    shards: Mapping[str, str] | None = None,
    supply: Sequence[TerrainPiece] = (),
    summons: Mapping[str, int] | None = None,
    **options: Any,
) -> Setup:
    """The Score, if nothing else is named, for so many players with training circles.

    `shards` are traits of shards by player, `supply` and `summons` what lies ready off the table.
    """
    seats = tuple(
        PlayerDocument(
            id=each,
            name=each.title(),
            colour=PLAYER_COLOURS[place],
            circle=training_circles()[place].model_copy(update={"shard": (shards or {}).get(each)}),
        )
        for place, each in enumerate(PLAYERS[:players])
    )
    document = SetupDocument(
        scenario=scenario, map=ground, players=seats, options=OptionsDocument(**options), terrain_supply=tuple(supply)
    )
    if summons is not None:
        document = document.model_copy(update={"summons": SummonsDocument(**summons)})
    return Setup(document)


def from_the_start(players: int = 2, ground: MapDocument | None = None, dice: Sequence[int] = (), **more: Any) -> Play:
    """A game before its first decision."""
    setup = make_setup(players, ground or table(), **more)
    scripted = ScriptedDice.of(dice)
    return Play(Session(load("godbreakers"), setup, scripted), scripted)


def begin(
    *pieces: Model | Marker | Token,
    dice: Sequence[int] = (),
    step: Step = "activation",
    players: int = 2,
    priority: Sequence[str] | None = None,
    ground: MapDocument | None = None,
    in_round: int = 1,
    vp: dict[str, int] | None = None,
    **options: Any,
) -> Play:
    """A game at the given step, with these pieces on the table and nothing else."""
    setup = make_setup(players, ground or table(), **options)
    state = opening_state(setup)
    state.models.clear()
    state.markers["objective"].on_table = False
    for piece in pieces:
        if isinstance(piece, Model):
            state.models[piece.id] = piece
        elif isinstance(piece, Marker):
            state.markers[piece.id] = piece
        else:
            state.tokens[piece.id] = piece
    state.step, state.round = step, in_round
    # Between the rounds nobody holds the initiative yet.
    state.priority = list(priority or (() if step in ("setup", "round", "initiative") else setup.players))
    state.initiative = state.priority[0] if state.priority else ""
    state.vp.update(vp or {})
    scripted = ScriptedDice.of(dice)
    ruleset = load("godbreakers")
    sound = ruleset.read_state(state.plain(), setup, "a test")
    return Play(Session(ruleset, setup, scripted, state=sound), scripted)
