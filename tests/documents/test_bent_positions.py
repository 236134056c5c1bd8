"""A wrong name, a missing entry or an extreme number in any field of a position: it is refused, or it can be played.

Every field of a position of each rulebook is bent in every way, of pieces that are alike one by chance; a run looks at
some of it (see `tests.samples`).
"""

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import PositionDocument, plain
from game.engine.saving.loading import give_answers, start_of
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.samples import few, some

NAMES = ("godbreakers", "bushido", "aos4", "dropzone")
MOMENTS = (1, 25, 60, 120)
"""Answers after which a game is looked at."""
FEW = 12
"""Decisions that a bent position is played on."""
EXTREME: tuple[float, ...] = (10**9, -(10**9), 999, -1, 0, 7, 0.5, 1e300)
Path = tuple[tuple[str | int, ...], str, Any]
GONE = object()


@cache
def moments(name: str) -> tuple[dict[str, Any], ...]:
    """Positions of a random game: in its setup, early, in its middle, late."""
    book, rng = rulesets.load(name), Random(3)
    session = Session(book, book.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    positions = []
    for number in range(max(MOMENTS) + 1):
        if number in MOMENTS:
            positions.append(plain(position_document(session)))
        if session.decision is None:
            break
        session.answer("auto-deploy" if session.decision.deploys else random_answer(session.decision, rng))
    return tuple(positions)


def fields(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield (*path, key), value
        yield from fields(value, (*path, key))


def bends(state: dict[str, Any]) -> Iterator[Path]:
    """Every way to bend every field of a state."""
    for path, value in fields(state):
        yield path, "gone", GONE
        if isinstance(value, bool):
            yield path, "turned", not value
        elif isinstance(value, str):
            yield from ((path, "named", name) for name in ("nobody", ""))
        elif isinstance(value, int | float):
            yield from ((path, "counted", number) for number in EXTREME)
        elif isinstance(value, list):
            yield from ((path, "listed", parts) for parts in ([], [*value, "nobody"], [*value, 10**9], [*value] * 2))
        elif isinstance(value, dict):
            more = [*value.values(), 1, 10**9, "nobody", [], [10**9]][0 if value else 1 :]
            yield from ((path, "with more", {**value, "nobody": other}) for other in (more[:1] if value else more))
            yield path, "emptied", {}


def one_of_each(position: dict[str, Any], rng: Random) -> list[Path]:
    """For each field and way to bend it, one by chance among pieces, players and other entries that are alike."""
    ways = list(bends(position["state"]))
    rng.shuffle(ways)
    fields_of: dict[tuple[str, ...], Path] = {}
    for path, sort, value in ways:
        names = [str(step) if re.fullmatch("[a-z_]+", str(step)) else "*" for step in path]
        names = ["*" if name in ("ann", "bob") else name for name in names]
        fields_of.setdefault((*names, sort, str(value) if sort == "counted" else ""), (path, sort, value))
    return list(fields_of.values())


def bent(state: dict[str, Any], way: Path) -> dict[str, Any]:
    whole = copy.deepcopy(state)
    *above, last = way[0]
    part: Any = whole
    for step in above:
        part = part[step]
    if way[2] is GONE:
        del part[last]
    else:
        part[last] = way[2]
    return whole


def played(position: dict[str, Any]) -> Session:
    """Open a position and play on, looking at the table all the time."""
    document = parse_document(json.dumps(position), PositionDocument, "position")
    session = start_of(document, rulesets.find, "position")
    give_answers(session, document, "position")
    rng = Random(1)
    for _decision in range(FEW):
        session.ruleset.view(session.game)
        if session.decision is None:
            break
        session.answer(random_answer(session.decision, rng))
    return session


@pytest.mark.parametrize("moment", few(range(len(MOMENTS))))
@pytest.mark.parametrize("name", NAMES)
def test_a_bent_position_is_refused_or_can_be_played(name: str, moment: int) -> None:
    if moment >= len(moments(name)):
        pytest.fail(f"a game of {name} is over too soon")
    position = moments(name)[moment]
    every = one_of_each(position, Random(f"{name} {moment}"))
    for way in every[: some(len(every))]:
        refusal = None
        try:
            played({**position, "state": bent(position["state"], way)})
        except DocumentError as error:
            refusal = error
        except Exception as error:
            raise AssertionError(f"{name} {moment} {way}: {error!r}") from error
        if refusal is not None:
            assert refusal.where, (way, str(refusal))
            assert refusal.reason, (way, str(refusal))
            assert len(str(refusal)) < 1_000, way


@pytest.mark.parametrize(
    ("name", "place", "value", "said"),
    [
        ("aos4", ("control",), "nobody", "state.control."),
        ("bushido", ("objectives",), {"friendly_to": "nobody"}, ".friendly_to"),
        ("bushido", ("passes",), {}, "state.passes"),
        ("godbreakers", ("models",), {"radius": 999}, ".radius"),
    ],
)
def test_the_refusal_names_place_reason_and_cure(name: str, place: tuple[str, ...], value: Any, said: str) -> None:
    position = copy.deepcopy(moments(name)[-1])
    [field] = place
    part = position["state"][field]
    if not value:
        position["state"][field] = value
    elif isinstance(value, dict):
        next(iter(part.values())).update(value)
    else:
        part[next(iter(part))] = value
    with pytest.raises(DocumentError) as refusal:
        played(position)
    assert said in refusal.value.where
    assert refusal.value.reason


def test_b_start_1_the_last_of_six_fixed_turns_is_the_last_whatever_a_position_says() -> None:
    under_way = [each for each in moments("bushido") if each["state"]["step"] in ("main", "activation")]
    position = copy.deepcopy(under_way[-1])
    assert position["setup"]["options"]["length"] == "fixed"
    turns = position["setup"]["options"]["turns"]
    position["state"] |= {"turn": turns, "last_turn": False}
    document = parse_document(json.dumps(position | {"answers": []}), PositionDocument, "position")
    session, rng = start_of(document, rulesets.find, "position"), Random(1)
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        assert session.state.turn <= turns
    assert session.ruleset.result(session.game) is not None
    position["state"]["turn"] = turns + 1
    with pytest.raises(DocumentError, match="turn"):
        played(position | {"answers": []})


def test_every_unit_whose_transport_is_not_there_is_refused() -> None:
    """D-TRANS-1: also the units that carry others, or are carried by carried ones."""
    position = moments("dropzone")[0]
    for unit in position["state"]["units"]:
        way = (("units", unit, "carrier"), "named", "nobody")
        with pytest.raises(DocumentError, match="carrier"):
            played({**position, "state": bent(position["state"], way)})
