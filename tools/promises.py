"""Hold every line shown before an answer against what follows: random games, every scenario, random models.

    python tools/promises.py                       60 games, ten of each scenario
    python tools/promises.py --games 600 --share 1 --most 99
                                                   more games, nearly every decision of them
    python tools/promises.py --only 17             one game, to look into what it found

Each game has its own map, seats, optional rules, dice, traits, flaws and shards. At a share of its decisions the claims
of previews, outlooks and odds are taken at their word: games are forked, answered and played out, die by die. What is
certain must happen, what cannot be must not, what could be must have a witness, and every probability must be that of
the dice counted one by one. Exit code 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tqdm import tqdm

from game import rulesets
from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.circles.bundled import bundled_circles
from game.rulesets.godbreakers.rules.circles.gains import flaw_names, trait_names
from game.rulesets.godbreakers.rules.constants import DICE
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.rulesets.godbreakers.rules.setup import Setup, opening_state
from game.table.documents import Area, BarricadeLine, TerrainPiece, maps_for
from tools.promising.checks import Checks

SEATS = ("Ann", "Bob", "Cem", "Dot")
SPOTS = 2
"""Spots of a placement that are looked at."""
ANSWERS = 3
"""Answers of another decision that are looked at."""

RAISED = (
    TerrainPiece(id="thicket", name="Thicket", look="wood", area=(Area(outline=((0, 0), (3, 0), (3, 2.5), (0, 2.5))),)),
    TerrainPiece(
        id="palisade", name="Palisade", look="wall", barricades=(BarricadeLine(line=((0, 1), (4, 1)), width=0.3),)
    ),
)
"""Terrain for Shaping."""


def begin(number: int) -> Session:
    """Return a game at its start: scenarios and seats by turns, everything else by lot."""
    scenario, rng = scenario_names()[number % len(scenario_names())], random.Random(number)
    ruleset = rulesets.load("godbreakers")
    seats = 1 + rng.randrange(4)
    levels = rng.random() < 0.4
    ground = (
        "gallery-row" if levels and rng.random() < 0.8 else rng.choice([path.stem for path in maps_for("godbreakers")])
    )
    switches = [switch for switch in ("ready", "unbound") if rng.random() < 0.7] + ["levels"] * levels
    circles = rng.sample([circle.name for circle in bundled_circles()], seats)
    plan = GamePlan(SEATS[:seats], scenario, ground, rosters=tuple(circles), rounds=3, switches=tuple(switches))
    document = ruleset.new_setup(plan).document
    players = tuple(
        each.model_copy(update={"circle": each.circle.model_copy(update={"shard": rng.choice((None, *trait_names()))})})
        for each in document.players
    )
    setup = Setup(document.model_copy(update={"players": players, "terrain_supply": RAISED}))
    state = opening_state(setup)
    for model in state.models.values():
        model.die = rng.choice(DICE)
        model.traits = {trait: rng.randint(1, 3) for trait in rng.sample(trait_names(), rng.choice((0, 1, 2, 2, 4)))}
        model.flaws = tuple(rng.sample(flaw_names(), rng.choice((0, 0, 1, 2))))
        model.damage = rng.choice((0, 0, 0, 2, 5))
    return Session(ruleset, setup, KeyedDice(number), state=state, history=False)


def lively(session: Session, decision: Decision, rng: random.Random) -> Answer:
    """Return an answer at random that brings pieces together rather than letting them stand about."""
    if session.state.round == 0 and decision.shortcuts and rng.random() < 0.3:
        return decision.shortcuts[0].key
    if isinstance(decision, Choose):
        keys = [option.key for option in decision.options]
        busy = [key for key in keys if key not in ("end", "nothing", "traits")] or keys
        rare = [key for key in busy if key not in ("move", "engage")]
        return rng.choice(rare if rare and rng.random() < 0.3 else busy if rng.random() < 0.9 else keys)
    if isinstance(decision, Place) and rng.random() < 0.8:
        spot = near_something(session, decision, rng)
        if spot is not None:
            return spot
    return random_answer(decision, rng)


def near_something(session: Session, decision: Place, rng: random.Random) -> list[float] | None:
    """Return a legal spot close to some other piece on the table, where promises are made."""
    pieces = [piece for piece in session.game.present() if piece.id != decision.about]
    pieces += [token for token in session.game.unclaimed() if token.type != "ready"]
    if not pieces:
        return None
    piece = rng.choice(pieces)
    turn = [rng.uniform(-1.6, 1.6) for _ in range(2)]
    spot = decision.region.nearest(piece.x + turn[0], piece.y + turn[1])
    return None if spot is None else [spot.x, spot.y]


@dataclass
class Walk:
    """One game, walked from its start to its end.

    Looked at is a share of its decisions, at most so many under one rule.
    """

    number: int
    share: float
    most: int = 1_000_000
    checks: Checks = field(default_factory=Checks)

    def problems(self) -> Iterator[str]:
        """Yield every promise that was broken on the way."""
        session, rng = begin(self.number), random.Random(~self.number)
        self.checks.rng = rng
        seen: Counter[str] = Counter()
        while session.decision is not None:
            decision = session.decision
            if seen[decision.rule] < self.most and rng.random() < self.share:
                seen[decision.rule] += 1
                for answer in self._thought_of(session, decision, rng):
                    for problem in self.checks.of(session, answer):
                        state = session.state
                        where = (
                            f"game {self.number}, {state.step} of round {state.round}, answer {len(session.journal)}"
                        )
                        yield f"{where}: {decision.prompt} {answer}: {problem}"
            session.answer(lively(session, decision, rng))

    def _thought_of(self, session: Session, decision: Decision, rng: random.Random) -> list[Answer]:
        if isinstance(decision, Place):
            spots = [near_something(session, decision, rng), random_answer(decision, rng)]
            return [spot for spot in spots if spot is not None][:SPOTS]
        if isinstance(decision, Choose):
            keys = [option.key for option in decision.options]
            return list(rng.sample(keys, min(ANSWERS, len(keys))))
        if isinstance(decision, Pick):
            return [random_answer(decision, rng) for _ in range(ANSWERS - 1)]
        return []


def main() -> int:
    """Walk, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="how many games (default 60)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default 0)")
    parser.add_argument("--share", type=float, default=0.3, help="the share of decisions looked at (default 0.3)")
    parser.add_argument("--most", type=int, default=3, help="the most decisions of a game under one rule (default 3)")
    parser.add_argument("--only", type=int, default=None, help="one game alone")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games) if asked.only is None else [asked.only]
    broken, walked, held = 0, 0, Counter[str]()
    try:
        for number in tqdm(numbers, disable=None):
            walk = Walk(number, asked.share, asked.most)
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
