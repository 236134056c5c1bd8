"""Random play on a map: decisions per second of CPU time. Runs in any checkout, whatever folders its modules lie in.

    PYTHONPATH=CHECKOUT python tools/benches/play.py MAP SCENARIO SEATS SWITCHES GAMES BLOCK    (SWITCHES: a,b or -)

A scenario of another rulebook than the first is named with it: "bushido/idols". Prints one number. `tools/bench.py` has
rows of it, and with --against holds two checkouts against each other.
"""

from __future__ import annotations

import random
import sys
import time
from importlib import import_module
from typing import Any

SEATS = ("Ann", "Bob", "Cem", "Dot")
SWITCHES = ("ready", "levels", "unbound")


def found(name: str, *modules: str) -> Any:
    """Return the object called `name` from the first of some modules that has it."""
    for module in modules:
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"{name} is in none of {', '.join(modules)}")


def speed(map_name: str, scenario: str, seats: int, switches: tuple[str, ...], games: int, block: int) -> float:
    """Play so many games of two or more random players and return decisions per second; `block` seeds them."""
    session_type = found("Session", "game.engine.session")
    plan_type = found(
        "GamePlan",
        "game.engine.rulebook.new_game",
        "game.engine.ruleset",  # where the checkouts of 0.1.0 have it
    )
    dice_type = found("KeyedDice", "game.engine.core.dice", "game.engine.dice")
    answer = found("random_answer", "game.players.random_player")
    rulebook, _slash, name = scenario.rpartition("/")
    ruleset = found("load", "game.rulesets")(rulebook or "godbreakers")
    setup = ruleset.new_setup(plan_type(SEATS[:seats], name, map_name, switches=switches))
    count, started = 0, time.process_time()
    for number in range(games):
        rng = random.Random(block * 100 + number)
        session = session_type(ruleset, setup, dice_type(number), history=False, sparse=True)
        while session.decision is not None:
            session.answer(answer(session.decision, rng))
            count += 1
    return count / (time.process_time() - started)


def play_cases(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows of a benchmark of random play: name, and the arguments of tools/benches/play.py."""
    every = ",".join(SWITCHES)
    scenarios = found("names", "game.rulesets.godbreakers.rules.scenarios", "game.rulesets.godbreakers.scenarios")()
    if name == "decisions":
        return [("random against random", ("market-ruins", "score", "2", "-", "12"))]
    if name == "bushido":
        return [("Bushido, random against random, Idols", ("bamboo-ford", "bushido/idols", "2", "-", "4"))]
    if name == "walled":
        return [(f"Walled Yard, {scenario}", ("walled-yard", scenario, "2", "-", "4")) for scenario in scenarios]
    if name == "combinations":
        return [
            (
                f"{scenario}, {seats} seats{', advanced' if advanced else ''}",
                (ground, scenario, str(seats), switches, "2"),
            )
            for scenario in scenarios
            for seats in range(1, 5)
            for advanced, ground, switches in ((False, "market-ruins", "-"), (True, "gallery-row", every))
        ]
    return []


def main() -> None:
    """Measure the game that the command line describes."""
    map_name, scenario, seats, switches, games, block = sys.argv[1:]
    chosen = () if switches == "-" else tuple(switches.split(","))
    print(speed(map_name, scenario, int(seats), chosen, int(games), int(block)))


if __name__ == "__main__":
    main()
