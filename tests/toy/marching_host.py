"""The rulebook of a host in which a unit of 20 models moves among 200, at most five inches each, in coherency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Arrange
from game.engine.core.dice import Dice, KeyedDice
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.session import Session
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.steps import ends_of
from game.table.path.policy import PathPolicy, base
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from tests.toy.host_rulebook import HIGH, RULER, UNITS, WIDE, Host, HostSetup, HostState, host
from tests.toy.toy_rulebook import Answered, ToyGame, ToySetup, ToyState

MOVES: Final = 5.0
MARCHES: Final = 3


@dataclass
class HostGame(ToyGame):
    def base(self, piece: str) -> Disc:
        sort = UNITS[piece.rpartition("-")[0]][1]
        return Disc(*self.state.spots[piece], sort.radius, sort.name)

    def move(self, unit: str) -> UnitMove:
        """Where a unit may move: past nobody else, the gaps of its models at most half an inch."""
        own = [piece for piece in self.state.spots if piece.rpartition("-")[0] == unit]
        others = [self.base(piece) for piece in self.state.spots if piece not in own]
        grounds = tuple(base(each, "H-7") for each in others)
        policy = PathPolicy(UNITS[unit][1].radius, MOVES, (0.0, 0.0, WIDE, HIGH), grounds, rule="H-6")
        starts = {piece: position(*self.state.spots[piece]) for piece in own}
        members = tuple(Member(piece, self.base(piece), PathRegion(at, policy)) for piece, at in starts.items())
        coherency = Coherency(0.5, 2 if len(own) > 6 else 1, "H-8")
        return UnitMove(LayoutPolicy(members, coherency, (), "H-7"), starts, "H-9")


class MarchingHost(Host):
    """Only ann's unit moves, again and again."""

    name = "marching-host"

    def __init__(self, unit: str = "ashlar-wardens") -> None:
        self.unit = unit

    def game(self, setup: ToySetup, state: ToyState, dice: Dice) -> HostGame:
        return HostGame(setup, state, dice, ruler=RULER)

    def play(self, game: ToyGame) -> Flow:
        assert isinstance(game, HostGame)
        state = game.state
        yield CHECKPOINT
        while len(state.answers) < MARCHES:
            unit = self.unit
            legal = game.move(unit)
            asked = Arrange(player="ann", prompt="Where does it move?", rule="H-6", about=unit, arrangements=legal)
            answer = yield asked
            state.answers.append(answer)
            state.spots.update({name: (at.x, at.y) for name, at in ends_of(asked.steps(answer)).items()})
            game.events.append(Answered("ann", f"{unit} moves"))
            yield CHECKPOINT
        state.winners = ["ann"]


def marching_session(seed: int = 1, unit: str = "ashlar-wardens") -> Session:
    """Return a game of it that asks where a unit moves."""
    return Session(MarchingHost(unit), HostSetup(seed=seed), KeyedDice(1), state=HostState(spots=host(seed)))
