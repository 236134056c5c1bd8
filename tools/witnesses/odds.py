"""Hold the exact odds against dice: all of them counted one by one, and thrown by the rules themselves.

    python tools/witnesses/odds.py                     a million engages, tests and recoveries thrown; chi-square
    python tools/witnesses/odds.py --rolls 20000       fewer
    python tools/witnesses/odds.py --every             also count out every pair of fighters there can be (takes long)

Exit code 1 when something differs. The counting below is written from the rulebook's text alone and shares
nothing with the odds it judges.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.odds import Chance, Distribution
from game.rulesets.godbreakers.odds.duel import Bout, Fighter
from game.rulesets.godbreakers.odds.odds import EngageOdds, engage_odds, roll_odds
from game.rulesets.godbreakers.rules.actions.action import Fight
from game.rulesets.godbreakers.rules.actions.repertoire import attack_roll, inflict
from game.rulesets.godbreakers.rules.play import recover, recovery_begins
from game.rulesets.godbreakers.rules.rolls import RECOVERY, roll, settle_triumphs
from game.rulesets.godbreakers.rules.state import Model

rulesets.load("godbreakers")

SIZES = (6, 8, 10, 12)
RANKS = (0, 1, 2, 3)
OUTCOMES = ("win", "tie", "lose")


# -- counting ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """A fighter, whether its attack roll is challenging, and whether blows reach it."""

    fighter: Fighter
    challenging: bool = False
    reached: bool = True

    def rank(self, trait: str) -> int:
        """Return the rank of a trait, 0 without it."""
        return self.fighter.traits.get(trait, 0)

    def faces(self, *, active: bool) -> list[int]:
        """Return the result of every face of the attack die that can stand."""
        lowest = self.rank("Deadly" if active else "Defensive") + 1
        void = (4 if "Unlucky" in self.fighter.flaws else 3) if self.challenging else 0
        return [face if face > void else 0 for face in range(lowest, self.fighter.die + 1)]


@dataclass(frozen=True)
class Counted:
    """Counted odds: of "win", "tie" and "lose" for the active model, and of each model's damage."""

    outcomes: dict[str, Fraction]
    damage: list[dict[int, Fraction]]
    triumph: list[Fraction]
    casualty: list[Fraction]


def count_out(sides: Sequence[Side]) -> Counted:
    """Look at every combination of standing faces of an engage, one by one; the active model is the first."""
    faces = [side.faces(active=place == 0) for place, side in enumerate(sides)]
    everything = list(product(*faces))
    outcomes: Counter[str] = Counter()
    damage: list[Counter[int]] = [Counter() for _ in sides]
    left: list[Counter[tuple[int, int]]] = [Counter() for _ in sides]  # (damage, die) at recovery, die 0: not there
    triumphs = [0] * len(sides)
    for results in everything:
        best = max(results)
        winner = results.index(best) if results.count(best) == 1 else None
        outcomes["tie" if winner is None else "win" if winner == 0 else "lose"] += 1
        for place, (side, result) in enumerate(zip(sides, results, strict=True)):
            held, die = side.fighter.damage, side.fighter.die
            if side.fighter.godbreaker and result == die:
                triumphs[place] += 1
                held, die = 0, die + 2 if die < 12 else 0
            blow = 0
            # The defenders are one side: none of them hurts another.
            if winner is not None and side.reached and (winner == 0) != (place == 0):
                more = 2 * sides[winner].rank("Brutal") - 2 * side.rank("Tough")
                blow = max(1, best - result + more) + ("Brittle" in side.fighter.flaws)
            damage[place][blow] += 1
            left[place][held + blow, die] += 1
    whole = len(everything)
    return Counted(
        {name: Fraction(outcomes[name], whole) for name in OUTCOMES},
        [{amount: Fraction(cases, whole) for amount, cases in each.items()} for each in damage],
        [Fraction(cases, whole) for cases in triumphs],
        [
            sum((cases * lost(side.fighter, *end) for end, cases in each.items()), Fraction(0)) / whole
            for side, each in zip(sides, left, strict=True)
        ],
    )


def lost(fighter: Fighter, damage: int, die: int) -> Fraction:
    """Return the chance that recovery with this die removes a model with this damage, face by face."""
    damage -= fighter.traits.get("Relentless", 0)
    if die == 0 or damage <= 0:
        return Fraction(0)
    faces = range(1, die + 1)
    gone = [face < damage and not (fighter.godbreaker and face == die) for face in faces]
    return Fraction(sum(gone), die)


def compute(sides: Sequence[Side]) -> EngageOdds:
    """Return the program's odds of the same engage."""
    bout = bout_of(sides)
    return engage_odds(bout, bout.attacker, *bout.defenders)


def bout_of(sides: Sequence[Side]) -> Bout:
    """Return the fight of these sides, the first active."""
    names = [model.id for model in Bout(sides[0].fighter, [each.fighter for each in sides[1:]]).standing()]
    return Bout(
        sides[0].fighter,
        [each.fighter for each in sides[1:]],
        challenging=[name for name, each in zip(names, sides, strict=True) if each.challenging],
        out_of_reach=[name for name, each in zip(names, sides, strict=True) if not each.reached],
    )


def differences(sides: Sequence[Side]) -> Iterator[str]:
    """Yield where the odds differ from counting."""
    odds, counted = compute(sides), count_out(sides)
    for name in OUTCOMES:
        if getattr(odds, name).fraction != counted.outcomes[name]:
            yield f"{name}: {getattr(odds, name).fraction}, counted {counted.outcomes[name]}"
    for place, fate in enumerate(odds.fates):
        damage = {amount: chance.fraction for amount, chance in fate.damage.chances()}
        for name, found, due in (
            ("damage", damage, counted.damage[place]),
            ("triumph", fate.triumph.fraction, counted.triumph[place]),
            ("casualty", fate.casualty.fraction, counted.casualty[place]),
        ):
            if found != due:
                yield f"{name} of {fate.model}: {found}, counted {due}"


def rolling() -> Iterator[tuple[int, int, bool, bool]]:
    """Yield every way one side can roll: die, rank of its reroll, Unlucky, challenging."""
    return product(SIZES, RANKS, (False, True), (False, True))


def hurting() -> Iterator[tuple[int, int, bool]]:
    """Yield every way one side can hurt and be hurt: ranks of Brutal and Tough, Brittle."""
    return product(RANKS, RANKS, (False, True))


def side(
    rolls: tuple[int, int, bool, bool], hurts: tuple[int, int, bool], *, active: bool, damage: int = 0, **more: bool
) -> Side:
    """Return a side that rolls and hurts that way."""
    die, reroll, unlucky, challenging = rolls
    brutal, tough, brittle = hurts
    ranks = {"Deadly" if active else "Defensive": reroll, "Brutal": brutal, "Tough": tough}
    flaws = tuple(name for name, has in (("Unlucky", unlucky), ("Brittle", brittle)) if has)
    traits = {name: rank for name, rank in ranks.items() if rank}
    return Side(Fighter(die, traits, flaws, damage, more.get("godbreaker", True)), challenging)


# -- throwing ----------------------------------------------------------------------------------


def throw_engages(sides: Sequence[Side], rolls: int, seed: int) -> tuple[Counter[str], list[Counter[int]]]:
    """Fight so many times by the rules' own attack roll and damage; return outcomes and damage of each model."""
    bout = bout_of(sides)
    bout.dice = KeyedDice(seed)
    outcomes: Counter[str] = Counter()
    damage: list[Counter[int]] = [Counter() for _ in sides]
    for _ in range(rolls):
        fight = Fight(bout.attacker, list(bout.defenders))
        attack_roll(bout, fight)
        inflict(bout, fight)
        winner = fight.winner
        outcomes["tie" if winner is None else "win" if winner is bout.attacker else "lose"] += 1
        for place, model in enumerate(fight.models):
            damage[place][fight.suffered.get(model.id, 0)] += 1
            reset(bout, model, sides[place].fighter)
    return outcomes, damage


def throw_rounds(sides: Sequence[Side], rolls: int, seed: int) -> list[int]:
    """Fight, then recover by the rules' own phase, so many times; return how often each model was a casualty."""
    bout = bout_of(sides)
    bout.dice = KeyedDice(seed)
    models = [bout.attacker, *bout.defenders]
    casualties = [0] * len(models)
    for _ in range(rolls):
        fight = Fight(bout.attacker, list(bout.defenders))
        attack_roll(bout, fight)
        inflict(bout, fight)
        settle_triumphs(bout)
        throw_recoveries(bout)
        for place, model in enumerate(models):
            casualties[place] += model.place == "casualty"
            reset(bout, model, sides[place].fighter)
    return casualties


def throw_recoveries(bout: Bout) -> None:
    """Let everybody who is damaged recover, as the Recovery phase has it."""
    bout.state.step = "recovery"
    for flow in (recovery_begins(bout), *(recover(bout, model) for model in bout.standing() if model.damage > 0)):
        for question in flow:
            raise AssertionError(f"nothing is to be asked here: {question}")


def throw_rolls(bout: Bout, purpose: str, rolls: int, seed: int, *, challenging: bool) -> Counter[int]:
    """Roll so many times for the attacker of a bout by the rules' own roll; return the results."""
    bout.dice = KeyedDice(seed)
    results: Counter[int] = Counter()
    before = Fighter(bout.attacker.die, dict(bout.attacker.traits), tuple(bout.attacker.flaws), bout.attacker.damage)
    for _ in range(rolls):
        results[roll(bout, bout.attacker, purpose, challenging=challenging)] += 1
        reset(bout, bout.attacker, before)
    return results


def reset(bout: Bout, model: Model, fighter: Fighter) -> None:
    """Put a model back to where it began, and forget what happened."""
    model.damage, model.die, model.raises, model.ascending, model.place = fighter.damage, fighter.die, 0, False, "table"
    bout.events.clear()


# -- judging -----------------------------------------------------------------------------------

Result = TypeVar("Result", bound=Hashable)

# Upper 0.001 points of chi-square by degrees of freedom (Wilson and Hilferty's approximation is within 1 %).
_NORMAL_999 = 3.0902


def chi_square(found: Mapping[Result, int], due: Mapping[Result, Chance]) -> tuple[float, float]:
    """Return chi-square of counts against chances, and the bound that fair dice exceed once in a thousand times.

    What should hardly ever come up is judged together; what cannot come up must not: then chi-square is infinite.
    """
    rolls = sum(found.values())
    if any(count and (name not in due or not due[name].weight) for name, count in found.items()):
        return float("inf"), 0.0
    cells: list[tuple[float, float]] = []
    rare = [0.0, 0.0]
    for name, chance in due.items():
        count, expected = float(found.get(name, 0)), rolls * float(chance)
        if expected >= 5:
            cells.append((count, expected))
        else:
            rare = [rare[0] + count, rare[1] + expected]
    if rare[1] >= 5 or not cells:
        cells.append((rare[0], rare[1]))
    freedom = max(1, len(cells) - 1)
    bound = freedom * (1 - 2 / (9 * freedom) + _NORMAL_999 * (2 / (9 * freedom)) ** 0.5) ** 3
    return sum((count - expected) ** 2 / expected for count, expected in cells if expected), bound


def outcomes_of(odds: EngageOdds) -> dict[str, Chance]:
    """Return the chances of the three outcomes by name."""
    return {"win": odds.win, "tie": odds.tie, "lose": odds.lose}


def chances_of(found: Distribution) -> dict[int, Chance]:
    """Return the chance of each amount."""
    return dict(found.chances())


def either(chance: Chance) -> dict[int, Chance]:
    """Return a chance and its opposite, as 1 and 0."""
    return {1: chance, 0: Chance(chance.total - chance.weight, chance.total)}


# -- the tool ----------------------------------------------------------------------------------

DUELS = (
    [Side(Fighter(8, {"Deadly": 2})), Side(Fighter(6, {"Defensive": 1, "Tough": 1}, damage=2))],
    [Side(Fighter(10, {"Brutal": 1}), challenging=True), Side(Fighter(12, {}, ("Brittle",), damage=6))],
    [Side(Fighter(12, {"Merciless": 3})), *(Side(Fighter(12, {"Relentless": 1}, damage=4)) for _ in range(3))],
)


def judged(name: str, value: float, bound: float) -> bool:
    """Print one verdict; return whether it is good."""
    print(f"{name:<44}{value:>9.2f}  bound {bound:>7.2f}  {'ok' if value <= bound else 'DIFFERS'}", flush=True)
    return value <= bound


def witness(rolls: int) -> bool:
    """Throw dice for a few fights, a test and a recovery; print chi-square of each; return whether all is well."""
    good = True
    for number, sides in enumerate(DUELS):
        odds = compute(sides)
        outcomes, damage = throw_engages(sides, rolls, number)
        good &= judged(f"fight {number + 1}: outcomes", *chi_square(outcomes, outcomes_of(odds)))
        for fate, counts in zip(odds.fates, damage, strict=True):
            good &= judged(f"fight {number + 1}: damage of {fate.model}", *chi_square(counts, chances_of(fate.damage)))
        for fate, lost_ones in zip(odds.fates, throw_rounds(sides, rolls, number), strict=True):
            counts = Counter({1: lost_ones, 0: rolls - lost_ones})
            good &= judged(f"fight {number + 1}: casualty {fate.model}", *chi_square(counts, either(fate.casualty)))
    bout = Bout(Fighter(6, {"Inspired": 1}, ("Unlucky",)))
    due = chances_of(roll_odds(bout, bout.attacker, "Ruin", challenging=True))
    good &= judged(
        "test of a D6 Inspired 1 Unlucky", *chi_square(throw_rolls(bout, "Ruin", rolls, 5, challenging=True), due)
    )
    bout = Bout(Fighter(8, damage=5), healers=[Fighter(traits={"Healer": 2})])
    due = chances_of(roll_odds(bout, bout.attacker, RECOVERY))
    found = throw_rolls(bout, RECOVERY, rolls, 6, challenging=False)
    return good & judged("recovery of a D8 near a Healer 2", *chi_square(found, due))


def count_everything() -> bool:
    """Count out every pair of ways to roll with every pair of ways to hurt; return whether all agree."""
    good, number = True, 0
    for mine, theirs in product(rolling(), rolling()):
        for my_blow, their_blow in product(hurting(), hurting()):
            number += 1
            pair = [side(mine, my_blow, active=True, damage=number % 5), side(theirs, their_blow, active=False)]
            for told in differences(pair):
                print(f"{pair}: {told}")
                good = False
        if number % (1024 * 64) == 0:
            print(f"{number:,} pairs counted out", flush=True)
    return good


def main() -> int:
    """Throw dice, with --every count too, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=1_000_000, help="how often each is thrown (default 1,000,000)")
    parser.add_argument("--every", action="store_true", help="count out all 4 million pairs of fighters too")
    asked = parser.parse_args()
    good = witness(asked.rolls)
    if asked.every:
        good &= count_everything()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
