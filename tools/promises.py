"""Hold every line shown before an answer against what follows: random games of every rulebook.

    python tools/promises.py                       60 games of each rulebook
    python tools/promises.py --ruleset bushido     of one alone
    python tools/promises.py --games 600 --share 1 --most 99
                                                   more games, nearly every decision of them
    python tools/promises.py --only 17             one game, to look into what it found

Each game begins as its rulebook declares (`tools/promising`). At a share of its decisions the signs, and the claims of
previews, outlooks and odds, are taken at their word: games are forked, answered and played out, die by die. What is
certain must happen, what cannot be must not, what could be must have a witness, and every probability must be that of
the dice counted one by one. Exit code 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tqdm import tqdm

from tools.promising import aos4, bushido, dropzone, godbreakers
from tools.promising.book import Keeping

BOOKS = {"godbreakers": godbreakers.BOOK, "bushido": bushido.BOOK, "aos4": aos4.BOOK, "dropzone": dropzone.BOOK}
"""What each rulebook declares."""


@dataclass
class Walk:
    """One game, walked from its start to its end.

    Looked at is a share of its decisions, at most so many under one rule.
    """

    number: int
    share: float
    most: int = 1_000_000
    ruleset: str = "godbreakers"
    answers: int = 1_000_000

    @cached_property
    def checks(self) -> Keeping:
        """What is shown in the game is held against this."""
        return BOOKS[self.ruleset].checks()

    def problems(self) -> Iterator[str]:
        """Yield every promise that was broken on the way."""
        book = BOOKS[self.ruleset]
        session, rng = book.begin(self.number), random.Random(~self.number)
        self.checks.rng = rng
        seen: Counter[str] = Counter()
        while session.decision is not None and len(session.journal) < self.answers:
            decision = session.decision
            if seen[decision.rule] < self.most and rng.random() < self.share:
                seen[decision.rule] += 1
                for answer in book.thought_of(session, decision, rng):
                    for problem in self.checks.of(session, answer):
                        where = f"{self.ruleset} {self.number}, {session.state.step}, answer {len(session.journal)}"
                        yield f"{where}: {decision.prompt} {answer}: {problem}"
            session.answer(book.lively(session, decision, rng))


def main() -> int:
    """Walk, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="how many games (default 60)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default 0)")
    parser.add_argument("--share", type=float, default=0.3, help="the share of decisions looked at (default 0.3)")
    parser.add_argument("--most", type=int, default=3, help="the most decisions of a game under one rule (default 3)")
    parser.add_argument("--only", type=int, default=None, help="one game alone")
    parser.add_argument("--ruleset", choices=[*BOOKS], default=None, help="one rulebook (default all)")
    parser.add_argument("--answers", type=int, default=400, help="the most answers of a game (default 400)")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games) if asked.only is None else [asked.only]
    books = [asked.ruleset] if asked.ruleset else [*BOOKS]
    broken, walked, held = 0, 0, Counter[str]()
    try:
        for ruleset, number in tqdm([*product(books, numbers)], disable=None):
            walk = Walk(number, asked.share, asked.most, ruleset, asked.answers)
            for problem in walk.problems():
                broken += 1
                tqdm.write(problem)
                sys.stdout.flush()
            held += walk.checks.held
            walked += 1
    except KeyboardInterrupt:
        pass  # what was held until then is worth knowing
    print(f"{sum(held.values()):,} promises held in {walked} games, {broken} broken")
    print(", ".join(f"{kind} {count:,}" for kind, count in sorted(held.items())))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
