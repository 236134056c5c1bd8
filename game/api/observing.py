"""An agent's observation as numbers from -1 to 1: the decision, the pieces in table order, and the candidates."""

from array import array
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
"""The most pieces in an observation; further pieces are left out."""
PIECE = 20
BITS = 8
CANDIDATE = 7 + BITS
_CANDIDATES = HEAD + MOST_PIECES * PIECE


def features(count: int) -> int:
    """Return the length of an observation with `count` candidates."""
    return _CANDIDATES + count * CANDIDATE


def observation_of(
    facts: Facts,
    seat: str,
    decision: Decision | None,
    answers: Sequence[Answer],
    count: int,
    size: tuple[float, float],
) -> Floats:
    """Return a seat's observation of a table of `size` inches; `answers` are the candidates."""
    own_points = facts.points.get(seat, 0)
    best_other_points = max((points for player, points in facts.points.items() if player != seat), default=0)
    kind, asked_piece = ("", "") if decision is None else (decision.kind, decision.about)
    numbers = [float(kind == other) for other in KINDS]
    numbers += [
        own_points / 50,
        best_other_points / 50,
        facts.phase / max(1, facts.phases),
        float(decision is not None),
    ]
    rows = [_piece_numbers(piece, seat, piece.id == asked_piece, size) for piece in facts.pieces[:MOST_PIECES]]
    parts = [(0, b"".join([array("f", numbers).tobytes(), *rows]))]
    if decision is not None:
        numbers = _candidate_numbers(decision, answers, {piece.id: piece for piece in facts.pieces}, seat, size)
        parts.append((_CANDIDATES, array("f", numbers).tobytes()))
    observation = np.zeros(features(count), np.float32)
    for start, data in parts:
        filled = np.frombuffer(data, np.float32)
        observation[start : start + len(filled)] = filled
    return observation.clip(-1.0, 1.0, out=observation)


@lru_cache(maxsize=4096)  # most pieces are the same at many decisions
def _piece_numbers(piece: PieceFacts, seat: str, is_subject: bool, size: tuple[float, float]) -> bytes:
    """Return the numbers of a piece as stored floats. `is_subject` is whether the decision is about the piece."""
    turn = None if piece.facing is None else _sine_and_cosine(piece.facing)
    numbers = (
        1.0,
        piece.owner == seat,
        piece.owner not in ("", seat),
        piece.kind == "base",
        piece.kind == "marker",
        piece.x / size[0],
        piece.y / size[1],
        piece.radius / 3,
        piece.damage / 10,
        _number_in_text(piece.value) / 20,
        piece.done,
        piece.active,
        piece.leader,
        piece.engaged,
        piece.ready,
        is_subject,
        len(piece.carries) / 3,
        piece.level / 3,
        *((0.0, 0.0) if turn is None else turn),
    )
    return array("f", numbers).tobytes()


def _candidate_numbers(
    decision: Decision,
    answers: Sequence[Answer],
    pieces: dict[str, PieceFacts],
    seat: str,
    size: tuple[float, float],
) -> list[float]:
    """Return the numbers of each candidate, namely its spot, its subject, and eight bits that identify it."""
    options = (*(decision.options if isinstance(decision, Choose) else ()), *decision.shortcuts)
    subjects = {option.key: option.subject for option in options}
    numbers: list[float] = []
    for answer in answers:
        is_key = isinstance(answer, str)
        if isinstance(decision, Place) and isinstance(answer, list):
            numbers += (1.0, 1.0, 1.0, answer[0] / size[0], answer[1] / size[1], 0.0, 0.0, *_hash_bits(""))
            continue
        if isinstance(decision, Arrange) and isinstance(answer, list):
            numbers += (1.0, 1.0, 1.0, *_middle_of_arrangement(decision, answer, size), 0.0, 0.0, *_hash_bits(""))
            continue
        ids = subjects.get(answer, ()) if isinstance(answer, str) else tuple(map(str, answer))
        present = [pieces[piece] for piece in ids if piece in pieces]
        x = sum(piece.x for piece in present) / (len(present) or 1) / size[0]
        y = sum(piece.y for piece in present) / (len(present) or 1) / size[1]
        has_own, has_others = (
            any(piece.owner == seat for piece in present),
            any(piece.owner != seat for piece in present),
        )
        deed = answer.partition(":")[0] if isinstance(answer, str) else ""  # an option's key without its subject
        numbers += (
            1.0,
            0.0,
            float(bool(present) or is_key),
            x,
            y,
            float(has_own),
            float(has_others),
            *_hash_bits(deed),
        )
    return numbers


def _middle_of_arrangement(decision: Arrange, answer: Answer, size: tuple[float, float]) -> tuple[float, float]:
    """Return the middle of all pieces of an arrangement, as shares of the table's size."""
    spots = {member.id: member.disc[:2] for member in decision.arrangements.members}
    spots |= ends_of(decision.steps(answer))
    x, y = (sum(spot[axis] for spot in spots.values()) / len(spots) / size[axis] for axis in (0, 1))
    return x, y


@lru_cache(maxsize=4096)
def _hash_bits(name: str) -> tuple[float, ...]:
    number = crc32(name.encode()) if name else 0
    return tuple(float(number >> place & 1) for place in range(BITS))


@lru_cache(maxsize=512)
def _number_in_text(value: str) -> float:
    digits = "".join(letter for letter in value if letter.isdecimal())
    return float(digits[:4]) if digits else 0.0


@lru_cache(maxsize=512)
def _sine_and_cosine(facing: int) -> tuple[float, float]:
    turn = radians(facing * 360 / FULL_TURN)
    return sin(turn), cos(turn)
