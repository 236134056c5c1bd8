"""How far a table is from a plan: the spots of pieces compared with the goals of their intents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.plans import IntentDocument, Kind, Known, PlanDocument
from game.engine.rulebook.game import Game
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.shapes import Disc

NEAR: Final = 3.0
"""The usual distance in inches within which a piece is at its place, or in front of the piece that it screens."""
NEW: Final = 0.6
"""The radius in inches that a base is taken to have before it is on the table."""

Spot = tuple[float, float]


class Table(NamedTuple):
    """The spots of pieces: their discs by id, and the owners of bases."""

    discs: Mapping[str, Disc]
    owners: Mapping[str, str]

    @classmethod
    def of(cls, ruleset: AnyRuleset, game: Game) -> Table:
        """Return the table of a game."""
        pieces = ruleset.facts(game).pieces
        discs = {piece.id: Disc(piece.x, piece.y, piece.radius, piece.id) for piece in pieces}
        return cls(discs, {piece.id: piece.owner for piece in pieces if piece.kind == "base"})

    def moved(self, ends: Mapping[str, Spot]) -> Table:
        """Return the table with bases moved to other places."""
        discs = dict(self.discs)
        for name, (x, y) in ends.items():
            discs[name] = (discs.get(name) or Disc(x, y, NEW, name)).moved_to(x, y)
        return self._replace(discs=discs)

    def with_others_of(self, start: Table, player: str) -> Table:
        """Return the table with everyone else's bases where they were at the start, including bases lost since."""
        others = {name: disc for name, disc in start.discs.items() if start.owners.get(name, player) != player}
        return Table({**self.discs, **others}, {**start.owners, **self.owners})


@dataclass(frozen=True)
class Aim:
    """An intent of a plan in a game: the `models` that try it, with ids resolved.

    `place` is the shape that the unit goes to or holds. `friends` are the models that a screen protects, `enemies` the
    models and units that a hunt attacks or a screen blocks; a screen without `enemies` blocks all of them.
    """

    document: IntentDocument
    player: str
    unit: str
    models: tuple[str, ...]
    place: BaseGeometry | None = None
    friends: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """The sort of intent."""
        return self.document.intent

    @property
    def near(self) -> float:
        """The distance in inches at which the place, or the spot in front of a friend, counts as reached."""
        return NEAR if self.document.within is None else self.document.within

    @property
    def only_keeps(self) -> bool:
        """Whether the present spot is as good as any, so that only moves to worse spots count."""
        return self.kind == "reserve" or (self.kind == "hold" and self.place is None)

    def goal(self, table: Table, start: Table) -> Spot | None:
        """Return the spot to which the intent leads the unit, or None if it has none at present."""
        middle = _middle(table, self.models)
        if middle is None:
            return (self.place.centroid.x, self.place.centroid.y) if self.place is not None else None
        if self.kind == "screen":
            return self._between(table)
        if self.kind == "hunt":
            target = _nearest(table, middle, self.enemies)
            return None if target is None else (target.x, target.y)
        if self.place is not None:
            x, y = shapely.shortest_line(self.place, shapely.Point(middle)).coords[0]
            return x, y
        return _middle(start, self.models)

    def miss(self, table: Table, start: Table) -> float | None:
        """Return the inches that the unit is short of its intent, or None if they cannot be measured."""
        discs = [table.discs[name] for name in self.models if name in table.discs]
        middle = _middle(table, self.models)
        if middle is None:
            return None
        if self.kind == "reserve":
            enemies = self._enemies(table)
            middle_at_start = _middle(start, self.models)
            if not enemies or middle_at_start is None:
                return None
            return max(0.0, _least_gap(start, self.models, enemies) - _least_gap(table, self.models, enemies))
        if self.kind == "hunt":
            target = _nearest(table, middle, self.enemies)
            return None if target is None else max(0.0, _least_gap(table, self.models, self.enemies))
        if self.kind == "screen":
            goal = self._between(table)
            return None if goal is None else math.dist(goal, middle)
        if self.place is not None:
            return math.fsum(
                max(0.0, self.place.distance(shapely.Point(*disc[:2])) - self.near) for disc in discs
            ) / len(discs)
        inches_moved = [math.dist(disc[:2], start.discs[disc.name][:2]) for disc in discs if disc.name in start.discs]
        return fmean(inches_moved) if inches_moved else None

    def _enemies(self, table: Table) -> tuple[str, ...]:
        return self.enemies or tuple(name for name, owner in table.owners.items() if owner not in ("", self.player))

    def _between(self, table: Table) -> Spot | None:
        """Return the spot in front of a friend, on the line to the nearest enemy."""
        friend = _middle(table, self.friends)
        enemy = None if friend is None else _nearest(table, friend, self._enemies(table))
        if friend is None or enemy is None:
            return None
        distance = math.dist(friend, enemy[:2]) or 1.0
        part = min(self.near / distance, 0.5)
        return friend[0] + part * (enemy.x - friend[0]), friend[1] + part * (enemy.y - friend[1])


def _middle(table: Table, names: Iterable[str]) -> Spot | None:
    discs = [table.discs[name] for name in names if name in table.discs]
    if not discs:
        return None
    return fmean(disc.x for disc in discs), fmean(disc.y for disc in discs)


def _nearest(table: Table, spot: Spot, names: Iterable[str]) -> Disc | None:
    discs = [table.discs[name] for name in names if name in table.discs]
    return min(discs, key=lambda disc: math.dist(spot, disc[:2]), default=None)


def _least_gap(table: Table, group: Iterable[str], others: Iterable[str]) -> float:
    """Return the least gap in inches between the bases of two groups, 0 if either has none on the table."""
    other_discs = [table.discs[name] for name in others if name in table.discs]
    gaps = [
        math.dist(table.discs[name][:2], disc[:2]) - table.discs[name].radius - disc.radius
        for name in group
        if name in table.discs
        for disc in other_discs
    ]
    return min(gaps, default=0.0)


def aims_of(plan: PlanDocument, player: str, ruleset: AnyRuleset, game: Game) -> list[Aim]:
    """Return the intents of a plan that apply now, one for each unit; unknown or lost names are left out."""
    round_number = ruleset.round(game)
    active = [intent for intent in plan.intents if intent.applies(round_number)]
    if not active:
        return []
    view = ruleset.view(game)
    names, aims = Known.of(view), dict[str, Aim]()
    spots = {
        piece.id: shapely.Point(piece.x, piece.y).buffer(piece.radius) for piece in view.pieces if piece.kind != "base"
    }
    grounds = {piece.id: piece.shape for piece in game.ruler.battlefield.pieces}

    def models(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(model for unit_id in ids for model in names.models.get(unit_id, ()))

    for intent in active:
        place: BaseGeometry | None = None
        if isinstance(intent.where, str):
            identity = names.places.get(intent.where.lower(), "")
            place = spots.get(identity) or grounds.get(identity)
            if place is None:
                continue
        elif intent.where is not None:
            place = shapely.Point(intent.where)
        friends, enemies = names.own(player, intent.friend or ""), names.others(player, intent.enemy or "")
        for unit in names.own(player, intent.who):
            aims[unit] = Aim(
                intent,
                player,
                unit,
                models([unit]),
                place,
                friends=models(friends),
                enemies=(*enemies, *models(enemies)),
            )
    return list(aims.values())
