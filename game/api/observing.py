"""The view of an agent as numbers from -1 to 1: the decision, the pieces in table order, the candidates."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Place
from game.engine.rulebook.view import Facts, PieceFacts
from game.table.facing import FULL_TURN
from game.table.layout.steps import ends_of

Floats = NDArray[np.float32]

KINDS = ("choose", "pick", "place", "lay", "order", "allocate", "arrange")
HEAD = len(KINDS) + 4
MOST_PIECES = 48
"""The most pieces seen; of a larger table, the first ones."""
PIECE = 20
BITS = 8
CANDIDATE = 7 + BITS
_CANDIDATES = HEAD + MOST_PIECES * PIECE


def features(count: int) -> int:
    """Return the length of an observation with that many candidates."""
    return _CANDIDATES + count * CANDIDATE


def observed(
    facts: Facts,
    seat: str,
    decision: Decision | None,
    answers: Sequence[Answer],
    count: int,
    size: tuple[float, float],
) -> Floats:
    """Return a seat's view of a table with a `size` in inches; `answers` are its candidates."""
    whole = np.zeros(features(count), np.float32)
    own = facts.points.get(seat, 0)
    best = max((points for player, points in facts.points.items() if player != seat), default=0)
    kind, about = ("", "") if decision is None else (decision.kind, decision.about)
    found = [float(kind == each) for each in KINDS]
    found += [own / 50, best / 50, facts.phase / max(1, facts.phases), float(decision is not None)]
    for piece in facts.pieces[:MOST_PIECES]:
        found += _piece(piece, seat, about, size)
    whole[: len(found)] = found
    if decision is not None:
        found = _candidates(decision, answers, {each.id: each for each in facts.pieces}, seat, size)
        whole[_CANDIDATES : _CANDIDATES + len(found)] = found
    return whole.clip(-1.0, 1.0, out=whole)


def _piece(piece: PieceFacts, seat: str, about: str, size: tuple[float, float]) -> tuple[float, ...]:
    turn = None if piece.facing is None else _direction(piece.facing)
    return (
        1.0,
        piece.owner == seat,
        piece.owner not in ("", seat),
        piece.kind == "base",
        piece.kind == "marker",
        piece.x / size[0],
        piece.y / size[1],
        piece.radius / 3,
        piece.damage / 10,
        _figure(piece.value) / 20,
        piece.done,
        piece.active,
        piece.leader,
        piece.engaged,
        piece.ready,
        piece.id == about,
        len(piece.carries) / 3,
        piece.level / 3,
        *((0.0, 0.0) if turn is None else turn),
    )


def _candidates(
    decision: Decision,
    answers: Sequence[Answer],
    pieces: dict[str, PieceFacts],
    seat: str,
    size: tuple[float, float],
) -> list[float]:
    """Return the numbers of every candidate: its spot, its subject, and eight bits that identify it."""
    options = (*(decision.options if isinstance(decision, Choose) else ()), *decision.shortcuts)
    subjects = {option.key: option.subject for option in options}
    found: list[float] = []
    for answer in answers:
        whole = isinstance(answer, str)
        if isinstance(decision, Place) and isinstance(answer, list):
            found += (1.0, 1.0, 1.0, answer[0] / size[0], answer[1] / size[1], 0.0, 0.0, *_bits(""))
            continue
        if isinstance(decision, Arrange) and isinstance(answer, list):
            found += (1.0, 1.0, 1.0, *_middle(decision, answer, size), 0.0, 0.0, *_bits(""))
            continue
        ids = subjects.get(answer, ()) if isinstance(answer, str) else tuple(map(str, answer))
        met = [pieces[each] for each in ids if each in pieces]
        x = sum(each.x for each in met) / (len(met) or 1) / size[0]
        y = sum(each.y for each in met) / (len(met) or 1) / size[1]
        own, other = any(each.owner == seat for each in met), any(each.owner != seat for each in met)
        name = _plain(answer) if isinstance(answer, str) else ""
        found += (1.0, 0.0, float(bool(met) or whole), x, y, float(own), float(other), *_bits(name))
    return found


def _middle(decision: Arrange, answer: Answer, size: tuple[float, float]) -> tuple[float, float]:
    """Return the middle of all pieces that an arrangement places."""
    there = {member.id: member.disc[:2] for member in decision.arrangements.members}
    there |= ends_of(decision.steps(answer))
    x, y = (sum(spot[axis] for spot in there.values()) / len(there) / size[axis] for axis in (0, 1))
    return x, y


def _plain(key: str) -> str:
    """Return the part of an option's key that says what is done, without its subject."""
    return key.partition(":")[0]


@lru_cache(maxsize=4096)
def _bits(name: str) -> tuple[float, ...]:
    number = crc32(name.encode()) if name else 0
    return tuple(float(number >> place & 1) for place in range(BITS))


@lru_cache(maxsize=512)
def _figure(value: str) -> float:
    digits = "".join(letter for letter in value if letter.isdecimal())
    return float(digits[:4]) if digits else 0.0


@lru_cache(maxsize=512)
def _direction(facing: int) -> tuple[float, float]:
    turn = radians(facing * 360 / FULL_TURN)
    return sin(turn), cos(turn)
