"""Play random games of every scenario, number of players and set of optional rules, every invariant checked.

    python tools/soak.py --games 300 --record soak.jsonl
    python tools/soak.py --ruleset NAME              another listed rulebook
    python tools/soak.py --ruleset NAME --map MAP    the same on another of its maps

Resumable: games in the record, one a line, are not played again. Prints, for every combination and for every scenario
as a whole, games, decisions, decisions per second of one process's time in play (checking invariants included, unless
--quick) and violations; above that the rate of all processes together. Exit code 1 if there was any violation.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joblib import Parallel, delayed
from tqdm import tqdm

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.new_game import GamePlan
from game.lab import batch
from game.lab.batch import BatchPlan
from game.lab.grid import Cell

SEATS = ("Ann", "Bob", "Cem", "Dot", "Eve", "Fay", "Gus", "Hal")

Combination = tuple[str, int, bool]
Game = dict[str, Any]
Games = dict[Combination, dict[int, Game]]


def scenario_names(ruleset: str = rulesets.DEFAULT) -> list[str]:
    """Return the scenarios of a rulebook; "" alone for one that offers no choice."""
    return [offer.name for offer in rulesets.load(ruleset).offers().scenarios] or [""]


def combinations(scenarios: list[str], ruleset: str = rulesets.DEFAULT) -> Iterator[Combination]:
    """Yield every scenario with every number of players, optional rules off and, where there are any, on."""
    offers = rulesets.load(ruleset).offers()
    fewest, most = offers.seats[:2]
    yield from product(scenarios, range(fewest, most + 1), (False, True) if offers.switches else (False,))


def batch_of(combination: Combination, check: bool, ruleset: str = rulesets.DEFAULT, map_name: str = "") -> BatchPlan:
    """Return the batch of a combination; if no map is named, optional rules are played on the rulebook's second."""
    scenario, players, advanced = combination
    offers = rulesets.load(ruleset).offers()
    maps: list[str | None] = [map_name] if map_name else [offer.name for offer in offers.maps[: 1 + advanced]]
    switches = tuple(offer.name for offer in offers.switches) if advanced else ()
    plan = GamePlan(SEATS[:players], scenario or None, maps[-1] if maps else None, switches=switches)
    seed = crc32(f"{scenario} {players} {map_name}".encode())  # the same dice would play much the same game
    return BatchPlan(ruleset, plan, ("random",) * players, seed=seed, check=check)


@cache
def cell_of(combination: Combination, check: bool, ruleset: str, map_name: str) -> Cell:
    """Return the batch of a combination with its setups, which each process makes only once."""
    return Cell(batch_of(combination, check, ruleset, map_name))


def is_possible(batch: BatchPlan) -> bool:
    """Return whether a batch can be played: some scenarios are for fewer players than their rulebook."""
    try:
        batch.setup()
    except DocumentError:
        return False
    return True


def recorded(record: Path, ruleset: str = rulesets.DEFAULT, map_name: str = "") -> Games:
    """Return a rulebook's games in the record on a named map, or on none named, by combination and number.

    A line cut short is left out.
    """
    found: Games = defaultdict(dict)
    if record.exists():
        for line in record.read_text(encoding="utf-8").splitlines():
            try:
                game = json.loads(line)
            except ValueError:
                continue
            if (game.get("ruleset", rulesets.DEFAULT), game.get("map", "")) == (ruleset, map_name):
                found[game["scenario"], game["players"], game["advanced"]][game["number"]] = game
    return found


def played(combination: Combination, number: int, check: bool, ruleset: str, map_name: str) -> Game:
    """Play one game and return its line of the record; a crash names the game in which it happened."""
    scenario, players, advanced = combination
    try:
        report = batch.play(cell_of(combination, check, ruleset, map_name).task(number))
    except Exception as error:
        raise RuntimeError(f"{scenario}, {players} players, advanced {advanced}, game {number}") from error
    game = {"ruleset": ruleset, "scenario": scenario, "players": players, "advanced": advanced, **asdict(report)}
    return {"map": map_name, **game} if map_name else game


def play(
    record: Path, games: int, scenarios: list[str], check: bool, jobs: int, ruleset: str, map_name: str = ""
) -> Games:
    """Play the games that the record lacks on so many processes and return all of them."""
    done = recorded(record, ruleset, map_name)
    every = [each for each in combinations(scenarios, ruleset) if is_possible(batch_of(each, check, ruleset, map_name))]
    missing = [(each, number) for number in range(games) for each in every if number not in done[each]]
    work = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(played)(combination, number, check, ruleset, map_name) for combination, number in missing
    )
    started, decisions = time.perf_counter(), 0
    with record.open("a", encoding="utf-8") as stream:
        for game in tqdm(work, total=len(missing), unit="game", disable=None):
            stream.write(json.dumps(game) + "\n")
            stream.flush()
            done[game["scenario"], game["players"], game["advanced"]][game["number"]] = game
            decisions += game["decisions"]
    if missing:
        rate = decisions / (time.perf_counter() - started)
        print(f"{decisions} decisions now, {rate:.0f}/s on {jobs} processes together, their start included")
    return done


def violations(games: list[Game]) -> list[str]:
    """Return what broke in some games, each with its game."""
    return [
        f"{game['scenario']} {game['players']} {'advanced' if game['advanced'] else 'plain'} #{game['number']}: {line}"
        for game in games
        for line in game["violations"]
    ]


def row(label: str, games: list[Game]) -> str:
    """Return a line of the table about some games."""
    decisions, seconds = sum(game["decisions"] for game in games), sum(game["seconds"] for game in games)
    rate = decisions / seconds if seconds else 0.0
    broken = len(violations(games))
    return f"{label:<21} {len(games):>6} games {decisions:>9} decisions {rate:>7.0f}/s {broken:>4} violations"


def main(arguments: list[str] | None = None) -> int:
    """Soak and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="for each combination (300)")
    parser.add_argument("--record", type=Path, default=Path("soak.jsonl"), help="where games are noted (soak.jsonl)")
    parser.add_argument("--ruleset", choices=rulesets.names(), default=rulesets.DEFAULT, help="the rulebook")
    parser.add_argument("--scenario", action="append", help="only this one; once for each")
    parser.add_argument("--map", default="", help="on this map")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    parser.add_argument("--quick", action="store_true", help="measure speed: do not check invariants")
    options = parser.parse_args(arguments)
    if options.jobs < 1 or options.games < 1:
        parser.error("--games and --jobs take 1 or more")
    known = scenario_names(options.ruleset)
    if not set(options.scenario or ()) <= set(known):
        parser.error(f"--scenario takes one of {', '.join(known)}")
    maps = [offer.name for offer in rulesets.load(options.ruleset).offers().maps]
    if options.map and options.map not in maps:
        parser.error(f"--map takes one of {', '.join(maps)}")
    scenarios, check = options.scenario or known, not options.quick
    done = play(options.record, options.games, scenarios, check, options.jobs, options.ruleset, options.map)
    for (scenario, players, advanced), games in sorted(done.items()):
        print(row(f"{scenario:<10} {players} {'advanced' if advanced else 'plain'}", list(games.values())))
    for scenario in sorted({each for each, *_ in done}):
        every = [game for each, games in done.items() if each[0] == scenario for game in games.values()]
        print(row(f"{scenario:<10} all", every))
    found = violations([game for games in done.values() for game in games.values()])
    print(*(f"    {line}" for line in found[:20]), f"{len(found)} violations", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    from tools import soak  # other processes find its functions by the name of this module, not as `__main__`

    sys.exit(soak.main())
