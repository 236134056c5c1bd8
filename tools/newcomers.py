"""Sends careless and obedient newcomers through the lessons, and says how they fared: `tools/newcomers.py --runs 200`.

Against them plays the computer player of the lessons, or with --random somebody as random, which takes a tenth as long.
Exit code 1 where one of them never finished.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import click  # noqa: E402

from game import rulesets  # noqa: E402
from game.play.teacher import taught, teaches  # noqa: E402
from game.players import answer_with, make_player  # noqa: E402
from game.players.bots import FIRST_OPPONENT  # noqa: E402
from inchwise_conformance.lessons import WAYS, Way, newcomer  # noqa: E402


@click.command()
@click.option("--runs", default=200, show_default=True, help="Newcomers for each rulebook.")
@click.option("--ruleset", "only", multiple=True, help="Only these rulebooks.")
@click.option("--way", "ways", multiple=True, type=click.Choice([*WAYS]), help="Only newcomers who answer this way.")
@click.option("--random", "is_random", is_flag=True, help="The opponent answers at random.")
def main(runs: int, only: tuple[str, ...], ways: tuple[Way, ...], is_random: bool) -> None:
    """Send newcomers through the lessons."""
    stuck = 0
    for name, way in product(only or rulesets.names(), ways or WAYS):
        book = rulesets.load(name)
        if not teaches(book):
            continue
        alone, shown, late, hints, left = Counter[str](), Counter[str](), Counter[str](), 0, Counter[str]()
        for seed in range(runs):
            player = make_player(FIRST_OPPONENT, seed)
            opponent = None if is_random else lambda session, player=player: answer_with(player, session, 0)
            course = newcomer(book, seed, opponent, way)
            alone, shown, late, hints = (
                alone + course.alone, shown + course.shown, late + course.late, hints + course.hints
            )  # fmt: skip
            left[course.stuck] += bool(course.stuck)
        stuck += left.total()
        print(f"{name}, a newcomer {WAYS[way]}: {runs - left.total()} of {runs} finished, {hints} hints")
        for step in taught(book).steps:
            counts = alone[step.name], shown[step.name], late[step.name], left[step.name]
            print("  {}: {} alone, {} shown, {} back, {} stuck".format(step.name, *counts))
    sys.exit(bool(stuck))


if __name__ == "__main__":
    main()
