"""Hurdles: a race round a wall that shows what a spot would mean, how far a runner gets, and its rules."""

from collections.abc import Sequence

from game.engine.core.decisions import Decision
from game.engine.rulebook.reference import Rule
from game.engine.rulebook.view import Line, Preview, ReachView
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOfBarricades
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Barricade, Battlefield, Piece
from tests.toy.race_rulebook import RADIUS, WALK, Race, RaceRulebook

WALL = Piece("wall", "Wall", barricades=(Barricade(((9.0, 3.0), (9.0, 9.0)), 0.5, name="Wall", piece_id="wall"),))
TRACK = Battlefield(24.0, 12.0, (WALL,), name="The track")
ON_TRACK = Ruler(TRACK, MeasuringPolicy())


class Hurdles(Race):
    """A running game."""

    ruler = ON_TRACK

    def legal(self, piece: str, inches: float) -> Region:
        anywhere = super().legal(piece, inches)
        return Region(RADIUS, (*anywhere.conditions, ClearOfBarricades(TRACK, RADIUS)), self.disc(piece))

    def disc(self, piece: str) -> Disc:
        return Disc(*self.state.spots[piece], RADIUS, piece)


class HurdlesRulebook(RaceRulebook):
    """The rulebook."""

    name, title, game_type = "hurdles", "Hurdles", Hurdles

    def preview(self, game: Race, decision: Decision, x: float, y: float) -> Preview:
        base, ruler = Disc(*game.state.spots[decision.about], RADIUS), game.ruler
        lead = x - max(east for name, (east, _north) in game.state.spots.items() if name != decision.about)
        return Preview((Line(f"Lead {lead:+.1f}″", "R-3"),), (), ruler.measure(base, base.moved_to(x, y)))

    def reach(self, game: Race, piece: str) -> ReachView:
        return ReachView(game.legal(piece, WALK))

    def violations(self, game: Race) -> list[str]:
        return [f"{piece} is off the table" for piece, (x, _y) in game.state.spots.items() if not 0 < x < TRACK.width]

    def rules(self) -> Sequence[Rule]:
        return (
            Rule("R-1", "Walk or run", "A runner walks 4 inches or runs as many as a die shows, and one more.", "Race"),
            Rule("R-2", "Where a runner ends", "On the track, clear of the wall and of the other runner.", "Race"),
            Rule("R-3", "Winning", "The runner farther east wins after three rounds.", "Race"),
        )


RULESET = HurdlesRulebook()
