"""The sources of drills: random games from a seed, and the user's own saves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from game import rulesets
from game.documents.error import DocumentError
from game.documents.files import is_beside, saves_folder
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
"""The fewest and most answers of a game before a position is taken from it."""
OWN: Final = 3
"""The most own games opened for a round."""
_PER_POSITION: Final = 4


def answering(book: AnyRuleset) -> bool:
    """Return whether drills can be made for a rulebook."""
    return book.questions is not None


def positions(book: AnyRuleset, rng: Random, *, own: bool = True) -> Iterator[Session]:
    """Yield endless positions: first from some of the user's own games, then from random games."""
    if own:
        yield from _own(book, rng)
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


def _own(book: AnyRuleset, rng: Random) -> Iterator[Session]:
    """Yield the last moments of own games of a rulebook; unreadable files are skipped."""
    files = [path for path in saves_folder().glob("*.json") if not is_beside(path)] + autosaves.autosaved()
    for path in rng.sample(files, min(OWN, len(files))):
        with suppress(DocumentError, OSError):
            session = load_game(path, rulesets.find)[0]
            if session.ruleset.name == book.name and not session.finished:
                yield session.fork()


def drills(book: AnyRuleset, seed: int, count: int = USUAL, *, own: bool = True) -> Iterator[Drill]:
    """Yield drills, the same for the same seed and saves, of every kind in turn as far as positions allow.

    Raises `DocumentError` for a rulebook that answers no questions.
    """
    if not answering(book):
        raise DocumentError(book.name, "", _("{title} has no drills", title=_(book.title)))
    count_in(book.terms.unit)
    rng, made = Random(seed), 0
    waiting, asked = list[Kind](), set[str]()
    for session in positions(book, rng, own=own):
        maker, here = Maker(session, rng), 0
        if not waiting:
            waiting = [*TITLES]
            rng.shuffle(waiting)
        for kind in tuple(waiting):
            drill = maker.make(kind)
            waiting.remove(kind)
            if drill is not None and drill.prompt not in asked:
                asked.add(drill.prompt)
                yield drill
                made, here = made + 1, here + 1
            if made >= count:
                return
            if here >= _PER_POSITION:
                break
