"""Measure the speeds that this project promises, each beside a baseline of the same run.

    python tools/bench.py                 every benchmark
    python tools/bench.py fork region     only those whose name starts with one of these
    python tools/bench.py walled --against ../old      the same in another checkout, by turns, and the ratio

Prints the median, the spread (10th to 90th percentile), the promise, and the ratio to the baseline named.
Nothing here is a test: machines differ, so figures are for reading.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import shapely

from game import rulesets
from game.engine.core.decisions import Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable, WithinRange
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.reach.reach import reach_of
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tools.benches.against import compare
from tools.benches.play import play_cases, speed
from tools.timing import timed

ROUNDS = 9


@dataclass
class Row:
    """One line of the table: samples in a unit, the promise, and a baseline measured beside it."""

    name: str
    unit: str
    samples: list[float]
    promise: str
    baseline: str = ""
    base: float = 0.0
    note: str = ""

    def __str__(self) -> str:
        ordered = sorted(self.samples)
        median = statistics.median(ordered)
        low, high = ordered[len(ordered) // 10], ordered[(len(ordered) * 9) // 10]
        ratio = f"  {median / self.base:8.2f} x {self.baseline} ({self.base:.4g})" if self.base else ""
        note = f"  {self.note}" if self.note else ""
        return (
            f"{self.name:<44}{median:>10.4g} {self.unit:<5} [{low:.4g} .. {high:.4g}]  {self.promise:<24}{ratio}{note}"
        )


def arithmetic() -> int:
    """Do a fixed amount of plain Python work: the yardstick of this machine."""
    return sum(number * number % 7 for number in range(20_000))


def _play(name: str, promise: str, blocks: int) -> Iterator[Row]:
    for label, (ground, scenario, seats, switches, games) in play_cases(name):
        chosen = () if switches == "-" else tuple(switches.split(","))
        samples = [speed(ground, scenario, int(seats), chosen, int(games), block) for block in range(blocks)]
        yield Row(label, "/s", samples, promise)


def bench_decisions() -> Iterator[Row]:
    """Random against random, legality enforced, invariants not checked."""
    yardstick = statistics.median(timed(arithmetic) for _ in range(9))
    for row in _play("decisions", "must 5,000, aim 10,000", ROUNDS):
        usual = statistics.median(row.samples)
        row.note = f"one decision = {1000 / usual / yardstick:.3f} x 20,000 multiplications"
        yield row


def bench_bushido() -> Iterator[Row]:
    """Random play of Bushido with the sample warbands, deployment included."""
    yardstick = statistics.median(timed(arithmetic) for _ in range(9))
    for row in _play("bushido", "must 1,500, aim 3,000", 5):
        usual = statistics.median(row.samples)
        row.note = f"one decision = {1000 / usual / yardstick:.3f} x 20,000 multiplications"
        yield row


def bench_walled() -> Iterator[Row]:
    """Random play between impassable walls."""
    yield from _play("walled", "must 1,500, aim 4,000", 3)


def bench_combinations() -> Iterator[Row]:
    """Random play of every scenario, number of seats, plain and with all optional rules."""
    yield from _play("combinations", "must 1,500, aim 3,000", 7)


def bench_wild() -> Iterator[Row]:
    """Random play with thirty wild models on the table."""
    from tools.benches.wild import crowded_speeds

    for advanced in (False, True):
        for scenario in scenario_names():
            samples = crowded_speeds(scenario, wild=30, advanced=advanced)
            yield Row(f"{scenario}, 30 wild{', advanced' if advanced else ''}", "/s", samples, "must 1,000, aim 2,000")


def bench_fork() -> Iterator[Row]:
    """Fork at a checkpoint and in the middle of an activation."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="market-ruins"))
    session = Session(ruleset, setup, KeyedDice(7))
    rng = random.Random(3)
    while session.state.round < 2 or not session.at_checkpoint():
        session.answer(random_answer(session.pending(), rng))
    deep = statistics.median(timed(lambda: copy.deepcopy(session.state)) for _ in range(15))
    samples = [timed(session.fork, 20) for _ in range(15)]
    yield Row("fork at a checkpoint", "ms", samples, "must 0.3, aim 0.1", "deepcopy of the state", deep)
    while session.at_checkpoint():
        session.answer(random_answer(session.pending(), rng))
    samples = [timed(session.fork, 20) for _ in range(15)]
    answers = len(session.journal) - session.marks[-1].entries
    yield Row(
        "fork in mid-activation",
        "ms",
        samples,
        "must 1.0, aim 0.4",
        "deepcopy of the state",
        deep,
        f"{answers} answers since the checkpoint",
    )


def crowded_table(seed: int) -> tuple[Ruler, list[Disc], Disc]:
    """Return a ruler on a table of 20 area pieces and 6 barricades, 20 bases, and the base that moves."""
    rng = random.Random(seed)
    pieces = []
    for number in range(20):
        x, y, size, turn = rng.uniform(2, 28), rng.uniform(2, 20), rng.uniform(1.0, 2.4), rng.uniform(0, math.pi)
        corners = [turn + math.tau * corner / 9 for corner in range(9)]
        reach = [size * rng.uniform(0.7, 1.2) for _ in corners]
        outline = tuple((x + r * math.cos(a), y + r * math.sin(a)) for a, r in zip(corners, reach, strict=True))
        pieces.append(Piece(f"area-{number}", area=(Area(outline),)))
    for number in range(6):
        x, y, turn = rng.uniform(4, 26), rng.uniform(4, 18), rng.uniform(0, math.pi)
        line = ((x, y), (x + 2 * math.cos(turn), y + 2 * math.sin(turn)), (x + 3 * math.cos(turn), y + 3))
        pieces.append(Piece(f"wall-{number}", barricades=(Barricade(line, 0.4, name=f"wall {number}"),)))
    battlefield = Battlefield(30.0, 22.0, tuple(pieces))
    discs: list[Disc] = []
    while len(discs) < 20:
        disc = Disc(round(rng.uniform(1, 29), 4), round(rng.uniform(1, 21), 4), 0.5, f"base {len(discs)}")
        clear = all(math.hypot(disc.x - other.x, disc.y - other.y) > 1.05 for other in discs)
        if clear and not battlefield.barricades_near(disc, 0.05):
            discs.append(disc)
    policy = MeasuringPolicy()
    mover = min(discs, key=lambda disc: math.hypot(disc.x - 15, disc.y - 11))
    return Ruler(battlefield, policy), [disc for disc in discs if disc is not mover], mover


def region_of(ruler: Ruler, others: list[Disc], mover: Disc, n: int = 8) -> Region:
    """Return the legal move region of a base."""
    conditions = (
        WithinRange(ruler, mover, n, mover.radius),
        OnTable(ruler.battlefield, mover.radius),
        ClearOf(others, mover.radius, "overlaps a base"),
        ClearOfBarricades(ruler.battlefield, mover.radius),
    )
    return Region(mover.radius, conditions, mover)


def bench_region() -> Iterator[Row]:
    """The legal move region, first time, and verdicts against it."""
    firsts, verdicts, fresh, plain, errors = [], [], [], [], []
    for seed in range(15):
        ruler, others, mover = crowded_table(seed)
        is_legal(region_of(ruler, others, mover), (mover.x, mover.y))  # the static table is prepared once for a game
        _ = region_of(ruler, others, mover).geometry
        region = region_of(ruler, others, mover)
        reach_of.cache_clear()  # nobody has asked from here before
        firsts.append(timed(lambda region=region: region.geometry))  # type: ignore[misc]
        spots = _spots(mover, seed)
        started = time.perf_counter()
        for x, y in spots:
            is_legal(region, (x, y))
        verdicts.append((time.perf_counter() - started) * 1e6 / len(spots))
        unprepared = region_of(ruler, others, mover)
        started = time.perf_counter()
        for x, y in spots:
            is_legal(unprepared, (x, y))
        fresh.append((time.perf_counter() - started) * 1e6 / len(spots))
        plain.append(timed(lambda mover=mover, others=others: _bare_disc(mover, others)))  # type: ignore[misc]
        errors.extend(_outline_errors(region, region_of(ruler, others, mover), seed))
    worst = f"outline error: 99 % below {np.quantile(errors, 0.99):.4f}, worst {max(errors):.4f} inches"
    base = statistics.median(plain)
    yield Row("move region, first time", "ms", firsts, "must 8, aim 4", "disc less 20 discs", base, worst)
    point = statistics.median(_prepared_point(seed) for seed in range(9))
    yield Row("point verdict against that region", "us", verdicts, "must 100, aim 40", "prepared contains_xy", point)
    yield Row("point verdict without geometry", "us", fresh, "", "prepared contains_xy", point)


def _spots(mover: Disc, seed: int) -> list[tuple[float, float]]:
    rng = random.Random(seed)
    return [(round(mover.x + rng.uniform(-9, 9), 4), round(mover.y + rng.uniform(-9, 9), 4)) for _ in range(400)]


def _bare_disc(mover: Disc, others: list[Disc]) -> object:
    whole = shapely.Point(mover.x, mover.y).buffer(8.5)
    return whole.difference(shapely.union_all([shapely.Point(each.x, each.y).buffer(1.0) for each in others]))


def _prepared_point(seed: int) -> float:
    polygon = shapely.Point(15, 11).buffer(8.5, quad_segs=90)
    shapely.prepare(polygon)
    x = 10.0 + seed
    return timed(lambda: shapely.contains_xy(polygon, x, 11.0), 500) * 1000


def _outline_errors(region: Region, exact: Region, seed: int) -> list[float]:
    """Return inches between the outline drawn and where the exact verdict turns, at spots along the outline."""
    found = []
    rng = random.Random(seed)
    for part in polygons_of(region.geometry):
        ring = part.exterior
        for _ in range(12):
            at = rng.uniform(0, ring.length)
            here, ahead = ring.interpolate(at), ring.interpolate(at + 1e-4)
            nx, ny = (ahead.y - here.y) * 1e4, (here.x - ahead.x) * 1e4
            steps = np.linspace(-0.05, 0.05, 201)
            legal = [is_legal(exact, (here.x + nx * step, here.y + ny * step)) for step in steps]
            turns = [abs(steps[i] + steps[i + 1]) / 2 for i in range(200) if legal[i] != legal[i + 1]]
            found.append(min(turns, default=0.05))
    return found


def _elsewhere(module: str, function: str) -> Callable[[], Iterator[Row]]:
    """Return the benchmark of a module beside this one; none needs a display."""

    def bench() -> Iterator[Row]:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        yield from (Row(*columns) for columns in getattr(import_module(f"tools.benches.{module}"), function)())

    return bench


def bench_threat() -> Iterator[Row]:
    """The threat map of ten hostile models: first, after one of them moves, and the coarse picture."""
    from tools.benches.threat import measure_threats

    yield from (Row(*columns) for columns in measure_threats(crowded_table))


def bench_start() -> Iterator[Row]:
    """Start-up: help, and the first frame of the window."""
    bare = statistics.median(
        timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)) for _ in range(7)
    )
    helps = [timed(lambda: _run("-m", "game", "--help")) / 1000 for _ in range(ROUNDS)]
    yield Row("python -m game --help", "s", helps, "must 0.25, aim 0.12", "bare python", bare / 1000)
    code = "from tools.benches.frame import first_frame; first_frame()"
    first = [timed(lambda: _run("-c", code)) / 1000 for _ in range(ROUNDS)]
    yield Row("first frame of the window", "s", first, "must 1.2, aim 0.6", "bare python", bare / 1000)


def _run(*arguments: str) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    root = Path(__file__).resolve().parent.parent
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment, cwd=root)


def bench_moves() -> Iterator[Row]:
    """A random move: offered, sampled, judged and made."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="hollow-wood"))
    samples = []
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        session = Session(ruleset, setup, KeyedDice(seed), history=False)
        spent, count = 0.0, 0
        while session.decision is not None:
            decision = session.decision
            started = time.perf_counter()
            session.answer(random_answer(decision, rng))
            if isinstance(decision, Place):
                spent, count = spent + time.perf_counter() - started, count + 1
        samples.append(spent * 1e6 / count)
    yield Row("random placing in dense terrain", "us", samples, "")


def bench_maps() -> Iterator[Row]:
    """A random map of each rulebook: twelve seeds, everything else by the seed."""
    from game.table.maps.generating import new_map
    from game.table.maps.terms import Wish

    yardstick = statistics.median(timed(arithmetic) for _ in range(9))
    for name in rulesets.names():
        papers = rulesets.load(name).papers
        terms = papers.map_terms() if papers is not None else None
        if terms is not None:
            new_map(terms, Wish(99))
            samples = [timed(partial(new_map, terms, Wish(seed))) for seed in range(12)]
            yield Row(f"random map: {name}", "ms", samples, "must 300", "20,000 multiplications", yardstick)


BENCHES: dict[str, Callable[[], Iterator[Row]]] = {
    "decisions": bench_decisions,
    "bushido": bench_bushido,
    "armies": _elsewhere("armies", "measure_armies"),
    "walled": bench_walled,
    "combinations": bench_combinations,
    "wild": bench_wild,
    "moves": bench_moves,
    "maps": bench_maps,
    "fork": bench_fork,
    "region": bench_region,
    "threat": bench_threat,
    "sight": _elsewhere("sight", "measure_sight"),
    "scorecard": _elsewhere("scorecard", "measure_scorecards"),
    "city": _elsewhere("city", "measure_city"),
    "layout": _elsewhere("layout", "measure_layout"),
    "ways": _elsewhere("ways", "measure_paths"),
    "frame": _elsewhere("frame", "measure_frames"),
    "ruler": _elsewhere("ruler", "measure_ruler"),
    "footprints": _elsewhere("footprints", "measure_footprints"),
    "crowd": _elsewhere("crowd", "measure_crowd"),
    "host": _elsewhere("host", "measure_host"),
    "hands": _elsewhere("hands", "measure_hands"),
    "machine": _elsewhere("machine", "measure_machine"),
    "veterans": _elsewhere("machine", "measure_veterans"),
    "sandbox": _elsewhere("sandbox", "measure_sandbox"),
    "editor": _elsewhere("editor", "measure_editor"),
    "odds": _elsewhere("odds", "measure_odds"),
    "volley": _elsewhere("odds_aos4", "measure_odds_aos4"),
    "exchange": _elsewhere("exchange", "measure_exchange"),
    "panel": _elsewhere("odds_panel", "measure_odds_panel"),
    "environment": _elsewhere("environment", "measure_environment"),
    "start": bench_start,
    "screens": _elsewhere("screens", "measure_screens"),
    "timeline": _elsewhere("timeline", "measure_timeline"),
    "memory": _elsewhere("memory", "measure_memory"),
    "simulate": _elsewhere("simulate", "measure_simulate"),
    "readers": _elsewhere("reading.readers", "measure_readers"),
}


def main() -> None:
    """Run the benchmarks named on the command line, or all."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # people start the program with its modules compiled
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(BENCHES)}")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="run another checkout too, by turns")
    parser.add_argument("--turns", type=int, default=1, help="how often each of the two runs (1)")
    options = parser.parse_args()
    wanted = [name for name in BENCHES if not options.names or any(name.startswith(each) for each in options.names)]
    if options.against is not None:
        for name in wanted:
            for line in compare(options.against.resolve(), name, max(1, options.turns)):
                print(line, flush=True)
        return
    for name in wanted:
        for row in BENCHES[name]():
            print(row, flush=True)


if __name__ == "__main__":
    main()
