"""Dropzone Commander in the densest city of the bundled maps, with sixty units of four players on the table.

Sight, fire, moves, a collapse, forks, odds, whole battles, the window and saves. Times are of the processor.
"""

from __future__ import annotations

import math
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.engine.core.decisions import Arrange
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import find
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.odds.fire import volley
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import bars, movement, policies, squad_move
from game.rulesets.dropzone.rules.scenery import settle, vanish
from game.rulesets.dropzone.rules.shooting.declaring import spans, targets_of
from game.rulesets.dropzone.rules.shooting.numbers import Aim
from game.rulesets.dropzone.rules.space import Seeing, body_of, walls
from game.rulesets.dropzone.rules.state import State, Unit
from game.rulesets.dropzone.view.fans import fan
from game.table.heights import Body
from game.table.lattice import Position, position, snap
from game.table.layout.steps import Arrangement
from game.table.path.path import Path as Line
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from game.table.sight.bodies import Eye
from tools.benches.frame import window_for
from tools.benches.sight import processed
from tools.timing import timed

MAP = "lantern-quarter"
UNITS = 60
SIZE = 48.0
FRAMES = 200
Columns = tuple[str, str, list[float], str, str, float, str]


def city(seed: int = 1, units: int = UNITS) -> Session:
    """Return a battle of four players in which so many units stand about and a battlegroup with tanks acts."""
    rng, setup = random.Random(seed), RULESET.new_setup(GamePlan(("Ann", "Bob", "Cem", "Dot"), map=MAP))
    session = Session(RULESET, setup, KeyedDice(seed))
    state, placed = session.state, list[Disc]()
    waiting = [unit for unit in state.units.values() if not session.game.sheet(unit).carries]
    waiting += [unit for unit in state.units.values() if session.game.sheet(unit).carries]
    for unit in waiting[:units]:
        place_somewhere(session.game, unit, placed, rng)
    anvils = next(squad for squad in state.squads.values() if squad.id.endswith("anvils"))
    _begin(state, anvils.group)
    return Session(RULESET, setup, KeyedDice(seed), state=state)


def place_somewhere(game: Game, unit: Unit, placed: list[Disc], rng: random.Random) -> None:
    """Put a unit on free ground, or in the air, away from all others."""
    sheet = game.sheet(unit)
    solid = [each for each in game.features if bars(sheet, each)] if not sheet.is_aircraft else []
    while True:
        x, y = snap(rng.uniform(2, SIZE - 2)), snap(rng.uniform(2, SIZE - 2))
        apart = all(math.dist((x, y), each[:2]) > sheet.radius + each.radius + 0.1 for each in placed)
        if apart and all(each.gap(x, y) > sheet.radius for each in solid):
            break
    placed.append(Disc(x, y, sheet.radius, unit.id))
    unit.place, unit.carrier, unit.slot, unit.x, unit.y = "table", "", "", x, y
    unit.facing, unit.airborne = rng.randrange(36_000), sheet.is_aircraft


def _begin(state: State, group: str) -> None:
    player = state.groups[group].owner
    state.edges = dict(zip(state.players, ("south", "north", "west", "east")))
    state.order = [player, *(each for each in state.players if each != player)]
    state.step, state.player, state.group, state.round = "group", player, group, 2
    state.groups[group].status, state.groups[group].mode = "active", "deployed"


def measure_city() -> Iterator[Columns]:
    """Yield the rows of the benchmark table."""
    yield from _sight()
    yield from _fire()
    yield from _moves()
    yield from _copies()
    yield from _window()
    yield from _battles()


def _row(name: str, unit: str, samples: list[float], promise: str, note: str = "") -> Columns:
    return f"city: {name}", unit, samples, promise, "", 0.0, note


# -- sight


def bodies_of(game: Game) -> dict[str, Body]:
    """Return the units on the table as bodies."""
    return {unit.id: game.body(unit) for unit in game.on_table()}


def _sight() -> Iterator[Columns]:
    game, ticks = city().game, count(1)
    field, bodies = game.ruler.battlefield, bodies_of(game)
    seen, names = Seeing(bodies, field), [*bodies]

    def eye(name: str) -> Eye:
        """Return an eye in a body, each a hair higher than the last: nothing is known of what it sees."""
        body = bodies[name]
        z = body.base + body.height / 2 + next(ticks) * 1e-9
        return Eye(body.footprint.x, body.footprint.y, z, body.group)

    far = [names[(number + 30) % len(names)] for number in range(len(names))]
    pairs, eyes = (
        [processed(partial(_look, look, eye, *each)) for each in zip(names, far)] for look in (seen.receipt, seen.view)
    )
    yield _row("sight, a pair, 20 samples", "ms", pairs, "must 0.2")
    yield _row(f"sight, an eye against {len(names)}", "ms", eyes, "must 1.5")
    for units, promise in ((60, "must 100"), (120, "must 400")):
        crowd = _crowd(game, units)
        yield _row(f"sight, all pairs of {units}", "ms", [_all_pairs(game, crowd) for _ in range(5)], promise)


def _look(look: Callable[[Eye, str], object], eye: Callable[[str], Eye], one: str, other: str) -> None:
    look(eye(one), other)


def _crowd(game: Game, units: int) -> dict[str, Body]:
    """Return the bodies of so many units, some of them twins elsewhere."""
    rng, placed, found = random.Random(2), list[Disc](), dict[str, Body]()
    there = [*game.on_table()]
    for number in range(units):
        twin = there[number % len(there)].clone()
        place_somewhere(game, twin, placed, rng)
        twin.id, twin.squad = f"{twin.id}/{number}", f"{twin.squad}/{number // len(there)}"
        found[twin.id] = body_of(game.ruler.battlefield, twin, game.sheet(twin))
    return found


def _all_pairs(game: Game, bodies: dict[str, Body]) -> float:
    def work() -> None:
        seen = Seeing(bodies, game.ruler.battlefield)
        for body in bodies.values():
            eye = Eye(body.footprint.x, body.footprint.y, body.base + body.height / 2, body.group)
            seen.view(eye, next(iter(bodies)))

    return processed(work)


# -- fire


def unseen(game: Game) -> None:
    """Let a game forget what is seen: as if something had just moved, by a hair."""
    for unit in game.on_table():
        unit.x = snap(unit.x + 1e-4)
    game.forget()


def _fire() -> Iterator[Columns]:
    game = city().game
    tanks = [unit for unit in game.on_table() if "anvils" in unit.id][:3]
    foes = [unit for unit in game.on_table() if unit.owner != tanks[0].owner]
    armed = [(unit, weapon) for unit in tanks for weapon in game.sheet(unit).weapons]

    shots = _fresh(game, lambda: targets_of(game, armed))
    yield _row(f"legal shots, 3 units with 2 weapons at {len(foes)}", "ms", shots, "must 3")
    yield _row("shots of a side of a Garrison at 25", "ms", _of_a_side(), "must 8")
    yield _row("reaction fire, 10 AA weapons, 96 points", "ms", _reactions(), "must 15")
    aim = Aim(armed[0][1].model_copy(update={"shots": 24}), game.sheet(foes[0]), hull_down=True)
    yield _row("odds of 24 shots", "ms", [timed(lambda: volley(aim, 2)) for _ in range(9)], "must 1")


def _fresh(game: Game, work: Callable[[], object]) -> list[float]:
    samples = []
    for _round in range(9):
        unseen(game)
        samples.append(timed(work))
    return samples


def _of_a_side() -> list[float]:
    game = city(units=25 + 8).game
    rifles = next(unit for unit in game.state.units.values() if "rifles-1" in unit.id)
    foes = [unit for unit in game.on_table() if unit.owner != rifles.owner]
    for unit in foes[25:]:
        unit.place = "off"
    house = next(each for each in game.features if each.kind.name == "Large building")
    wall = max(walls(house), key=lambda each: math.dist(each.start, each.end))
    settle(game, rifles, house, str(wall.number))
    armed = [(rifles, weapon) for weapon in game.sheet(rifles).weapons if not weapon.cq]
    return _fresh(game, lambda: targets_of(game, armed))


def _reactions() -> list[float]:
    game = city().game
    armed = [(unit, weapon) for unit in game.on_table() for weapon in game.sheet(unit).weapons if "aa" in weapon.rules]
    flyer = next(unit for unit in game.state.units.values() if game.sheet(unit).is_aircraft)
    flyer.place, flyer.carrier, flyer.airborne = "table", "", True
    line = Line.through([Position(10.0, 20.0), Position(22.0, 30.0), Position(22.0 + 8.379, 30.0)])
    return _fresh(game, lambda: [spans(game, unit, weapon, flyer, line) for unit, weapon in armed[:10]])


# -- moves


def _moves() -> Iterator[Columns]:
    game = city().game
    ground = [unit for unit in game.on_table() if not game.sheet(unit).is_aircraft]
    firsts, drawn, arranged = [], [], []
    for unit in ground[:20]:
        inches = movement(game, unit)
        spot = snap(unit.x + inches / 2), snap(unit.y + inches / 3)
        firsts.append(processed(partial(_first_verdict, game, unit, spot)))
        drawn.append(processed(partial(_drawn, game, unit)))
    for squad in (each for each in game.state.squads.values() if len(game.standing(each)) > 1):
        units = game.standing(squad)
        if game.sheet_of(squad).is_aircraft:
            continue
        wanted = {unit.id: position(unit.x + 2.0, unit.y + 1.0) for unit in units}
        arranged.append(processed(partial(_arranged, game, units, wanted)))
    yield _row("move, the first verdict", "ms", firsts, "must 1")
    yield _row("move, its region drawn", "ms", drawn, "must 25")
    yield _row("move, a squad arranged", "ms", arranged, "must 15")


def _region(game: Game, unit: Unit) -> PathRegion:
    return PathRegion((unit.x, unit.y), *policies(game, unit, movement(game, unit)))


def _first_verdict(game: Game, unit: Unit, spot: tuple[float, float]) -> object:
    return _region(game, unit).verdict(spot)


def _drawn(game: Game, unit: Unit) -> object:
    return _region(game, unit).geometry


def _arranged(game: Game, units: Sequence[Unit], wanted: Arrangement) -> object:
    return squad_move(game, units).nearest(wanted)


# -- copies of the table


def _copies() -> Iterator[Columns]:
    session = city()
    yield _row("collapse, a new table to see and move on", "ms", [*_collapses()], "must 20")
    forks = [timed(session.fork, 5) for _ in range(9)]
    yield _row("fork at a checkpoint", "ms", forks, "must 0.3")
    rng = random.Random(1)
    while session.at_checkpoint() or len(session.journal) - session.marks[-1].entries < 6:
        session.answer(random_answer(session.pending(), rng))
    answers = len(session.journal) - session.marks[-1].entries
    forks = [timed(session.fork, 5) for _ in range(9)]
    yield _row("fork in mid-activation", "ms", forks, "must 3", f"{answers} answers since the checkpoint")
    game = city().game
    tank = next(unit for unit in game.on_table() if "anvils" in unit.id)
    yield _row("fan of a tank", "ms", _fresh(game, lambda: fan(game, tank.id)), "must 200")


def _collapses() -> Iterator[float]:
    game = city().game
    tank = next(unit for unit in game.on_table() if "anvils" in unit.id)
    for feature in [each for each in game.features if each.has("destructible")][:8]:
        yield timed(partial(_without, game, feature, tank))


def _without(game: Game, feature: Feature, tank: Unit) -> None:
    vanish(game, feature)
    game.forget()
    _region(game, tank).verdict((tank.x, tank.y))
    eye = Eye(tank.x, tank.y, 0.5, tank.squad)
    game.seeing.view(eye, next(each.id for each in game.on_table() if each.squad != tank.squad))


# -- the window


def game_in_a_move() -> Session:
    """Return a battle in which it is asked where tanks move."""
    session = city()
    rng = random.Random(1)
    while not isinstance(session.pending(), Arrange):
        wanted = ("ann.anvils", "move")
        decision = session.pending()
        key = next((each for each in wanted if decision.allows(each)), None)
        session.answer(key if key is not None else random_answer(decision, rng))
    return session


def _window() -> Iterator[Columns]:
    session = game_in_a_move()
    screen, scene, takes, painter = window_for(session)
    decision = session.pending()
    assert isinstance(decision, Arrange)
    start = decision.arrangements.members[0].disc
    spent = []
    for frame in range(FRAMES):
        reach, turn = 6.0 * frame / FRAMES, math.tau * frame / 40
        spot = scene.focus.camera.to_screen(start.x + reach * math.cos(turn), start.y + reach * math.sin(turn))
        place = (round(spot[0]), round(spot[1]))
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(int(frame > 1), 0, 0))
        if frame == 1:
            event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        started = time.thread_time()
        takes.handle(event)
        scene.tick()
        scene.refresh_panel()
        painter.paint(screen)
        pygame.display.flip()
        spent.append((time.thread_time() - started) * 1000)
        time.sleep(0.004)
    ordered = sorted(spent[20:])
    note = f"99th percentile {ordered[int(len(ordered) * 0.99)]:.1f} ms (must 16), worst {ordered[-1]:.1f}"
    yield _row(f"frame while dragging, {UNITS} units", "ms", spent[20:], "must 8", note)


# -- whole battles


def _battles() -> Iterator[Columns]:
    rates, wholes, sizes, loads = [], [], [], []
    for seed in range(3):
        session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"), map=MAP)), KeyedDice(seed))
        rng, started = random.Random(seed), time.process_time()
        while session.decision is not None:
            session.answer(random_answer(session.decision, rng))
        wholes.append(time.process_time() - started)
        rates.append(len(session.journal) / wholes[-1])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "battle.json"
            save_game(session, path)
            sizes.append(path.stat().st_size / 1000)
            loads.append(processed(partial(load_game, path, find)) / 1000)
    yield _row("random play", "/s", rates, "must 300")
    yield _row("a random battle", "s", wholes, "must 6")
    yield _row("save of six rounds", "kB", sizes, "must 400")
    yield _row("loading it", "s", loads, "must 0.5")
