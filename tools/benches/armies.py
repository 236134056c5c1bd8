"""Random battles of Age of Sigmar: the starter armies, and armies of 60 and 100 models a side; saves of the larger.

Every battle is played with `tools/benches/play.py`'s means: legality enforced, invariants not checked.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.random_player import random_answer
from game.resources import bundled_map
from game.rulesets import find, load
from game.rulesets.aos4.documents.armies import ArmyDocument, RegimentDocument
from game.rulesets.aos4.rules.setup import Setup
from game.table.documents import MapDocument, load_map
from tools.benches.sight import processed

Columns = tuple[str, str, list[float], str, str, float]
BASELINE = "20,000 multiplications"


def army_of(army: ArmyDocument, models: int) -> ArmyDocument:
    """Return an army with copies of its units until it has at least so many models."""
    regiments, count, number = list[RegimentDocument](), 0, 0
    while count < models:
        units = [
            unit.model_copy(update={"id": f"{unit.id}-{number}", "general": unit.general and number == 0})
            for unit in army.units
        ]
        regiments.append(RegimentDocument(name=f"Regiment {number + 1}", units=tuple(units)))
        count, number = count + sum(unit.size for unit in units), number + 1
    return army.model_copy(update={"regiments": tuple(regiments), "auxiliaries": ()})


def widened(document: MapDocument, width: float, height: float, depth: float) -> MapDocument:
    """Return a map on a larger table, with territories of a depth in inches at its south and north."""
    zones = []
    for zone in document.zones:
        low, high = (0.0, depth) if zone.id == "south" else (height - depth, height)
        outline = ((0.0, low), (width, low), (width, high), (0.0, high))
        zones.append(zone.model_copy(update={"area": (zone.area[0].model_copy(update={"outline": outline}),)}))
    return document.model_copy(update={"width": width, "height": height, "zones": tuple(zones)})


def large_setup(models: int, width: float, height: float, rounds: int = 4) -> Setup:
    """Return a setup of two armies of so many models a side on a table of that size."""
    ruleset = load("aos4")
    path = bundled_map("salt-road")
    assert path is not None
    setup: Setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="salt-road", rounds=rounds))
    players = tuple(each.model_copy(update={"army": army_of(each.army, models)}) for each in setup.document.players)
    update = {"players": players, "map": widened(load_map(path), width, height, 14.0)}
    return Setup(setup.document.model_copy(update=update))


def played(setup: Setup, seed: int, *, history: bool = False) -> tuple[Session, int, float]:
    """Return a battle played at random, its decisions, and the seconds of processor time that it took."""
    session, rng, count = (
        Session(load("aos4"), setup, KeyedDice(seed), history=history, sparse=not history),
        random.Random(seed),
        0,
    )
    started = time.process_time()
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        count += 1
    return session, count, time.process_time() - started


def measure_armies() -> Iterator[Columns]:
    """Yield rows for battles of three sizes, for a save of the middle one, and for the machine's own battles.

    All times are of the processor, its own: the machine may be busy.
    """
    starter: Setup = load("aos4").new_setup(GamePlan(("Ann", "Bob")))
    for name, setup, games, promise in (
        ("starter armies, 45 models", starter, 9, "must 250, aim 800"),
        ("120 models, 60 x 44", large_setup(60, 60.0, 44.0), 5, "must 120, aim 400"),
        ("200 models, 72 x 48", large_setup(100, 72.0, 48.0), 3, "must 60, aim 200"),
    ):
        battles = [played(setup, seed) for seed in range(1, games + 1)]
        rates = [count / spent for _one, count, spent in battles]
        yield f"random play, {name}", "/s", rates, promise, f"1 / {BASELINE}", 1 / _yardstick()
        if setup is starter:
            spent = [each for _one, _count, each in battles]
            yield "a whole battle of the starter armies", "s", spent, "must 4, aim 1.5", BASELINE, _yardstick()
    yield from _saves()
    duels = [_duel(starter, seed) for seed in range(1, 5)]
    yield "a whole battle, greedy against random", "s", duels, "aim 2", BASELINE, _yardstick()


def _yardstick() -> float:
    """Return the seconds of processor time of a fixed amount of plain Python work."""
    return (
        statistics.median(processed(lambda: sum(number * number % 7 for number in range(20_000))) for _ in range(9))
        / 1000
    )


def _saves() -> Iterator[Columns]:
    """Yield the size of a save of a five-round battle with 120 models, and how long it takes to load."""
    session, _count, _spent = played(large_setup(60, 60.0, 44.0, rounds=5), 1, history=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.json"
        save_game(session, path)
        size = path.stat().st_size / 1000
        loads = [processed(lambda: load_game(path, find)) / 1000 for _time in range(5)]
        plain = len(json.dumps(session.journal)) / 1000
    yield "save of five rounds, 120 models", "kB", [size], "must 400, aim 150", "the answers alone", plain
    yield "loading it", "s", loads, "must 0.5, aim 0.2", BASELINE, _yardstick()


def _duel(setup: Setup, seed: int) -> float:
    """Return the seconds of processor time of a battle of the one machine against the other."""
    session = Session(load("aos4"), setup, KeyedDice(seed), history=False, sparse=True)
    players = {each: make_player(kind, seed) for each, kind in zip(setup.players, ("greedy", "random"), strict=True)}
    started = time.process_time()
    while session.decision is not None:
        session.answer(answer_with(players[session.decision.player], session, seed))
    return time.process_time() - started


def main() -> None:
    """Print the rows."""
    for name, unit, samples, promise, _baseline, _base in measure_armies():
        print(f"{name:<44}{statistics.median(samples):>10.4g} {unit:<4} {promise}", flush=True)


if __name__ == "__main__":
    main()
