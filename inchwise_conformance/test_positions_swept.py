"""Every field of the setup of a position is changed: what is accepted can be shown and played."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.saving.documents import PositionDocument, plain
from game.engine.saving.loading import give_answers, start_of
from game.engine.saving.saves import position_document
from game.players.random_player import NoLegalPlace, random_answer
from inchwise_conformance.listing import Listed, duels, of_rulebooks, thick
from inchwise_conformance.samples import SHARE

Path = tuple[str | int, ...]
GONE = object()
EXTREMES = (-1, 0, 999, 10**9)
SHARE_IN_CI = 0.05
"""Of the usual share of samples: a position has some thousand fields."""
ANSWERS, FEWEST = 12, 5


def positions(book: Listed) -> Iterator[dict[str, Any]]:
    """Yield positions of a rulebook, early and late."""
    [case] = duels([book])
    for seed, answers in enumerate((0, 4, 25, 60, 120, 200)):
        session, rng = case.session(), Random(seed)
        while not session.finished and len(session.journal) < answers:
            session.answer(random_answer(session.pending(), rng))
        if not session.finished:
            yield plain(position_document(session))
    for moment in thick([book]):
        yield plain(position_document(moment.session()))


def changes(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield a place and what to put there: a wrong name, nothing at all, an extreme number, one entry too many."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield (*path, key), GONE
            yield from changes(value, (*path, key))
        if tree:
            yield (*path, "nobody"), copy.deepcopy(next(iter(tree.values())))
            yield path, {}
    elif isinstance(tree, list):
        for place, value in enumerate(tree):
            yield (*path, place), GONE
            yield from changes(value, (*path, place))
    elif isinstance(tree, bool):
        yield path, not tree
    elif isinstance(tree, str):
        yield from ((path, text) for text in ("nobody", ""))
    elif isinstance(tree, int | float):
        yield from ((path, type(tree)(number)) for number in EXTREMES)


def changed(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return a document with another value at a place, or without it."""
    twin: Any = json.loads(json.dumps(document))
    part = twin
    for step in path[:-1]:
        part = part[step]
    if value is GONE:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    result: dict[str, Any] = twin
    return result


def shown_and_played(document: dict[str, Any]) -> None:
    """Open a position as `check` does, then show it and give a few answers; raise what goes wrong."""
    read = parse_document(json.dumps(document), PositionDocument, "position")
    session = start_of(read, rulesets.find, "position")
    give_answers(session, read, "position")
    rng = Random(1)
    session.ruleset.view(session.game)
    for _answer in range(ANSWERS):
        if session.finished:
            break
        session.answer(random_answer(session.pending(), rng))
    session.ruleset.view(session.game)


@of_rulebooks("book", lambda listed: [each for each in listed if duels([each])])
def test_what_is_accepted_can_be_played_whatever_a_field_says(book: Listed) -> None:
    rng, refused, tried = Random(book.name), 0, 0
    share = SHARE if SHARE >= 1.0 else SHARE * SHARE_IN_CI
    for number, document in enumerate(positions(book)):
        every = [(path, value) for path, value in changes(document["setup"], ("setup",)) if len(path) > 1]
        for path, value in every:
            if rng.random() >= max(share, FEWEST / len(every)):
                continue
            tried += 1
            try:
                shown_and_played(changed(document, path, value))
            except DocumentError as error:
                refused += bool(error.reason)
            except NoLegalPlace:  # a dead end is the table's, and says so
                continue
            except Exception as error:
                where = ".".join(map(str, path))
                pytest.fail(f"position {number}, {where} = {value!r}: {type(error).__name__}: {error}")
    assert refused > tried / 10
