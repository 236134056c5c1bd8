"""Hold another version of the program to the same games between bots, move by move, and compare what they cost.

    python tools/equal_players.py --players recruit,recruit --games 5 --against ../old

Game n of every scenario, on the rulebook's maps by turns, is played in both checkouts by turns, so that a busy machine
weighs on both alike. A game's digest holds every question, answer and event, and the final state. Prints the games that
differ, the processor seconds of both, and their ratio; exit code 1 if any differs. Without --against: only this one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent


class Played(NamedTuple):
    """A game: its digest and processor seconds."""

    digest: str
    seconds: float


def play(ruleset_name: str, scenario: str, map_name: str, kinds: list[str], number: int, tries: int | None) -> Played:
    """Play a game in the checkout of this process."""
    from game import rulesets
    from game.engine.core.dice import KeyedDice
    from game.engine.rulebook.new_game import GamePlan
    from game.engine.session import Session
    from game.players import answer_with, make_player

    ruleset: Any = rulesets.load(ruleset_name)
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob", "Cem", "Dot")[: len(kinds)], scenario, map_name))
    session: Any = Session(ruleset, setup, KeyedDice(number), history=False, sparse=True)
    seats = zip(ruleset.players(setup), kinds, strict=True)
    players = {player: make_player(kind, number * 31 + seat, tries) for seat, (player, kind) in enumerate(seats)}
    told, started, answers = hashlib.blake2b(digest_size=8), time.process_time(), 0
    while session.decision is not None:
        decision = session.decision
        answer = answer_with(players[decision.player], session, number + answers)
        told.update(f"{decision.player} {decision.rule} {decision.prompt} {json.dumps(answer)}\n".encode())
        session.answer(answer)
        answers += 1
    seconds = time.process_time() - started
    told.update(json.dumps([event.plain() for event in session.events], sort_keys=True).encode())
    return Played(told.hexdigest() + session.state.digest(), seconds)


def serve() -> None:
    """Play the games that are asked for on standard input, a line each, and print what came of them."""
    for line in sys.stdin:
        print(json.dumps(play(**json.loads(line))), flush=True)


def server(checkout: Path) -> subprocess.Popen[str]:
    """Start a process that plays games with the modules of a checkout."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve()), "--serve"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout.resolve()), "SDL_VIDEODRIVER": "dummy"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def asked(process: subprocess.Popen[str], game: dict[str, Any]) -> Played:
    """Return what came of a game in another process."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(game) + "\n")
    process.stdin.flush()
    return Played(*json.loads(process.stdout.readline()))


def planned(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the games to play: every scenario on all maps by turns."""
    from game import rulesets
    from game.table.documents import maps_for

    ruleset: Any = rulesets.load(options.ruleset)
    scenarios = options.scenario or [each.name for each in ruleset.offers().scenarios]
    maps = [path.stem for path in maps_for(options.ruleset)]
    return [
        {
            "ruleset_name": options.ruleset,
            "scenario": scenario,
            "map_name": maps[(number + place) % len(maps)],
            "kinds": options.players.split(","),
            "number": options.seed + number,
            "tries": options.tries,
        }
        for number in range(options.games)
        for place, scenario in enumerate(scenarios)
    ]


def main() -> None:
    """Play the games in one checkout or two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="recruit,recruit", help="who plays (recruit,recruit)")
    parser.add_argument("--games", type=int, default=2, help="for each scenario (2)")
    parser.add_argument("--seed", type=int, default=0, help="the first game's number (0)")
    parser.add_argument("--ruleset", default="godbreakers")
    parser.add_argument("--scenario", action="append", help="in place of every scenario; may be given several times")
    parser.add_argument("--tries", type=int, help="the tries of players that search")
    parser.add_argument("--against", type=Path, help="the other checkout")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    sys.path.insert(0, str(HERE))
    sides = [server(each) for each in (HERE, options.against) if each is not None]
    spent, different = [0.0] * len(sides), 0
    for turn, game in enumerate(planned(options)):
        order = sorted(range(len(sides)), reverse=bool(turn % 2))
        found = {side: asked(sides[side], game) for side in order}
        for side, played in found.items():
            spent[side] += played.seconds
        same = len({played.digest for played in found.values()}) == 1
        different += not same
        times = " ".join(f"{found[side].seconds:7.3f}" for side in range(len(sides)))
        print(f"{game['scenario']:<10} {game['map_name']:<16} {game['number']:>5} {times}{'' if same else ' DIFFERS'}")
    print(f"{different} games differ; {' and '.join(f'{each:.2f} s' for each in spent)}", end="")
    print(f", ratio {spent[1] / spent[0]:.2f}" if len(spent) > 1 else "")
    for process in sides:
        process.terminate()
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
