"""Count every line of play from fixed positions, as move generators of chess are held to theirs.

    python tools/perft.py                    check every position in tests/perft
    python tools/perft.py pinning thunder    only those whose name contains one of these
    python tools/perft.py --update NAME      take the counts found now as right for this one position

A position has a state, seeded dice and a few candidate spots for placing; everything else that may be answered is
answered. `counts[n]` is how many lines of n + 1 answers there are, `hash` covers the states at their ends. Where
they differ the counts are split by first answer, so that two versions can be laid side by side.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game import rulesets
from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Order, Pick, Place, answer_of
from game.engine.core.dice import KeyedDice
from game.engine.core.records import Record
from game.engine.session import Session
from game.table.lattice import position
from game.table.layout.steps import MemberStep

DATA = Path(__file__).resolve().parent.parent / "tests" / "perft"
WIDTH = 110
SHIFTS = ((0.0, 0.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (0.0, -2.0))
"""By how much a unit that is arranged is shifted, in inches."""


@dataclasses.dataclass(frozen=True)
class Position:
    """A fixed position: its place in the data, and the fields that its file has for all of its positions."""

    file: Path
    entry: dict[str, Any]
    common: dict[str, Any]

    @property
    def name(self) -> str:
        """Its name, unique among all positions."""
        return str(self.entry["name"])

    @property
    def depth(self) -> int:
        """How many answers deep the lines go."""
        return len(self.entry["counts"])

    def session(self) -> Session:
        """Return the game at this position; raise `DocumentError` when it is not sound."""
        ruleset = rulesets.load(self.common["ruleset"])
        setup = ruleset.read_setup(self.common["setup"] | self.entry.get("setup", {}), self.name)
        state = ruleset.read_state(self.common["state"] | self.entry["state"], setup, self.name)
        session = Session(ruleset, setup, KeyedDice(self.entry.get("seed", 0)), state=state)
        for answer in self.entry.get("answers", []):
            session.answer(answer)
        return session

    def spots(self) -> list[list[float]]:
        """Return the candidate spots for placing: columns by rows from the south-west corner, a step apart."""
        west, south, step, columns, rows = self.entry.get("grid", self.common["grid"])
        return [
            [west + step * column, south + step * row] for row in range(int(rows)) for column in range(int(columns))
        ]


@dataclasses.dataclass
class Found:
    """The counts by depth, the split of the last one by first answer, and the hash of the states at the ends."""

    counts: list[int]
    split: dict[str, int]
    hash: str


def positions() -> list[Position]:
    """Return every position of the data, in the order of files and entries."""
    found: list[Position] = []
    for file in sorted(DATA.glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        found.extend(Position(file, entry, content) for entry in content["positions"])
    return found


def answers(decision: Decision, spots: list[list[float]]) -> Iterator[Answer]:
    """Yield everything that may be answered; a placing only at the candidate spots, or else at one legal spot."""
    yield from (option.key for option in decision.shortcuts)
    if isinstance(decision, Choose):
        yield from (option.key for option in decision.options)
    elif isinstance(decision, Pick):
        for count in range(decision.minimum, min(decision.maximum, len(decision.candidates)) + 1):
            yield from map(list, combinations(decision.candidates, count))
    elif isinstance(decision, Order):
        yield from map(list, permutations(decision.items))
    elif isinstance(decision, Allocate):
        yield from _shares(tuple(decision.limits.items()), decision.total)
    elif isinstance(decision, Arrange):
        yield from filter(decision.allows, (_shifted(decision, shift) for shift in SHIFTS))
    elif isinstance(decision, Place):
        legal = [spot for spot in spots if decision.allows(spot)]
        nearest = None if legal else decision.region.nearest((spots[0][0], spots[0][1]))
        yield from legal or ([[nearest.x, nearest.y]] if nearest else [])
    else:
        raise ValueError(f"nobody has said how to go through the answers of a {decision.kind}")


def _shares(limits: tuple[tuple[str, int], ...], total: int) -> Iterator[dict[str, int]]:
    """Yield every way to share out a total."""
    if not limits:
        if not total:
            yield {}
        return
    (item, most), rest = limits[0], limits[1:]
    for amount in range(min(most, total) + 1):
        for others in _shares(rest, total - amount):
            yield {item: amount, **others}


def _shifted(decision: Arrange, shift: tuple[float, float]) -> Answer:
    """Return the arrangement in which the whole unit goes as far, those ahead first."""
    dx, dy = shift
    members = sorted(decision.arrangements.members, key=lambda each: -(each.disc.x * dx + each.disc.y * dy))
    return answer_of(MemberStep(each.id, position(each.disc.x + dx, each.disc.y + dy)) for each in members)


def explore(fixed: Position) -> Found:
    """Go through every line of the position's depth."""
    session, spots = fixed.session(), fixed.spots()
    counts = [0] * fixed.depth
    split: dict[str, int] = {}
    ends = hashlib.blake2b(digest_size=8)

    def walk(depth: int) -> int:
        if depth == len(counts) or session.decision is None:
            ends.update(essence(session.state).encode())
            return 1
        leaves = 0
        for answer in answers(session.pending(), spots):
            session.answer(answer)
            counts[depth] += 1
            below = walk(depth + 1)
            session.undo()
            leaves += below
            if depth == 0:
                split[json.dumps(answer)] = below
        return leaves

    walk(0)
    return Found(counts, split, ends.hexdigest())


def essence(state: Record) -> str:
    """Return a state as text without fields at their default, so that a new field changes no hash."""
    return json.dumps(_less_defaults(state), sort_keys=True, separators=(",", ":"))


def _less_defaults(value: Any) -> Any:
    if isinstance(value, Record):
        found = {}
        for field in dataclasses.fields(value):  # type: ignore[arg-type]
            own = getattr(value, field.name)
            usual = field.default_factory() if callable(field.default_factory) else field.default
            if own != usual:
                found[field.name] = _less_defaults(own)
        return found
    if isinstance(value, dict):
        return {key: _less_defaults(item) for key, item in value.items()}
    return [_less_defaults(item) for item in value] if isinstance(value, list | tuple) else value


def differences(fixed: Position, found: Found) -> list[str]:
    """Return where the counts differ from the recorded ones, split by first answer."""
    entry = fixed.entry
    if found.counts == entry["counts"] and found.hash == entry["hash"]:
        return []
    lines = [
        f"{fixed.name}: counts {found.counts}, recorded {entry['counts']}",
        f"  hash {found.hash}, recorded {entry['hash']}",
    ]
    recorded = entry.get("split", {})
    for answer in dict.fromkeys((*found.split, *recorded)):
        now, before = found.split.get(answer, 0), recorded.get(answer, 0)
        lines.append(
            f"  {'' if now == before else '! '}{answer}: {now}" + ("" if now == before else f" (was {before})")
        )
    return lines


def update(fixed: Position, found: Found) -> None:
    """Write the counts into the position's file as the right ones."""
    content = json.loads(fixed.file.read_text(encoding="utf-8"))
    for entry in content["positions"]:
        if entry["name"] == fixed.name:
            entry |= {"counts": found.counts, "split": found.split, "hash": found.hash}
    fixed.file.write_text(layout(content) + "\n", encoding="utf-8")


def layout(value: Any, indent: str = "") -> str:
    """Return JSON in which every value that fits is on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {layout(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + layout(item, inner) for item in value) + f"\n{indent}]"


def main() -> int:
    """Check or update; 0 if everything is as recorded."""
    parser = argparse.ArgumentParser(description="Count every line of play from fixed positions.")
    parser.add_argument("names", nargs="*", help="only positions whose name contains one of these")
    parser.add_argument("--update", metavar="NAME", help="take what is found for this position as right")
    chosen = parser.parse_args()
    if chosen.update:
        mine = [each for each in positions() if each.name == chosen.update]
        for each in mine:
            update(each, explore(each))
        print(f"{chosen.update}: " + ("updated" if mine else "no such position"))
        return 0 if mine else 1
    wrong = 0
    for each in positions():
        if not chosen.names or any(name in each.name for name in chosen.names):
            found = explore(each)
            told = differences(each, found)
            wrong += bool(told)
            print("\n".join(told) or f"{each.name}: {' '.join(map(str, found.counts))}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
