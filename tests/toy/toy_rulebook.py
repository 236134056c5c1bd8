"""A rulebook of six questions, one of every kind; then a die says who has won. `race_rulebook` is the least."""

from dataclasses import dataclass, field
from typing import Any, Literal

from game.documents.error import DocumentError
from game.documents.reading import Document, Identifier
from game.engine.core.decisions import Allocate, Choose, Decision, Option, Order, Pick, Place
from game.engine.core.dice import Dice, RollCounter, roll_die
from game.engine.core.events import Event, Words
from game.engine.core.flow import CHECKPOINT, Flow, Interrupt
from game.engine.core.records import Record
from game.engine.kit.wiring import Simple
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import Terms
from game.engine.rulebook.view import Line, PieceView, PlayerView, Preview, ReachView, TableView
from game.lengths import Unit
from game.refusal import Refusal
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece

NAMES = {"a1": "Aldis Thorn", "a2": "Berenike", "b1": "Corvane", "b2": "Dagmar Hail"}
SPOTS = {"a1": (5.0, 4.0), "a2": (3.0, 4.0), "b1": (9.0, 7.0), "b2": (16.0, 5.0)}
COPSE = Piece("copse", "Copse", area=(Area(((10.0, 2.0), (14.0, 2.0), (14.0, 6.0), (10.0, 6.0))),), look="wood")
WALL = Piece("wall", "Wall", barricades=(Barricade(((4.0, 9.0), (8.0, 9.0)), 0.5, name="Wall", piece_id="wall"),))
KEEP = Piece("keep", "Keep", barricades=(Barricade(((14.0, 9.0), (17.0, 9.0)), 0.6, True, "Keep", "keep"),))
FIELD = Battlefield(20.0, 14.0, (COPSE, WALL, KEEP), name="The yard")
RULER = Ruler(FIELD, MeasuringPolicy())


class ToySetup(Document):
    format: Literal["toy-setup"] = "toy-setup"
    version: Literal[1] = 1
    players: tuple[Identifier, ...] = ("ann", "bob")


@dataclass(eq=False)
class ToyState(Record):
    rolls: RollCounter = field(default_factory=RollCounter)
    spots: dict[str, tuple[float, float]] = field(default_factory=SPOTS.copy)
    answers: list[Any] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    reason = "luck"


@dataclass(frozen=True)
class Answered(Event):
    player: str
    text: str

    def sentence(self, words: Words[Any]) -> str:
        return self.text


@dataclass
class ToyGame:
    setup: ToySetup
    state: ToyState
    dice: Dice
    events: list[Event] = field(default_factory=list)
    ruler: Ruler = RULER

    def disc(self, piece: str) -> Disc:
        return Disc(*self.state.spots[piece], 0.5, NAMES[piece])

    def region(self, piece: str) -> Region:
        disc, others = self.disc(piece), [self.disc(other) for other in NAMES if other != piece]
        room = OnTable(FIELD, 0.5), ClearOf(others, 0.5, "overlaps a base"), ClearOfBarricades(FIELD, 0.5)
        return Region(0.5, (WithinRange(RULER, disc, 6, 0.5), *room), disc)


class Toy(Simple[ToySetup, ToyState, ToyGame]):
    name, title, version = "toy", "Toy", "1"
    setup_document, state_type = ToySetup, ToyState
    terms = Terms(unit=Unit("{amount} U", "{amount} units", "units", "units (1 U is 1″)"), points="VP")

    def new_setup(self, plan: GamePlan) -> ToySetup:
        if len(plan.names) > 2:
            raise DocumentError("new game", "players", "one or two can play")
        return ToySetup(players=tuple(name.lower().replace(" ", "-") for name in plan.names))

    def game(self, setup: ToySetup, state: ToyState, dice: Dice) -> ToyGame:
        return ToyGame(setup, state, dice)

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        first, last = game.setup.players[0], game.setup.players[-1]
        paths = Option("walk", "Walk", "T-1"), Option("wait", "Wait", "T-1")
        wings = Option("fly", "Fly", "T-1"), Refusal("nobody here has wings", "T-1")
        auto = (Option("auto", "Place it for me", "T-5"),)
        return (
            Choose(player=first, prompt="What will it be?", rule="T-1", options=paths, refused=lambda: [wings]),
            Pick(player=first, prompt="Who goes?", rule="T-2", candidates=("a1", "a2")),
            Pick(player=first, prompt="Who follows?", rule="T-3", candidates=("a1", "a2", "b1"), minimum=0, maximum=2),
            Place(player=first, prompt="Where to?", rule="T-4", about="a1", region=game.region("a1"), shortcuts=auto),
            Order(player=last, prompt="In which order?", rule="T-5", items=("ann", "bob")),
            Allocate(player=last, prompt="Who gets how much?", rule="T-6", limits={"b1": 2, "b2": 3}, total=3),
        )

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        for asked in self.asked(game)[len(state.answers) :]:
            answer = yield asked
            state.answers.append(answer)
            if isinstance(asked, Place):
                state.spots["a1"] = (1.0, 1.0) if answer == "auto" else (answer[0], answer[1])
            if isinstance(asked, Allocate):
                lucky = roll_die(game.dice, state.rolls, 6, "luck").result > 1
                state.winners = [game.setup.players[0 if lucky else -1]]
            game.events.append(Answered(asked.player, f"{asked.prompt} {answer}"))
            yield CHECKPOINT

    def interrupts(self, game: ToyGame, player: str) -> tuple[tuple[Interrupt, Refusal | None], ...]:
        return () if game.state.winners else ((Interrupt("draw", player), Refusal("nobody may", "T-9")),)

    def violations(self, game: ToyGame) -> list[str]:
        return [piece for piece, (x, _) in game.state.spots.items() if not 0 <= x <= FIELD.width]

    def view(self, game: ToyGame) -> TableView:
        players, details = game.setup.players, (Line("d8, moves 6", "T-0"),)
        owners = {"a": players[0], "b": players[-1]}
        pieces = tuple(
            PieceView(piece, NAMES[piece], "base", *spot, 0.5, owners[piece[0]], "d8", "8", details=details)
            for piece, spot in game.state.spots.items()
        )
        plates = tuple(PlayerView(each, each.title(), hue, 1) for each, hue in zip(players, ("#3f8fd2", "#d9653b")))
        won = f"{game.state.winners[0].title()} wins" if game.state.winners else ""
        return TableView("Toy", "Round 1 of 1", ("Ask", "End"), int(won != ""), plates, pieces, won)

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> Preview:
        start, there = game.disc("a1"), game.disc("a1").moved_to(x, y)
        near = tuple(piece for piece in NAMES if piece != "a1" and RULER.within(there, game.disc(piece), 0))
        return Preview((Line("No obstacle", "T-4", "good"),), near, RULER.measure(start, there))

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        return ReachView(game.region(piece))

    def wording(self, rule: str) -> str:
        return "Rules are meant to be read." if rule == "T-1" else ""


RULESET = Toy()
