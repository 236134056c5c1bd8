"""Record random games answer by answer, and hold another version of the rules to the same games.

    python tools/equal_games.py record games.jsonl.gz --games 300     (in the version that is trusted)
    python tools/equal_games.py replay games.jsonl.gz                 (in the version to be tried)
    python tools/equal_games.py record games.jsonl.gz --games 15 --ruleset bushido

Every placement stands in the record as a position, so a replay samples nothing: two versions that judge alike come to
the same questions, states and events, whatever spots either of them would draw. Games cover every scenario, one to four
players, plain and with all optional rules, all maps and all bundled circles; of the other rulebooks every scenario and
map. A replay prints how many games are equal and, for each one that is not, the first stretch of answers in which it
differs or the answer that was refused; exit code 1 if any differs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joblib import Parallel, delayed
from tqdm import tqdm

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, Choose, Decision, IllegalAnswer, MalformedAnswer, Order
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.circles.documents import circles_by_slug
from game.table.documents import maps_for

SEATS = ("Ann", "Bob", "Cem", "Dot")
SWITCHES = ("ready", "levels", "unbound")
STRIDE = 20
"""Answers between two hashes: how closely a difference is located."""

Line = dict[str, Any]


def plans(scenario: str, games: int) -> Iterator[Line]:
    """Yield the games to play: seats, optional rules, maps and circles by turns."""
    maps = [path.stem for path in maps_for("godbreakers")]
    circles = [circle.name for circle in circles_by_slug().values()]
    for number in range(games):
        seats, advanced = 1 + number % 4, number // 4 % 2 == 1
        rng = random.Random(f"{scenario} {number}")
        own = number % 3 > 0
        yield {
            "scenario": scenario,
            "number": number,
            "names": SEATS[:seats],
            "map": maps[number % len(maps)],
            "rosters": rng.sample(circles, seats) if own else [],
            "switches": SWITCHES if advanced else (),
        }


def sample_plans(ruleset: str, scenario: str, games: int) -> Iterator[Line]:
    """Yield the games of a rulebook with its sample rosters: its maps and numbers of players by turns."""
    maps = [path.stem for path in maps_for(ruleset)]
    fewest, most, usual = rulesets.load(ruleset).offers().seats
    for number in range(games):
        seats = range(fewest, most + 1)[number % (most - fewest + 1)]
        line = {"ruleset": ruleset, "scenario": scenario, "number": number, "names": SEATS[:seats], "rosters": []}
        line |= {"map": maps[number % len(maps)], "switches": ()}
        try:
            begin(line)
        except DocumentError:  # some scenarios are for fewer players than their rulebook
            line["names"] = SEATS[:usual]
        yield line


def begin(line: Line) -> Session:
    """Return the game of a line at its start."""
    ruleset = rulesets.load(line.get("ruleset", "godbreakers"))
    names, rosters, switches = tuple(line["names"]), tuple(line["rosters"]), tuple(line["switches"])
    plan = GamePlan(names, line["scenario"], line["map"], rosters=rosters, switches=switches)
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(line["number"]), history=False, sparse=True)


class Asked:
    """A running hash of the questions that were answered, with everything they offered."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=8)

    def note(self, decision: Decision) -> None:
        """Add a question."""
        self._hash.update(json.dumps(decision.plain(), sort_keys=True).encode())

    def digests(self, session: Session) -> tuple[str, str]:
        """Return a hash of the questions, the state and all events so far, and one without the questions.

        Records made before November 23rd, 2026, hold the latter.
        """
        happened = session.state.digest() + json.dumps([event.plain() for event in session.events], sort_keys=True)
        whole, without = (
            hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
            for text in (happened + self._hash.hexdigest(), happened)
        )
        return whole, without


def played(line: Line) -> Line:
    """Return a line with the answers of a random game and a hash after every few of them."""
    session, rng, asked = begin(line), random.Random(line["number"]), Asked()
    answers: list[Any] = []
    digests: list[str] = []
    while session.decision is not None:
        asked.note(session.decision)
        answers.append(random_answer(session.decision, rng))
        session.answer(answers[-1])
        if len(answers) % STRIDE == 0 or session.decision is None:
            digests.append(asked.digests(session)[0])
    return line | {"answers": answers, "digests": digests}


def as_before(decision: Decision | None, following: Answer | None) -> Answer | None:
    """Return the answer by which a question that older versions did not ask comes out as it did there, if it is one.

    Who arrives first at the start of a round is asked since G-INI-4 was read as it stands, the order of a player's own
    triggers since Q40, the Ki for an approach since AMB-31. A record in which the `following` answer is one to the
    question was made by a version that asks it.
    """
    if decision is None or (following is not None and decision.allows(following)):
        return None
    if isinstance(decision, Order) and decision.rule == "G-INI-4":
        return list(decision.items)
    if decision.rule == "Q40":
        return decision.options[0].key if isinstance(decision, Choose) else [*getattr(decision, "candidates", ())][:1]
    return "boost" if decision.rule == "AMB-31" else None


def difference(line: Line) -> str:
    """Return where the recorded game comes out differently now; empty when it is the same to the end."""
    session, digests, asked = begin(line), iter(line["digests"]), Asked()
    answers = line["answers"]
    for number, answer in enumerate(answers, 1):
        if session.decision is None:
            return f"is over after {number - 1} of {len(answers)} answers"
        question = f"{session.decision.rule} {session.decision.prompt!r}"
        asked.note(session.decision)
        try:
            session.answer(answer)
        except (IllegalAnswer, MalformedAnswer) as refusal:
            return f"answer {number} {answer} to {question}: {refusal}"
        following = answers[number] if number < len(answers) else None
        while (since := as_before(session.decision, following)) is not None:
            session.answer(since)
        if (number % STRIDE == 0 or session.decision is None) and next(digests, "") not in asked.digests(session):
            return f"differs within answers {number - STRIDE + 1} to {number}, the last one to {question}"
    return "" if session.decision is None else "goes on after the last answer"


def checked(text: str) -> tuple[str, str]:
    """Return the name of a recorded game and where it differs."""
    line = json.loads(text)
    name = f"{line['scenario']} #{line['number']} ({len(line['names'])} seats, {line['map']})"
    try:
        return name, difference(line)
    except Exception as error:  # a crash is a difference too: it is reported with its game
        return name, f"{type(error).__name__}: {error}"


def record(file: Path, games: int, jobs: int, ruleset: str) -> int:
    """Play the games and write one line for each."""
    planning = plans if ruleset == "godbreakers" else partial(sample_plans, ruleset)
    scenarios = [offer.name for offer in rulesets.load(ruleset).offers().scenarios]
    planned = [line for scenario in scenarios for line in planning(scenario, games)]
    lines = Parallel(n_jobs=jobs, return_as="generator")(delayed(played)(line) for line in planned)
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=4) as stream:
        for line in tqdm(lines, total=len(planned), unit="game", disable=None):
            stream.write(json.dumps(line, separators=(",", ":")) + "\n")
    print(f"{len(planned)} games recorded in {file}")
    return 0


def replay(file: Path, step: int, jobs: int) -> int:
    """Play the recorded games again, or every so many of them, and print what differs."""
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        texts = list(islice(stream, 0, None, step))
    found = Parallel(n_jobs=jobs, return_as="generator")(delayed(checked)(text) for text in texts)
    different = [(name, why) for name, why in tqdm(found, total=len(texts), unit="game", disable=None) if why]
    for name, why in different:
        print(f"{name}: {why}")
    print(f"{len(texts) - len(different)} of {len(texts)} games equal")
    return 1 if different else 0


def main() -> None:
    """Record or replay."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("record", "replay"))
    parser.add_argument("file", type=Path, help="the record, JSON lines compressed with gzip")
    parser.add_argument("--games", type=int, default=300, help="to record for each scenario (300)")
    parser.add_argument("--ruleset", choices=rulesets.names(), default="godbreakers", help="whose games to record")
    parser.add_argument("--every", type=int, default=1, help="replay one game in so many (1: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    options = parser.parse_args()
    if min(options.games, options.every, options.jobs) < 1:
        parser.error("--games, --every and --jobs take 1 or more")
    if options.task == "record":
        sys.exit(record(options.file, options.games, options.jobs, options.ruleset))
    sys.exit(replay(options.file, options.every, options.jobs))


if __name__ == "__main__":
    main()
