"""Many games on two processes: what they cost beside one process, start-up included, and how long a thousand take.

Times are those of processors, so that a busy machine measures the same.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from game.players import PLAYERS

GAMES = 2_000
ROUNDS = 2
SAMPLE = 60
"""Games between players that think."""
LEVELS = ("recruit", "greedy")

Columns = tuple[str, str, list[float], str, str, float, str]


def measure_simulate() -> Iterator[Columns]:
    """Yield rows of the benchmark table."""
    taken: dict[int, list[Spent]] = {1: [], 2: []}
    for _round in range(ROUNDS):
        for jobs, times in taken.items():
            times.append(_spent("--games", str(GAMES), "--jobs", str(jobs)))
    beside = [100 * (each.processor / each.play - 1) for each in taken[2]]
    note = "start-up of all processes, sending games and results; does not hang on how busy the machine is"
    yield "processor time beside play, 2 processes", "%", beside, "must 11, aim 5", "", 0.0, note
    processor, wall = ([two[part] / one[part] for one, two in zip(taken[1], taken[2], strict=True)] for part in (0, 1))
    one = statistics.median(each.processor for each in taken[1])
    note = f"{GAMES:,} random games; 1 process: {one:.1f} s"
    yield "processor time, 2 processes / 1", "x", processor, "must 1.11, aim 1.03", "", 0.0, note
    faster = [1 / ratio for ratio in wall]
    yield "wall time, 1 process / 2", "x", faster, "must 1.8, aim 1.95", "", 0.0, "only on two idle cores"
    for level in (level for level in LEVELS if level in PLAYERS):
        spent = _spent("--games", str(SAMPLE), "--jobs", "2", "--players", f"{level},{level}")
        minutes = spent.processor / 2 / SAMPLE * 1_000 / 60
        yield f"1,000 games, {level}, 2 processes", "min", [minutes], "must 4, aim 1.5", "", 0.0, ""


class Spent(NamedTuple):
    """Seconds of all processors, those on the wall, and those of processors in play, as `simulate` tells them."""

    processor: float
    wall: float
    play: float


def _spent(*options: str) -> Spent:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "game", "simulate", "--json", *options]
    root = Path(__file__).resolve().parents[2]
    told = subprocess.run(command, check=True, capture_output=True, cwd=root).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(processor, time.perf_counter() - started, json.loads(told)["seconds"])
