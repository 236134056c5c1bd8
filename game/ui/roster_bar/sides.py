"""The sides of a table and their pieces, in an order that stays the same from moment to moment."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, PieceView, TableView
from game.wording import _


@dataclass(frozen=True)
class Side:
    """A player's roster: pieces on the table, pieces that may still enter, lost pieces; `player` "" is no player.

    A unit is one of its `pieces`.
    """

    player: str
    pieces: tuple[PieceView, ...]


def sides_of(view: TableView, units: Units) -> tuple[Side, ...]:
    """Return the sides that have pieces: players in the order of their ids, then nobody.

    Their pieces are in the order of their groups, then leaders first, then by name.
    """
    players = sorted(player.id for player in view.players)
    bases = [piece for piece in units.cards.values() if piece.kind == "base"]
    rank = {unit: number for number, group in enumerate(view.groups) for unit in group.units}
    bases.sort(
        key=lambda piece: (rank.get(piece.id, len(view.groups)), not piece.leader, _naturally(piece.name), piece.id)
    )
    rosters = {player: tuple(piece for piece in bases if piece.owner == player) for player in players}
    rosters[""] = tuple(piece for piece in bases if piece.owner not in players)
    return tuple(Side(player, pieces) for player, pieces in rosters.items() if pieces)


def waits(piece: PieceView, view: TableView) -> bool:
    """Return whether a piece or a whole unit is not on the table yet."""
    if piece.id in view.units:
        return piece.fate is None and all(each.unit != piece.id for each in view.pieces)
    return any(piece.id == other.id for other in view.reserve)


def _naturally(name: str) -> tuple[tuple[int, str], ...]:
    """Return a key by which "Wolf 2" stands before "Wolf 10"."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def facts_of(piece: PieceView, view: TableView) -> tuple[str, tuple[Line, ...]]:
    """Return a title and lines about a piece, on the table or not: its fate and state, then the rulebook's details."""
    owner = next((player.name for player in view.players if player.id == piece.owner), "")
    lines = [piece.fate] if piece.fate is not None else []
    if waits(piece, view):
        lines.append(Line(_("Not on the table yet"), tone="quiet"))
    elif piece.done and not piece.active and piece.fate is None:
        lines.append(Line(_("Has acted already"), tone="quiet"))
    lines += [group.details[0] for group in view.groups if piece.id in group.units]
    return f"{piece.name} · {owner}" if owner else piece.name, (*lines, *piece.details)
