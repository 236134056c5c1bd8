"""A rulebook of one page for the window's tests: it asks every kind of decision once and keeps the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.engine.core.decisions import Allocate, Answer, Choose, Decision, Option, Order, Pick, Place, Refusal
from game.engine.core.dice import Dice, KeyedDice, RollCounter
from game.engine.core.events import Event
from game.engine.core.flow import CHECKPOINT, Flow, Interrupt
from game.engine.core.records import Record
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import Ruleset
from game.engine.rulebook.terms import Terms
from game.engine.rulebook.view import (
    Likelihood,
    Line,
    OddsView,
    PieceView,
    PlayerView,
    Preview,
    Prospect,
    ReachView,
    Spread,
    TableView,
)
from game.engine.session import Session
from game.lengths import Unit
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece

MOVE = 6
NAMES = {"a1": "Aldis Thorn", "a2": "Berenike", "b1": "Corvane", "b2": "Dagmar Hail"}
COLOURS = {"ann": "#3f8fd2", "bob": "#d9653b"}
COPSE = Piece("copse", "Copse", area=(Area(((10.0, 2.0), (14.0, 2.0), (14.0, 6.0), (10.0, 6.0))),), look="wood")
WALL = Piece("wall", "Wall", barricades=(Barricade(((4.0, 9.0), (8.0, 9.0)), 0.5, name="Wall", piece_id="wall"),))
KEEP = Piece("keep", "Keep", barricades=(Barricade(((14.0, 9.0), (17.0, 9.0)), 0.6, True, "Keep", "keep"),))
FIELD = Battlefield(20.0, 14.0, (COPSE, WALL, KEEP), name="The yard")
RULER = Ruler(FIELD, MeasuringPolicy())


@dataclass
class ToyState(Record):
    """Where the pieces stand and what was answered."""

    rolls: RollCounter = field(default_factory=RollCounter)
    spots: dict[str, tuple[float, float]] = field(
        default_factory=lambda: {"a1": (5.0, 4.0), "a2": (3.0, 4.0), "b1": (9.0, 7.0), "b2": (16.0, 5.0)}
    )
    answers: list[Any] = field(default_factory=list)
    step: int = 0


@dataclass(frozen=True)
class Answered(Event):
    """Somebody answered."""

    player: str
    text: str


@dataclass
class ToyGame:
    """A running game."""

    setup: Any
    state: ToyState
    dice: Dice
    events: list[Event] = field(default_factory=list)
    ruler: Ruler = RULER

    def disc(self, piece: str) -> Disc:
        """Return a piece as the table knows it."""
        return Disc(*self.state.spots[piece], 0.5, NAMES[piece])

    def region(self, piece: str) -> Region:
        """Return where a piece may move."""
        others = [self.disc(other) for other in self.state.spots if other != piece]
        conditions = (
            WithinRange(RULER, self.disc(piece), MOVE, 0.5),
            OnTable(FIELD, 0.5),
            ClearOf(others, 0.5, "overlaps a base"),
            ClearOfBarricades(FIELD, 0.5),
        )
        return Region(0.5, conditions, self.disc(piece))


def decisions(game: ToyGame) -> list[Decision]:
    """Return the six questions of the game."""
    auto = (Option("auto", "Place it for me", "T-5"),)
    refused = (Option("fly", "Fly", "T-1"), Refusal("nobody here has wings", "T-1"))
    return [
        Choose(
            player="ann",
            prompt="What will it be?",
            rule="T-1",
            options=(Option("walk", "Walk", "T-1"), Option("wait", "Wait", "T-1")),
            refused=lambda: [refused],
        ),
        Pick(player="ann", prompt="Who goes?", rule="T-2", candidates=("a1", "a2")),
        Pick(player="ann", prompt="Who follows?", rule="T-3", candidates=("a1", "a2", "b1"), minimum=0, maximum=2),
        Place(player="ann", prompt="Where to?", rule="T-4", about="a1", region=game.region("a1"), shortcuts=auto),
        Order(player="bob", prompt="In which order?", rule="T-5", items=("ann", "bob")),
        Allocate(player="bob", prompt="Who gets how much?", rule="T-6", limits={"b1": 2, "b2": 3}, total=3),
    ]


class ToyRuleset(Ruleset[Any, ToyState, ToyGame]):
    """The rulebook."""

    name = "toy"
    title = "Toy"
    version = "1"
    terms = Terms(unit=Unit("{amount} U", "{amount} units", "units", "units (1 U is 1″)"), points="VP")

    def read_setup(self, plain: Any, file: str = "setup") -> Any:
        return plain

    def new_setup(self, plan: GamePlan) -> Any:
        return {}

    def plain_setup(self, setup: Any) -> dict[str, Any]:
        return dict(setup)

    def read_state(self, plain: Any, setup: Any, file: str = "state") -> ToyState:
        return ToyState(**plain)

    def begin(self, setup: Any) -> ToyState:
        return ToyState()

    def game(self, setup: Any, state: ToyState, dice: Dice) -> ToyGame:
        return ToyGame(setup, state, dice)

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        while game.state.step < 6:
            decision = decisions(game)[game.state.step]
            answer = yield decision
            game.state.answers.append(answer)
            if isinstance(decision, Place):
                game.state.spots["a1"] = (1.0, 1.0) if answer == "auto" else (answer[0], answer[1])
            game.events.append(Answered(decision.player, f"{decision.prompt} {answer}"))
            game.state.step += 1
            yield CHECKPOINT

    def result(self, game: ToyGame) -> Any:
        return None

    def interrupts(self, game: ToyGame, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        return ((Interrupt("draw", player), Refusal("nobody may", "T-9")),)

    def violations(self, game: ToyGame) -> list[str]:
        return []

    def players(self, setup: Any) -> tuple[str, ...]:
        return ("ann", "bob")

    def view(self, game: ToyGame) -> TableView:
        done = game.state.step >= 6
        pieces = tuple(
            PieceView(piece, NAMES[piece], "base", *spot, 0.5, "ann" if piece[0] == "a" else "bob", "d8", "8",
                      details=(Line("d8, moves 6", "T-0"),))
            for piece, spot in game.state.spots.items()
        )  # fmt: skip
        players = tuple(PlayerView(player, player.title(), colour, 1) for player, colour in COLOURS.items())
        return TableView("Toy", "Round 1 of 1", ("Ask", "End"), int(done), players, pieces, "Ann wins" if done else "")

    def tell(self, game: ToyGame, event: Event) -> str:
        return event.text if isinstance(event, Answered) else event.kind

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> Preview:
        there = game.disc(decision.about).moved_to(x, y)
        near = tuple(piece for piece in game.state.spots if piece != "a1" and RULER.within(there, game.disc(piece), 0))
        return Preview((Line("No obstacle", "T-4", "good"),), near, RULER.measure(game.disc(decision.about), there))

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        return ReachView(game.region(piece), None, (Line(f"Moves {MOVE}", "T-4"),))

    def odds(self, game: ToyGame, decision: Decision, answer: Answer) -> OddsView | None:
        if not isinstance(decision, Pick) and answer != "walk":
            return None
        name = ", ".join(NAMES[piece] for piece in answer) if isinstance(answer, list) else answer
        outcomes = (Likelihood("Win", 0.5, "good"), Likelihood("Tie", 0.125), Likelihood("Lose", 0.375, "bad"))
        spreads = (Spread("They suffer", (0.5, 0.25, 0.25), "good"), Spread("It suffers", (0.625, 0.375), "bad"))
        lines = (Line("Bad weather", "T-2", "bad"),)
        luck = (Likelihood("Luck", 0.001, "good"),)
        return OddsView(f"Odds of {name}", outcomes, spreads, luck, lines, OddsView("Back"))

    def prospects(self, game: ToyGame, decision: Decision, rng: Random) -> Iterator[Prospect]:
        return iter(())

    def wording(self, rule: str) -> str:
        return "Rules are meant to be read." if rule == "T-1" else ""


def toy_session(step: int = 0) -> Session:
    """Return a game that asks its question number `step` first."""
    return Session(ToyRuleset(), {}, KeyedDice(1), state=ToyState(step=step))
