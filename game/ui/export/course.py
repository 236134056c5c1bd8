"""The course of a game as compact data for a page: the table once, then at each moment only what has changed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from shapely.geometry import Polygon

from game.engine.core.decisions import Answer, Decision
from game.engine.core.events import Event
from game.engine.core.flow import Interrupt
from game.engine.core.records import texts_of
from game.engine.core.windows import PASS
from game.engine.history.timeline import Timeline
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.units import Units, strength
from game.engine.rulebook.view import Facts, PieceView, TableView, UnitView
from game.engine.session import Session
from game.lengths import tape
from game.play.spoken_state import state_words
from game.players.coach import answer_in_words, labels_of
from game.table.sight.sight import Sight
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield, Piece
from game.ui.board.dice_tray import Die, dice_of
from game.ui.board.pieces import drawn_radius, liveries
from game.ui.board.ruler_art import receipt_text
from game.wording import _

PLACES: Final = 3
"""Decimals of a position in inches: less than the width of a line at any zoom."""
MOST_MEASURED: Final = 6
"""The most distances and moves in a receipt."""


Spot = tuple[float, float]
Measured = tuple[str, list[Spot]]
"""A distance in words, and the line along which it was measured."""


@dataclass(frozen=True)
class Moment:
    """What is seen of the table right after an event: the view, the table itself, and what was measured meanwhile."""

    view: TableView
    field: Battlefield
    events: int
    measured: tuple[Measured, ...] = ()


@dataclass
class Pool:
    """Values that occur often, each kept once and named by its number."""

    values: list[Any] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def of(self, value: Any) -> int:
        """Return the number of a plain value."""
        key = json.dumps(value, ensure_ascii=False)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class Changes:
    """Rows of fields by the number of a thing; each time, only the fields that differ from the last row come out."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Any, ...]] = {}

    def since(self, rows: Mapping[int, tuple[Any, ...]]) -> list[list[Any]]:
        """Return the changes: number, then field and value in turn; only the number for a thing that is gone."""
        found: list[list[Any]] = [[number] for number in self._rows if number not in rows]
        for number, row in rows.items():
            before = self._rows.get(number)
            known = before if before is not None else (None,) * len(row)
            pairs = [part for at, value in enumerate(row) if value != known[at] for part in (at, value)]
            if pairs or before is None:
                found.append([number, *pairs])
        self._rows = dict(rows)
        return found


class Course:
    """Follows a game from its first moment to its last; `page` is the data for the page, once `steps` have run."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline, self.session = timeline, timeline.session
        self.ruleset = self.session.ruleset
        self.seats = {player: number for number, player in enumerate(self.ruleset.players(self.session.setup))}
        """The number of each player: views list players in an order that may change."""
        self.texts, self.grounds, self.units, self.shapes = Pool(), Pool(), Pool(), Pool()
        self.looks: dict[int, PieceView] = {}
        """A piece on the table by its number, as it first came."""
        self._changes = {"p": Changes(), "u": Changes(), "g": Changes()}
        self.moments: list[dict[str, Any]] = []
        self._number: dict[str, int] = {}
        self._unit_number: dict[str, int] = {}
        self._before: TableView | None = None
        self._latest: tuple[Facts, int, TableView] | None = None
        self._fields: dict[int, tuple[Battlefield, int]] = {}
        self._drawn: dict[int, tuple[Piece, int]] = {}
        self._events = timeline.session.marks[0].events

    def steps(self) -> Iterator[tuple[int, int]]:
        """Follow the game answer by answer; after each, yield the number of moments done and their total."""
        journal, first = self.session.journal, self.session.marks[0].entries
        decided: dict[str, Any] = {}
        answer: Answer | None = None
        for entries, (seen, session) in enumerate(self.timeline.pass_through(self._look), first):
            for place, moment in enumerate(seen):
                self._add(moment, decided if not place else {}, answer)
            answer = journal[entries] if entries < len(journal) else None
            decided = self._decided(session, entries)
            yield len(self.moments), len(self.timeline)

    def _look(self, game: Any, settled: bool) -> Moment:
        """Return what is seen right after an event. The view takes its time: only after changes that show."""
        facts, events = self.ruleset.facts(game), len(game.events)
        known = self._latest
        if known is None or facts != known[0] or (settled and events != known[1]):
            known = self._latest = facts, events if settled else -1, self.ruleset.view(game)
        view = known[2]
        event = game.events[-1] if game.events else None
        deed = event.deed() if event is not None and not event.audience else None
        aimed = deed.to[:MOST_MEASURED] if deed is not None and deed.sort == "attacks" and deed.by else ()
        measured = (self._measure(game, view, deed.by, target) for target in aimed if deed is not None)
        return Moment(view, game.ruler.battlefield, events, tuple(filter(None, measured)))

    def _measure(self, game: Any, view: TableView, by: str, to: str) -> Measured | None:
        """Return what lies between two pieces or units: the names, the line, its length, and what is seen along it."""
        units = Units(view)
        if not (units.parts(by) and units.parts(to)):
            return None
        here, there = units.closest(by, to)
        receipt = game.ruler.measure(here.base, there.base)
        words = receipt_text(receipt)
        policy = self.ruleset.vision.sight(game) if self.ruleset.vision is not None else None
        if policy is not None:
            seen = Sight(policy).look(here.base, there.base)
            names = {piece.id: piece.name for piece in view.pieces} | dict(view.names)
            if not seen.seen:
                stops = ", ".join(names.get(name, name) for name in seen.blocked_by)
                words += "; " + (_("no line of sight: {names}", names=stops) if stops else _("no line of sight"))
            elif seen.cover:
                words += "; " + _("cover from {names}", names=", ".join(names.get(each, each) for each in seen.cover))
        text = _("{name} to {other}: {distance}", name=here.name, other=there.name, distance=words)
        return text, [_spot(*receipt.start), _spot(*receipt.end)]

    def _decided(self, session: Session, entries: int) -> dict[str, Any]:
        """Return the pending question and the answer that was given to it, unless only one player may know."""
        decision, journal = session.decision, self.session.journal
        if decision is None or entries >= min(len(journal), self.timeline.moments[-1].entries):
            return {}
        answer = journal[entries]
        if decision.concealed or entries in self.session.private_entries or answer == PASS:
            return {}
        words = self._answer_text(decision, answer)
        if words is None:
            return {}
        return {
            "by": self.seats.get(decision.player, -1),
            "ask": self.texts.of(decision.prompt),
            "ans": self.texts.of(words),
            "rule": decision.rule,
        }

    def _answer_text(self, decision: Decision, answer: Answer) -> str | None:
        """Return an answer in words, or None if it is none, such as a declaration or a correction."""
        if not answer or Interrupt.read(answer) is not None or Correction.read(answer) is not None:
            return None
        view = self._before
        assert view is not None
        names = {piece.id: piece.name for piece in (*view.pieces, *view.reserve)}
        names |= {unit.id: unit.name for unit in view.units.values()} | dict(view.names)
        labels = labels_of(decision) if isinstance(answer, str) else {}
        return answer_in_words(decision, answer, labels, lambda name: names.get(name, name))

    # -- one moment ------------------------------------------------------------------------------

    def _add(self, moment: Moment, decided: dict[str, Any], answer: Answer | None) -> None:
        view, before = moment.view, self._before
        events = self.session.events[self._events : moment.events]
        self._events, self._before = moment.events, view
        public = [event for event in events if not event.audience]
        step: dict[str, Any] = {"e": moment.events}
        for key, rows in (("p", self._piece_rows(view)), ("u", self._unit_rows(view)), ("g", self._table_row(moment))):
            if changes := self._changes[key].since(rows):
                step[key] = changes
        if decided:
            step["d"] = decided
        if dice := self._dice(public, view, before):
            step["r"] = dice
        measured = [[self.texts.of(text), line] for text, line in moment.measured]
        measured += self._trails(view, before, answer)
        if measured:
            step["m"] = measured[:MOST_MEASURED]
        named = {name for event in public for name in texts_of(event.plain())}
        if about := sorted(self._number[name] for name in named if name in self._number):
            step["a"] = about[:12]
        if units := sorted(self._unit_number[name] for name in named if name in self._unit_number):
            step["b"] = units
        self.moments.append(step)

    def _piece_rows(self, view: TableView) -> dict[int, tuple[Any, ...]]:
        rows = {}
        for piece in view.pieces:
            if piece.id not in self._number:
                self._number[piece.id] = len(self._number)
                self.looks[self._number[piece.id]] = piece
            rows[self._number[piece.id]] = self._piece_row(piece)
        return rows

    def _piece_row(self, piece: PieceView) -> tuple[Any, ...]:
        """Return the fields of a piece that the page knows; their order is that of `FIELDS` in the page's script."""
        states = (piece.done and not piece.active, piece.active, piece.leader, piece.engaged, piece.ready)
        words = state_words(piece)
        numbers = [*map(list, piece.profile)], self._weapons(piece)
        return (
            round(piece.x, PLACES),
            round(piece.y, PLACES),
            None if piece.facing is None else piece.facing // 100,
            self.seats.get(piece.owner, -1),
            self.seats.get(piece.controller, -1),
            piece.damage,
            piece.value,
            sum(holds << bit for bit, holds in enumerate(map(bool, states))),
            len(piece.carries),
            piece.level,
            round(piece.above, 1),
            piece.symbol,
            self.texts.of(", ".join([*words, *piece.states, *filter(None, [piece.stock])])),
            self.texts.of(numbers),
            self.texts.of([f"{chip.name} ×{len(chip.models)}" for chip in piece.cargo]),
        )

    def _unit_rows(self, view: TableView) -> dict[int, tuple[Any, ...]]:
        """Return a row for each unit, and for each piece that is its own unit and belongs to a player."""
        lone = [
            (piece, where)
            for where, pieces in enumerate((view.pieces, view.reserve, view.lost))
            for piece in pieces
            if piece.owner and piece.kind == "base" and piece.unit not in view.units
        ]
        on_table = {piece.unit for piece in view.pieces}
        rows = {}
        for unit in view.units.values():
            where = 2 if unit.fate is not None else 0 if unit.id in on_table else 1
            words = [strength(unit), *unit.states, *filter(None, [unit.stock])]
            rows[self._unit_of(unit)] = self._unit_row(unit, where, words)
        for piece, where in lone:
            words = [*state_words(piece), *piece.states, *filter(None, [piece.stock])]
            rows[self._unit_of(piece)] = self._unit_row(piece, where, words)
        return rows

    def _unit_of(self, thing: PieceView | UnitView) -> int:
        if thing.id not in self._unit_number:
            self._unit_number[thing.id] = len(self._unit_number)
            self.units.of([thing.id, thing.name])
        return self._unit_number[thing.id]

    def _weapons(self, thing: PieceView | UnitView) -> list[list[str]]:
        """Return the names of weapons, each with its numbers behind their headings."""
        heads = [_(head) for head, _sentence in self.ruleset.terms.columns]
        return [
            [name, ", ".join(f"{head} {number}" for head, number in zip(heads, numbers, strict=True) if number)]
            for name, *numbers in thing.weapons
        ]

    def _unit_row(self, thing: PieceView | UnitView, where: int, words: Sequence[str]) -> tuple[Any, ...]:
        numbers = [*map(list, thing.profile)], self._weapons(thing)
        fate = thing.fate.text if thing.fate is not None else ""
        return (
            self.seats.get(thing.owner, -1),
            where,
            self.texts.of(fate or ", ".join(filter(None, words))),
            self.texts.of(numbers),
            int(thing.done and not thing.active),
            int(thing.active),
        )

    def _table_row(self, moment: Moment) -> dict[int, tuple[Any, ...]]:
        view = moment.view
        phase = view.phases[view.phase] if 0 <= view.phase < len(view.phases) else ""
        where = view.round_text if phase in ("", view.round_text) else f"{view.round_text} · {phase}"
        sites = {
            name: _("{left} of {most} damage points left", left=site.left, most=site.most)
            for name, site in view.sites.items()
            if site.most
        }
        players = sorted(view.players, key=lambda player: self.seats[player.id])
        scores = [[player.score, ", ".join(player.notes)] for player in players]
        ground = self._ground(moment.field)
        row = self.texts.of(where), self.texts.of(scores), ground, self.texts.of(sites), self.texts.of(view.result)
        return {0: row}

    # -- receipts --------------------------------------------------------------------------------

    def _dice(self, events: Sequence[Event], view: TableView, before: TableView | None) -> list[list[Any]]:
        """Return the dice of events in groups of one roller, purpose and size: texts, sides, colour, then the faces."""
        earlier = before.pieces if before is not None else ()
        pieces: dict[str, PieceView | UnitView] = {**view.units, **{one.id: one for one in (*earlier, *view.pieces)}}
        names = {**view.names, **{player.id: player.name for player in view.players}}
        thrown = self.ruleset.terms.thrown
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for die in dice_of(events, pieces, lambda name: names.get(name, name), liveries(view), thrown):
            key = self.texts.of(die.name), self.texts.of(die.caption), die.throw.sides
            groups.setdefault((*key, "#{:02x}{:02x}{:02x}".format(*die.colour)), []).append(_faces(die))
        return [[*key, *faces] for key, faces in groups.items()]

    def _trails(self, view: TableView, before: TableView | None, answer: Answer | None) -> list[list[Any]]:
        """Return the moves since the moment before, each as text and corners."""
        known = {piece.id: piece for piece in (before.pieces if before is not None else ())}
        bends = dict(_bends(answer))
        found = []
        for piece in view.pieces:
            was = known.get(piece.id)
            if was is None or (was.x, was.y) == (piece.x, piece.y):
                continue
            here, there = (was.x, was.y), (piece.x, piece.y)
            corners = [here, *bends.get(_spot(*there), ()), there]
            inches = sum(math.dist(one, other) for one, other in pairwise(corners))
            text = _("{name} moved {distance}", name=piece.name, distance=tape(inches))
            found.append((inches, [self.texts.of(text), [_spot(*corner) for corner in corners], 1]))
        return [row for _inches, row in sorted(found, key=lambda one: -one[0])]

    # -- terrain ---------------------------------------------------------------------------------

    def _ground(self, table: Battlefield) -> int:
        """Return the number of the shapes that lie on a table."""
        if id(table) not in self._fields:
            self._fields[id(table)] = table, self.grounds.of([*map(self._shape, table.pieces)])
        return self._fields[id(table)][1]

    def _shape(self, piece: Piece) -> int:
        """Return the number of a terrain piece's shape: its areas and its walls."""
        if id(piece) not in self._drawn:
            areas = [_rings(polygon) for polygon in polygons_of(piece.area_shape)]
            walls = [
                [int(wall.impassable), *(_rings(polygon) for polygon in polygons_of(wall.polygon))]
                for wall in piece.barricades
            ]
            look = {"id": piece.id, "look": piece.look, "deco": int(piece.decoration), "areas": areas, "walls": walls}
            self._drawn[id(piece)] = piece, self.shapes.of(look)
        return self._drawn[id(piece)][1]

    def page(self) -> dict[str, Any]:
        """Return the data of all moments."""
        looks = [
            [
                piece.name,
                piece.kind,
                round(drawn_radius(piece), PLACES),
                self._unit_number.get(piece.unit or piece.id, -1),
                *([piece.shape, *(round(side, PLACES) for side in piece.size)] if piece.shape else ()),
            ]
            for piece in self.looks.values()
        ]
        return {
            "texts": self.texts.values,
            "grounds": self.grounds.values,
            "shapes": self.shapes.values,
            "units": [name for _identity, name in self.units.values],
            "pieces": looks,
            "steps": self.moments,
        }


def _spot(x: float, y: float) -> Spot:
    return round(x, PLACES), round(y, PLACES)


def _faces(die: Die) -> int | list[int]:
    """Return the faces of a die in the order in which they fell: one number if it was rolled once."""
    faces = list(die.throw.faces)
    return faces[0] if len(faces) == 1 else faces


def _bends(answer: Answer | None) -> Iterator[tuple[Spot, list[Spot]]]:
    """Yield the corners of the paths in an answer, by the spot at which each ends."""
    for part in answer if isinstance(answer, list) else [answer]:
        if isinstance(part, dict) and part.get("via") and isinstance(part.get("at"), list):
            yield _spot(*part["at"][:2]), [(corner[0], corner[1]) for corner in part["via"]]


def _rings(polygon: Polygon) -> list[list[float]]:
    """Return the outline and the holes of a polygon, each as x, y, x, y … in hundredths of an inch."""
    rings = (polygon.exterior, *polygon.interiors)
    return [[round(value, 2) for corner in ring.coords[:-1] for value in corner[:2]] for ring in rings]
