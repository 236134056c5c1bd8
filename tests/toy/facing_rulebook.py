"""A rulebook of pieces that face somewhere: one walks four times, its facing asked, limited, kept and following."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from game.engine.core.decisions import Decision, Place
from game.engine.core.dice import KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.turning import Turning
from game.engine.rulebook.view import Line, Preview, TableView
from game.engine.session import Session
from game.table.facing import degrees_of
from game.table.shapes import Disc
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState

WALKS = "asked", "limited", "kept", "follows"
MOST = 4500


@dataclass(eq=False)
class FacingState(ToyState):
    facings: dict[str, int] = field(default_factory=lambda: {"a1": 0, "a2": 9000, "b1": 18_000, "b2": 27_000})


class Facing(Toy):
    """The toy without its questions; only `a1` walks."""

    name, state_type = "facing", FacingState

    def turning(self, game: ToyGame, walk: str) -> Turning:
        x, y, now = *game.state.spots["a1"], facings(game)["a1"]
        return {
            "asked": Turning.asked(now, "F-1"),
            "limited": Turning.limited(now, MOST, "F-2"),
            "kept": Turning.kept(now, "F-3"),
            "follows": Turning.follows(x, y, now, "F-4"),
        }[walk]

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        return tuple(
            Place(
                player=game.setup.players[0],
                prompt=f"Where to ({walk})?",
                rule=f"F-{number}",
                about="a1",
                region=game.region("a1"),
                turning=self.turning(game, walk),
            )
            for number, walk in enumerate(WALKS, 1)
        )

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        while len(game.state.answers) < len(WALKS):
            asked = self.asked(game)[len(game.state.answers)]
            assert isinstance(asked, Place)
            answer = yield asked
            x, y, facing = asked.pose(answer)
            assert facing is not None
            game.state.spots["a1"], facings(game)["a1"] = (x, y), facing
            game.state.answers.append(answer)
            game.events.append(Answered(asked.player, f"walks to {x:g}, {y:g}, facing {degrees_of(facing):g}"))
            if len(game.state.answers) == len(WALKS):
                lucky = roll_die(game.dice, game.state.rolls, 6, "luck").result > 1
                game.state.winners = [game.setup.players[0 if lucky else -1]]
            yield CHECKPOINT

    def view(self, game: ToyGame) -> TableView:
        shown = super().view(game)
        return replace(shown, pieces=tuple(replace(each, facing=facings(game)[each.id]) for each in shown.pieces))

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> Preview:
        assert isinstance(decision, Place)
        assert decision.turning is not None
        facing = decision.turning.middle(x, y)
        line = Line(f"Would face {degrees_of(facing):g}", decision.rule)
        return replace(super().preview(game, decision, x, y), lines=(line,))


def facings(game: ToyGame) -> dict[str, int]:
    assert isinstance(game.state, FacingState)
    return game.state.facings


def facing_session(walk: str = "asked") -> Session:
    """A game that asks for the walk of this name first."""
    state = FacingState(answers=[[5.0, 4.0]] * WALKS.index(walk))
    return Session(Facing(), ToySetup(), KeyedDice(1), state=state)


def disc(session: Session, piece: str) -> Disc:
    """The base of a piece as it stands and faces."""
    found = next(each for each in session.ruleset.view(session.game).pieces if each.id == piece)
    return Disc(found.x, found.y, found.radius, found.id, "base", 0, found.facing)


RULESET: Any = Facing()
