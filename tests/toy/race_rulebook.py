"""Race: two runners cross a yard. After three rounds the runner farther east wins."""

from dataclasses import dataclass, field
from typing import Literal

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.dice import RollCounter, roll_die
from game.engine.core.events import Fact
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.records import Record
from game.engine.kit.playing import SimpleGame, TwoPlayers
from game.engine.kit.wiring import Simple
from game.engine.rulebook.view import PieceView, PlayerView, TableView
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, OnTable, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield

YARD = Battlefield(24.0, 12.0, name="The yard")
RULER = Ruler(YARD, MeasuringPolicy())
STARTS = {"fox": (2.0, 4.0), "hare": (2.0, 8.0)}
RADIUS, WALK, TURNS = 0.5, 4.0, 6


class RaceSetup(TwoPlayers):
    """The setup of a race: who plays."""

    format: Literal["race-setup"] = "race-setup"


@dataclass(eq=False)
class RaceState(Record):
    """Everything that changes during a race."""

    rolls: RollCounter = field(default_factory=RollCounter)
    turn: int = 0
    spots: dict[str, tuple[float, float]] = field(default_factory=STARTS.copy)
    winners: list[str] = field(default_factory=list)
    reason = "farther east"


class Moved(Fact):
    """A runner has moved by up to `inches`."""

    says = "The {piece} moves up to {distance}"
    piece: str
    inches: float
    rule: str = "R-2"


class Race(SimpleGame[RaceSetup, RaceState]):
    """A running game."""

    ruler = RULER

    def legal(self, piece: str, inches: float) -> Region:
        bases = {name: Disc(*spot, RADIUS, name) for name, spot in self.state.spots.items()}
        base = bases.pop(piece)
        near = WithinRange(self.ruler, base, inches, RADIUS)
        free = OnTable(YARD, RADIUS), ClearOf([*bases.values()], RADIUS, "overlaps a runner")
        return Region(RADIUS, (near, *free), base)


class RaceRulebook(Simple[RaceSetup, RaceState, Race]):
    """The rulebook."""

    name, title, version = "race", "Race", "1"
    setup_document, state_type, game_type = RaceSetup, RaceState, Race
    seats = 2, 2, 2

    def play(self, game: Race) -> Flow:
        state, players = game.state, game.setup.players
        yield CHECKPOINT
        while state.turn < TURNS:
            player, piece = players[state.turn % 2], [*STARTS][state.turn % 2]
            gaits = Option("walk", f"Walk {WALK:g}″", "R-1"), Option("run", "Run d6+1″", "R-1")
            gait = yield Choose(player=player, prompt="Walk or run?", rule="R-1", about=piece, options=gaits)
            inches = WALK if gait == "walk" else roll_die(game.dice, state.rolls, 6, "run").result + 1.0
            legal = game.legal(piece, inches)
            x, y = yield Place(player=player, prompt="Where to?", rule="R-2", about=piece, region=legal)
            state.spots[piece] = (x, y)
            state.turn += 1
            game.emit(Moved(piece=piece, inches=inches))
            if state.turn == TURNS:
                fox, hare = (state.spots[each][0] for each in STARTS)
                state.winners = [players[0 if fox > hare else 1]]
            yield CHECKPOINT

    def view(self, game: Race) -> TableView:
        players = game.setup.players
        owners, spots = dict(zip(STARTS, players)), game.state.spots.items()
        pieces = tuple(PieceView(name, name.title(), "base", *at, RADIUS, owners[name]) for name, at in spots)
        plates = tuple(PlayerView(name, name.title(), hue, 0) for name, hue in zip(players, ("#3f8fd2", "#d9653b")))
        won = f"{game.state.winners[0].title()} wins" if game.state.winners else ""
        now = min(game.state.turn // 2 + 1, TURNS // 2)
        return TableView("Race", f"Round {now} of {TURNS // 2}", ("Run",), 0, plates, pieces, won)


RULESET = RaceRulebook()
