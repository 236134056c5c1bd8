"""Count the questions of one battle round of Age of Sigmar, and name those that a player at a real table would not get.

    python tools/prompts.py ONE.rosz TWO.rosz                 (two rosters: files, or names of bundled ones)
    python tools/prompts.py ONE.rosz TWO.rosz --rounds 2      (the second round has more fighting)

Both sides are answered for as people play: each unit moves, shoots, charges and fights where it may, without a search.
What the window answers itself is not a question. A question is one too many at a table if its answers could not differ:
one option only, nothing that changes anything, models that are all alike. Prints the count of each kind of question,
those too many with an example; exit code 1 if there are more than ten of these in a round.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game import rulesets
from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, Pick
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4.rules.game import Game

MOST: Final = 10
"""The most questions too many in a round."""
REASONS: Final = {
    "A-IMP-8": "it was done, and all that is left is to say so",
    "A-DMG-5": "the models are equal, and far from everything",
    "A-DMG-8": "the second model and later ones stand beside the first",
    "A-DMG-9": "the order of damage makes no difference",
    "A-TURN-2": "no condition of an ability is met",
    "A-REACT-2": "no condition of a reaction is met",
}
"""Why a question with a usual answer is one too many, by its rule."""


class Asked(NamedTuple):
    """A question that was asked: what kind of question, in which phase, and why a table would not ask it, if so."""

    kind: str
    phase: str
    prompt: str
    excess: str = ""


class Person:
    """A player who uses every unit once in each phase and reacts sometimes; its answers need no search."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def answer(self, session: Session) -> Answer:
        """Return an answer to the pending decision."""
        decision = session.pending()
        if decision.deploys:
            return DEPLOY
        if isinstance(decision, Choose):
            return self._chosen(session.game, decision)
        if isinstance(decision, Pick) and decision.shortcuts:
            return decision.shortcuts[0].key
        return random_answer(decision, self.rng)

    def _chosen(self, game: Game, decision: Choose) -> Answer:
        useful = [option.key for option in decision.options if _may_matter(game, decision, option.key)]
        if decision.window == "reaction":
            return self.rng.choice(useful) if useful and self.rng.random() < 0.3 else PASS
        if decision.offers(PASS):
            first = [key for key in useful if key.split(" ")[0] in ("charge", "shoot", "normal-move", "fight")]
            return (first or useful or [PASS])[0]
        done = [option.key for option in decision.options if option.declines]
        if done and self.rng.random() < 0.6:  # such as the end of an ability used by hand
            return done[0]
        return self.rng.choice(useful or done or [option.key for option in decision.options])


def _may_matter(game: Game, decision: Choose, key: str) -> bool:
    """Return whether an option is one that does something, as far as its words say so."""
    option = next(option for option in decision.options if option.key == key)
    return key != PASS and not option.declines and "(" not in option.label.rpartition(":")[2]


def excess(decision: Decision) -> str:
    """Return why a player at a table would not be asked this, "" if they would."""
    if isinstance(decision, Choose) and len([*decision.options]) == 1:
        return "one option only"
    if isinstance(decision, Pick) and decision.minimum == decision.maximum == len(decision.candidates):
        return "all models are meant"
    if decision.usual is None or decision.usual() is None:
        return ""
    return REASONS.get(decision.rule, "nothing would change")


def kind_of(decision: Decision) -> str:
    """Return what kind of question this is, without the names of its units."""
    window = decision.window or decision.kind
    return f"{decision.rule} {window}"


def begin(rosters: Sequence[str], seed: int, *, asks_all: bool = False) -> Session:
    """Return a battle of two rosters with everything set up, at the start of its first round."""
    book = rulesets.load("aos4")
    plan = GamePlan(("Ann", "Bob"), "three-wells", rosters=tuple(rosters))
    session = Session(book, book.new_setup(plan), KeyedDice(seed), history=False, sparse=True)
    session.forced = frozenset() if asks_all else frozenset(session.state.players)
    return session


def played(session: Session, rounds: int, seed: int, verbose: bool = False) -> list[Asked]:
    """Return the questions of the last of some battle rounds, played to its end."""
    people = Person(seed)
    asked = list[Asked]()
    while session.decision is not None and session.state.round <= rounds:
        state, decision = session.state, session.pending()
        if state.round == rounds:
            phase = state.phase_name if state.step == "phase" else state.step
            asked.append(Asked(kind_of(decision), phase, decision.prompt, excess(decision)))
        started = time.monotonic()
        answer = people.answer(session)
        session.answer(answer)
        if verbose:
            why = asked[-1].excess if asked else ""
            spent = time.monotonic() - started
            print(f"{spent:6.1f} s  {decision.rule:<10} {decision.prompt}  {why and '<< ' + why}", flush=True)
    return asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("rosters", nargs=2)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="ask everything, also what has a usual answer")
    parser.add_argument("--log", action="store_true", help="print every question")
    options = parser.parse_args(arguments)
    session = begin(options.rosters, options.seed, asks_all=options.all)
    asked = played(session, options.rounds, options.seed, options.log)
    for kind, number in Counter((each.phase, each.kind) for each in asked).most_common():
        print(f"{number:>5}  {' '.join(kind)}")
    many = [each for each in asked if each.excess]
    print(f"{len(asked)} questions, {len(many)} of them too many:")
    for (sort, why), number in Counter((each.kind, each.excess) for each in many).most_common():
        example = next(each.prompt for each in many if (each.kind, each.excess) == (sort, why))
        print(f"{number:>5}  {sort}: {why} ({example})")
    return 1 if len(many) > MOST else 0


if __name__ == "__main__":
    raise SystemExit(main())
