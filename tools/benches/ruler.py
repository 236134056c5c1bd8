"""What ways, sight, arcs and zones cost in a frame: a base dragged with all of them on, and the way ruler in hand.

    python tools/benches/ruler.py

12 pieces of terrain, a third of them slow, and 20 bases with zones, on 24 by 24 inches at 1920x1080.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame
from shapely.geometry import Point, Polygon

from game.engine.core.decisions import Decision, Place
from game.engine.core.dice import Dice, KeyedDice
from game.engine.core.turning import Turning
from game.engine.rulebook.view import PieceView, PlayerView, Preview, ReachView, TableView
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.path.policy import Ground, PathPolicy, base
from game.table.placing.conditions import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import solid_of
from game.table.terrain.battlefield import Area, Battlefield, Piece
from game.ui.aids.instruments import Measurable
from game.ui.aids.measuring import Measuring, PathAsked, Tape
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from tests.toy.facing_rulebook import FacingState, facings
from tests.toy.path_rulebook import Eyes, Walk, Wayfarer
from tests.toy.toy_rulebook import ToyGame, ToySetup, ToyState
from tools.benches.crowd import one_frame, raw_blits
from tools.benches.ways import table_of

WIDE, SIZE = 24.0, (1920, 1080)
FRAMES, FRAME = 600, 1 / 60
Columns = tuple[str, str, list[float], str, str, float, str]

GROUNDS, MOVER = table_of(3, 12, 20, WIDE)
SHAPES = [ground.shape for ground in GROUNDS if isinstance(ground.shape, Polygon)]
PIECES = tuple(
    Piece(f"t{n}", f"Piece {n}", (Area(tuple((x, y) for x, y in s.exterior.coords[:-1])),))
    for n, s in enumerate(SHAPES)
)
FIELD = Battlefield(WIDE, WIDE, PIECES, name="The example")
RULER = Ruler(FIELD, MeasuringPolicy())
DISCS = [MOVER, *(ground.shape for ground in GROUNDS if isinstance(ground.shape, Disc))]
SPOTS = {f"{'ab'[n % 2]}{n}": (disc.x, disc.y) for n, disc in enumerate(DISCS)}
ABOUT, ENEMY = "a0", "b1"


def discs_of(game: ToyGame) -> list[Disc]:
    """Return the bases as they stand and face."""
    known = facings(game)
    return [Disc(x, y, MOVER.radius, each, "base", 0, known[each]) for each, (x, y) in game.state.spots.items()]


class Watching(Eyes):
    """Terrain and bases are in the way."""

    def sight(self, game: ToyGame) -> SightPolicy:
        blockers: list[Blocker] = [*map(solid_of, PIECES), *discs_of(game)]
        return SightPolicy(
            lambda one, other: (
                each for each in blockers if not isinstance(each, Disc) or each.name not in (one.name, other.name)
            ),
            180.0,
        )


class Walking(Walk):
    """Past slow ground and the zones of the nearest enemies."""

    def paths(self, game: ToyGame, mover: Disc, inches: float) -> tuple[PathPolicy, ...]:
        grounds = [Ground(each.name, each.shape, factor=2.0) for each in GROUNDS[:4]] + list(GROUNDS[4:12])
        others = [each for each in discs_of(game) if each.name != mover.name]
        near = sorted((e for e in others if e.name[0] == "b"), key=lambda e: math.dist(e[:2], mover[:2]))[:4]
        for each in near:
            zone = self.zone(game, each)
            if (
                zone is not None
                and isinstance(zone.area, Polygon)
                and zone.area.distance(Point(mover[:2])) > mover.radius + 0.01
            ):
                grounds.append(Ground(f"zone of {each.name}", zone.area, solid=True))
        grounds += [base(each) for each in others]
        return (PathPolicy(mover.radius, inches, (0.0, 0.0, WIDE, WIDE), tuple(grounds)),)


class Example(Wayfarer):
    """The table with its bases; each faces another way, and one of them walks."""

    name = "example"
    vision = Watching()
    movement = Walking()

    def game(self, setup: ToySetup, state: ToyState, dice: Dice) -> ToyGame:
        return ToyGame(setup, state, dice, ruler=RULER)

    def view(self, game: ToyGame) -> TableView:
        plates = PlayerView("ann", "Ann", "#3f8fd2", 0), PlayerView("bob", "Bob", "#d9653b", 0)
        pieces = tuple(
            PieceView(
                d.name,
                d.name,
                "base",
                d.x,
                d.y,
                d.radius,
                {"a": "ann", "b": "bob"}[d.name[0]],
                "d8",
                "8",
                facing=d.facing,
            )
            for d in discs_of(game)
        )
        return TableView("Example", "Round 1", ("Walk",), 0, plates, pieces)

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        others = [disc for disc in discs_of(game) if disc.name != ABOUT]
        room = OnTable(FIELD, MOVER.radius), ClearOf(others, MOVER.radius, "overlaps a base")
        region = Region(MOVER.radius, room, MOVER)
        turning = Turning.asked(facings(game)[ABOUT], "W-1")
        asked = Place(player="ann", prompt="Where to?", rule="W-1", about=ABOUT, region=region, turning=turning)
        return (asked,) * 4

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        return ReachView()

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> Preview:
        return Preview(receipt=RULER.measure(Disc(*MOVER[:3]), Disc(x, y, MOVER.radius)))


def example_session() -> Session:
    """Return a game that waits for the walk."""
    turned = {piece: 2000 * n % 36_000 for n, piece in enumerate(SPOTS)}
    return Session(Example(), ToySetup(), KeyedDice(1), state=FacingState(spots=dict(SPOTS), facings=turned))


def window_on(session: Session) -> tuple[Window, TableScreen, pygame.Surface]:
    """Return a window that shows the session, and its screen."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    window = Window(SIZE)
    place = TableScreen(window, SessionModel(session, lambda _: None, Path(tempfile.gettempdir())))
    window.go(place)
    return window, place, screen


def switch_all_on(measuring: Measuring) -> None:
    """Keep way and sight line to an enemy, arc, area and zones of the ghost, and the zones of all others."""
    ghost, here = Measurable("ghost", ABOUT), Measurable("piece", ABOUT)
    measuring.pinned = [
        Tape(1, here, ghost, path=PathAsked((), 6)),
        Tape(2, ghost, Measurable("piece", ENEMY), sight=True),
    ]
    zones = [ghost, *(Measurable("piece", piece) for piece in SPOTS if piece[0] == "b")]
    measuring.sighting.kept = {"sees": [ghost], "arc": [ghost], "zone": zones}


def moved(window: Window, place: TableScreen, screen: pygame.Surface) -> tuple[list[float], list[float]]:
    """Return the milliseconds of the frames of a hand that moves over the table: by the clock, and of its thread."""
    spent, busy = [], []
    for frame in range(FRAMES):
        reach, turn = 1.0 + 5.0 * frame / FRAMES, math.tau * frame / 240
        spot = place.scene.focus.camera.to_screen(MOVER.x + reach * math.cos(turn), MOVER.y + reach * math.sin(turn))
        at = tuple(map(round, spot))
        begun, working = time.perf_counter(), time.thread_time()
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        handled = (time.perf_counter() - begun) * 1000
        spent.append(handled + one_frame(window, screen))
        busy.append((time.thread_time() - working) * 1000)
        time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
    return spent, busy


def measure_ruler() -> list[Columns]:
    """Return rows for a drag with everything on and for the ruler in hand, beside the raw cost of as many blits."""
    rows: list[Columns] = []
    for name, in_hand in (("drag with way, arc, zones, sight", False), ("way ruler in hand, reach of 6 in", True)):
        window, place, screen = window_on(example_session())
        raw = statistics.median(raw_blits(screen, sprites=20) for _ in range(60))
        measuring = place.scene.focus.measuring
        if in_hand:
            measuring.toggle(ABOUT)
            measuring.paths.goes, measuring.paths.inches = True, 6
        else:
            switch_all_on(measuring)
        for _rest in range(60):
            one_frame(window, screen)
            time.sleep(0.01)
        spent, busy = moved(window, place, screen)
        worst, most = (sorted(each)[int(len(each) * 0.99)] for each in (spent, busy))
        own = f"its thread's own time {statistics.median(busy):.2f} and {most:.2f}"
        rows.append((f"{name}, 1920x1080", "ms", spent, "must 8, aim 5", "raw blits", raw, f"99 % {worst:.2f}; {own}"))
    return rows


if __name__ == "__main__":
    for title, unit, samples, promise, _blits, blits, remark in measure_ruler():
        print(f"{title:<48}{statistics.median(samples):8.2f} {unit}  {promise}  ({blits:.2f} raw blits)  {remark}")
