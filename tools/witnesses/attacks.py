"""Hold the exact odds of attacks of Age of Sigmar against volleys thrown by the rules' own functions.

    python -m tools.witnesses.attacks                      a million volleys of each situation
    python -m tools.witnesses.attacks --volleys 20000      fewer
    python -m tools.witnesses.attacks --part flow          only whole attacks on a table

The part "batches" throws `resolve` and `suffer`, which roll every attack of a battle; their results are held against
`volley_odds`. The part "flow" carries out `attack` on a table, with its modifiers, events and casualties; damage and
slain are held against what the screen promises. Dice come from one stream: that alone differs from a game. Prints the
greatest deviation of each situation in standard errors, and where it is; exit code 1 if it is above the limit of
`tools/witnesses/volleys.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from numpy.typing import NDArray

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice, RollCounter
from game.engine.core.flow import CHECKPOINT
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.odds.exact import volley_odds
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.assigning import Aimed, Plan, aim
from game.rulesets.aos4.rules.attacks.batch import Batch, Modifier
from game.rulesets.aos4.rules.attacks.damaging import SUGGESTED, Body, suffer
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.attacks.volleys import attack, resolve
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from tests.rulesets.aos4.test_odds_views import CASES, at_target, claim, view
from tools.witnesses.volleys import ERRORS, Thrown, off, situations

Promised = dict[str, Sequence[float] | NDArray[np.float64]]
"""The share of each number, by what is counted."""
MOST = 400
"""No number that is counted is so great."""


@dataclass
class OneStream:
    """Dice of one stream, in the order in which they fall: nothing is undone here."""

    rng: Random

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the next face; what it is for does not matter."""
        return 1 + int(self.rng.random() * sides)


class Greatest(NamedTuple):
    """The greatest deviation of a situation in standard errors, and where it is."""

    errors: float
    where: str


def greatest(promised: Promised, tallies: dict[str, Thrown]) -> Greatest:
    """Return where the shares of what was thrown are farthest from those that were promised."""
    found = Greatest(0.0, "nothing")
    for name, tally in tallies.items():
        for result, share, seen, errors in off(np.asarray(promised[name], dtype=np.float64), tally):
            if errors > found.errors:
                found = Greatest(errors, f"{name} {result}: promised {share:.6f}, thrown {seen:.6f}")
    return found


def batches_thrown(batches: Sequence[Batch], body: Body, dice: OneStream, volleys: int) -> dict[str, Thrown]:
    """Return how often each number came in volleys rolled by the resolver."""
    tallies = {name: np.zeros(MOST, dtype=np.int64) for name in ("points", "allocated", "slain")}
    counter = RollCounter()
    for _volley in range(volleys):
        points = sum(resolve(batch, dice, counter, "unit").points for batch in batches)
        _wards, removed, losses = suffer(dice, counter, body, points, "unit")
        tallies["points"][points] += 1
        tallies["allocated"][points - removed] += 1
        tallies["slain"][losses.slain] += 1
    return tallies


def aimed_at(game: Game, unit: Unit, target: str, *, ranged: bool) -> list[Aimed]:
    """Return a unit's attacks, all that can be at one target."""
    flow = aim(game, unit, groups(game, unit, ranged=ranged), "A-TGT-2", Plan())
    try:
        asked = next(flow)
        while True:
            assert isinstance(asked, Choose)
            keys = [option.key for option in asked.options]
            asked = flow.send(target if target in keys else keys[0])
    except StopIteration as done:
        found: list[Aimed] = done.value
        return found


def carried_out(game: Game, unit: Unit, aimed: Sequence[Aimed]) -> None:
    """Carry out attacks; casualties are those that the program suggests."""
    flow = attack(game, unit, aimed, Modifier())
    answer: Any = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        if asked is CHECKPOINT:
            answer = None
        elif isinstance(asked, Choose):
            answer = asked.options[0].key
        else:
            answer = SUGGESTED


def attacks_thrown(game: Game, unit: str, aimed: Sequence[Aimed], target: str, volleys: int) -> dict[str, Thrown]:
    """Return how much damage came to a unit and how many of it were slain, in whole attacks from one state."""
    tallies = {name: np.zeros(MOST, dtype=np.int64) for name in ("damage", "slain")}
    for _volley in range(volleys):
        once = RULESET.game(game.setup, game.state.clone(), game.dice)
        carried_out(once, once.state.units[unit], aimed)
        done = [each for each in once.events if isinstance(each, events.Damaged) and each.unit == target]
        tallies["damage"][sum(each.points for each in done)] += 1
        tallies["slain"][sum(each.slain for each in done)] += 1
    return tallies


def by_batches(volleys: int, seed: int) -> Iterator[tuple[str, Greatest]]:
    """Yield every situation of batches with its greatest deviation."""
    for name, (batches, body) in situations().items():
        odds = volley_odds(batches, body)
        promised: Promised = {"points": odds.points, "allocated": odds.allocated, "slain": odds.slain}
        yield name, greatest(promised, batches_thrown(batches, body, OneStream(Random(seed)), volleys))


def by_flow(volleys: int, seed: int) -> Iterator[tuple[str, Greatest]]:
    """Yield every situation on a table with its greatest deviation."""
    for begin, ability, unit, target in CASES:
        battle = at_target(begin().begin(KeyedDice(seed)), ability, unit)
        user, foe = battle.unit(unit), battle.unit(target).id
        found = view(battle, foe)
        promised: Promised = {name: claim(found, name).chances for name in ("damage", "slain")}
        aimed = aimed_at(battle.game, user, foe, ranged=ability == "shoot")
        game = RULESET.game(battle.game.setup, battle.game.state, OneStream(Random(seed)))
        yield f"{unit} {ability} {target}", greatest(promised, attacks_thrown(game, user.id, aimed, foe, volleys))


PARTS: dict[str, Callable[[int, int], Iterable[tuple[str, Greatest]]]] = {"batches": by_batches, "flow": by_flow}


def main(arguments: Sequence[str]) -> int:
    """Throw the volleys of every situation and print the greatest deviation of each, and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--volleys", type=int, default=1_000_000, help="how many of each situation (1,000,000)")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    options = parser.parse_args(arguments)
    worst = 0.0
    for part in options.part or PARTS:
        started = time.process_time()
        for name, (errors, where) in PARTS[part](options.volleys, options.seed):
            spent, started = time.process_time() - started, time.process_time()
            print(
                f"{part}, {name}: {options.volleys} volleys, {errors:.2f} standard errors at most ({where}), "
                f"{spent / options.volleys * 1e6:.0f} microseconds each",
                flush=True,
            )
            worst = max(worst, errors)
    print(f"{worst:.2f} standard errors at most")
    return 1 if worst > ERRORS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
