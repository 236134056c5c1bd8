"""Play random games of every scenario, number of players and set of optional rules, every invariant checked.

    python tools/soak.py --games 300 --record soak.jsonl

Resumable: what stands in the record is not played again, so it can be stopped and started at will. Each line of the
record is one game. Prints, for every combination and for every scenario as a whole, games, decisions, decisions per
second of one process's time in play (checking invariants included, unless --quick) and violations; above that what all
processes did together. Exit code 1 if there was any violation.
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
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joblib import Parallel, delayed
from tqdm import tqdm

from game.engine.rulebook.new_game import GamePlan
from game.lab.batch import BatchPlan, play_numbered
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names

SEATS = ("Ann", "Bob", "Cem", "Dot")
SWITCHES = ("ready", "levels", "unbound")
MAPS = {False: "market-ruins", True: "gallery-row"}

Combination = tuple[str, int, bool]
Game = dict[str, Any]
Games = dict[Combination, dict[int, Game]]


def combinations(scenarios: list[str]) -> Iterator[Combination]:
    """Yield every scenario with 1 to 4 players, advanced rules off and on."""
    yield from product(scenarios, range(1, len(SEATS) + 1), (False, True))


def batch_of(combination: Combination, check: bool) -> BatchPlan:
    """Return what to play for a combination."""
    scenario, players, advanced = combination
    plan = GamePlan(SEATS[:players], scenario, MAPS[advanced], switches=SWITCHES if advanced else ())
    return BatchPlan("godbreakers", plan, ("random",) * players, seed=players, check=check)


def recorded(record: Path) -> Games:
    """Return the games that stand in the record, by combination and number; a line cut short is left out."""
    found: Games = defaultdict(dict)
    if record.exists():
        for line in record.read_text(encoding="utf-8").splitlines():
            try:
                game = json.loads(line)
            except ValueError:
                continue
            found[game["scenario"], game["players"], game["advanced"]][game["number"]] = game
    return found


def played(combination: Combination, number: int, check: bool) -> Game:
    """Play one game and return its line of the record; a crash is told with the game in which it happened."""
    scenario, players, advanced = combination
    try:
        report = play_numbered(batch_of(combination, check), number)
    except Exception as error:
        raise RuntimeError(f"{scenario}, {players} players, advanced {advanced}, game {number}") from error
    return {"scenario": scenario, "players": players, "advanced": advanced, **asdict(report)}


def play(record: Path, games: int, scenarios: list[str], check: bool, jobs: int) -> Games:
    """Play what the record lacks on so many processes and return all of it."""
    done = recorded(record)
    missing = [
        (each, number) for number in range(games) for each in combinations(scenarios) if number not in done[each]
    ]
    work = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(played)(combination, number, check) for combination, number in missing
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


def told(label: str, games: list[Game]) -> str:
    """Return a line of the table about some games."""
    decisions, seconds = sum(game["decisions"] for game in games), sum(game["seconds"] for game in games)
    rate = decisions / seconds if seconds else 0.0
    broken = len(violations(games))
    return f"{label:<21} {len(games):>6} games {decisions:>9} decisions {rate:>7.0f}/s {broken:>4} violations"


def main() -> None:
    """Soak and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="for each combination (300)")
    parser.add_argument("--record", type=Path, default=Path("soak.jsonl"), help="where games are noted (soak.jsonl)")
    parser.add_argument("--scenario", action="append", choices=scenario_names(), help="only this one; once for each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    parser.add_argument("--quick", action="store_true", help="measure speed: do not check invariants")
    asked = parser.parse_args()
    if asked.jobs < 1 or asked.games < 1:
        parser.error("--games and --jobs take 1 or more")
    done = play(asked.record, asked.games, asked.scenario or list(scenario_names()), not asked.quick, asked.jobs)
    for (scenario, players, advanced), games in sorted(done.items()):
        print(told(f"{scenario:<10} {players} {'advanced' if advanced else 'plain'}", list(games.values())))
    for scenario in sorted({each for each, *_ in done}):
        every = [game for each, games in done.items() if each[0] == scenario for game in games.values()]
        print(told(f"{scenario:<10} all", every))
    found = violations([game for games in done.values() for game in games.values()])
    print(*(f"    {line}" for line in found[:20]), f"{len(found)} violations", sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
