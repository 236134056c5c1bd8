"""The positions of drills, from random games and from the user's saved games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from game import rulesets
from game.documents.error import DocumentError
from game.drills.drill import TITLES, Drill, Kind
from game.drills.making import Maker
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving import autosaves
from game.engine.saving.loading import load_game
from game.engine.session import Session
from game.lengths import count_in
from game.players.random_player import random_answer
from game.wording import _

NAMES: Final = ("Ann", "Bob")
USUAL: Final = 10
"""The number of drills in a round."""
BEGINS: Final = (60, 140)
"""The fewest and most random answers before each position of a random game."""
OWN: Final = 3
"""The most saved games opened for a round."""
_PER_POSITION: Final = 4


def has_drills(book: AnyRuleset) -> bool:
    """Return whether a rulebook has drills."""
    return book.questions is not None


def positions(book: AnyRuleset, rng: Random, *, own: bool = True) -> Iterator[Session]:
    """Yield positions without end, first from some of the user's saved games, then from random games."""
    if own:
        yield from _from_saves(book, rng)
    while True:
        session = Session(book, book.new_setup(GamePlan(NAMES)), KeyedDice(rng.getrandbits(32)))
        for _position in range(3):
            for _answer in range(rng.randrange(*BEGINS)):
                if session.decision is None:
                    break
                session.answer(random_answer(session.decision, rng))
            if session.decision is None:
                break
            yield session.fork()


def _from_saves(book: AnyRuleset, rng: Random) -> Iterator[Session]:
    """Yield the last moments of some saved games of a rulebook; unreadable files are skipped."""
    files = [file.path for file in autosaves.saved_files()]
    for path in rng.sample(files, min(OWN, len(files))):
        with suppress(DocumentError, OSError):
            session = load_game(path, rulesets.find)[0]
            if session.ruleset.name == book.name and not session.finished:
                yield session.fork()


def drills(book: AnyRuleset, seed: int, count: int = USUAL, *, own: bool = True) -> Iterator[Drill]:
    """Yield `count` drills, of each kind in turn if positions allow; equal seeds and saves give equal drills.

    Raises `DocumentError` if the rulebook answers no questions.
    """
    if not has_drills(book):
        raise DocumentError(book.name, "", _("{title} has no drills", title=_(book.title)))
    count_in(book.terms.unit)
    rng, yielded = Random(seed), 0
    kinds, prompts = list[Kind](), set[str]()
    for session in positions(book, rng, own=own):
        from_position = 0
        if not kinds:
            kinds = [*TITLES]
            rng.shuffle(kinds)
        for kind in tuple(kinds):
            # A copy for each: making a drill takes pieces off its table for a while, and another may be on the screen.
            drill = Maker(session.fork(), rng).make(kind)
            kinds.remove(kind)
            if drill is not None and drill.prompt not in prompts:
                prompts.add(drill.prompt)
                yield drill
                yielded, from_position = yielded + 1, from_position + 1
            if yielded >= count:
                return
            if from_position >= _PER_POSITION:
                break
