"""The course of a game as compact data for a page: the table once, then only the changes of each moment."""

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
"""Decimals of a position in inches, finer than the width of a line at any zoom."""
MOST_MEASURED: Final = 6
"""The most distances and moves in a receipt."""


Spot = tuple[float, float]
Measured = tuple[str, list[Spot]]
"""A text with a distance, and the line along which it was measured."""


@dataclass(frozen=True)
class Moment:
    """The visible state of the table right after an event: the view, the battlefield, and new measurements."""

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
    """Rows of fields by number, of which only the fields that differ from the last row are returned."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Any, ...]] = {}

    def since(self, rows: Mapping[int, tuple[Any, ...]]) -> list[list[Any]]:
        """Return the changes: a number, then fields and values in turn; only the number if its row is gone."""
        changes: list[list[Any]] = [[number] for number in self._rows if number not in rows]
        for number, row in rows.items():
            old_row = self._rows.get(number)
            old_values = old_row if old_row is not None else (None,) * len(row)
            pairs = [part for index, value in enumerate(row) if value != old_values[index] for part in (index, value)]
            if pairs or old_row is None:
                changes.append([number, *pairs])
        self._rows = dict(rows)
        return changes


class Course:
    """Follows a game from its first to its last moment; `page` has the data for the page once `steps` have run."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline, self.session = timeline, timeline.session
        self.ruleset = self.session.ruleset
        self.seats = {player: number for number, player in enumerate(self.ruleset.players(self.session.setup))}
        """The number of each player, since the order of players in views may change."""
        self.texts, self.grounds, self.units, self.shapes = Pool(), Pool(), Pool(), Pool()
        self.looks: dict[int, PieceView] = {}
        """The first view of each piece on the table, by its number."""
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
        """Follow the game answer by answer; after each, yield the number of moments done and of all."""
        journal, first = self.session.journal, self.session.marks[0].entries
        decided: dict[str, Any] = {}
        answer: Answer | None = None
        for entries, (moments, session) in enumerate(self.timeline.pass_through(self._moment_now), first):
            for index, moment in enumerate(moments):
                self._add_moment(moment, decided if not index else {}, answer)
            answer = journal[entries] if entries < len(journal) else None
            decided = self._question_and_answer(session, entries)
            yield len(self.moments), len(self.timeline)

    def _moment_now(self, game: Any, settled: bool) -> Moment:
        """Return the state right after an event; a new view is made only after visible changes, since it is slow."""
        facts, events = self.ruleset.facts(game), len(game.events)
        latest = self._latest
        if latest is None or facts != latest[0] or (settled and events != latest[1]):
            latest = self._latest = facts, events if settled else -1, self.ruleset.view(game)
        view = latest[2]
        event = game.events[-1] if game.events else None
        deed = event.deed() if event is not None and not event.audience else None
        targets = deed.to[:MOST_MEASURED] if deed is not None and deed.sort == "attacks" and deed.by else ()
        measured = (self._measure(game, view, deed.by, target) for target in targets if deed is not None)
        return Moment(view, game.ruler.battlefield, events, tuple(filter(None, measured)))

    def _measure(self, game: Any, view: TableView, by: str, to: str) -> Measured | None:
        """Return the measurement between two pieces or units, in a text with the distance and the line of sight."""
        units = Units(view)
        if not (units.parts(by) and units.parts(to)):
            return None
        start, end = units.closest(by, to)
        receipt = game.ruler.measure(start.base, end.base)
        description = receipt_text(receipt)
        policy = self.ruleset.vision.sight(game) if self.ruleset.vision is not None else None
        if policy is not None:
            sighting = Sight(policy).look(start.base, end.base)
            names = {piece.id: piece.name for piece in view.pieces} | dict(view.names)
            if not sighting.seen:
                blockers = ", ".join(names.get(name, name) for name in sighting.blocked_by)
                description += "; " + (
                    _("no line of sight: {names}", names=blockers) if blockers else _("no line of sight")
                )
            elif sighting.cover:
                description += "; " + _(
                    "cover from {names}",
                    names=", ".join(names.get(cover_name, cover_name) for cover_name in sighting.cover),
                )
        text = _("{name} to {other}: {distance}", name=start.name, other=end.name, distance=description)
        return text, [_spot(*receipt.start), _spot(*receipt.end)]

    def _question_and_answer(self, session: Session, entries: int) -> dict[str, Any]:
        """Return the pending question and the answer to it, unless only one player may know them."""
        decision, journal = session.decision, self.session.journal
        if decision is None or entries >= min(len(journal), self.timeline.moments[-1].entries):
            return {}
        answer = journal[entries]
        if decision.concealed or entries in self.session.private_entries or answer == PASS:
            return {}
        answer_text = self._answer_text(decision, answer)
        if answer_text is None:
            return {}
        return {
            "by": self.seats.get(decision.player, -1),
            "ask": self.texts.of(decision.prompt),
            "ans": self.texts.of(answer_text),
            "rule": decision.rule,
        }

    def _answer_text(self, decision: Decision, answer: Answer) -> str | None:
        """Return the text of an answer, or None if it is none, such as a declaration or a correction."""
        if not answer or Interrupt.read(answer) is not None or Correction.read(answer) is not None:
            return None
        view = self._before
        assert view is not None
        names = {piece.id: piece.name for piece in (*view.pieces, *view.reserve)}
        names |= {unit.id: unit.name for unit in view.units.values()} | dict(view.names)
        labels = labels_of(decision) if isinstance(answer, str) else {}
        return answer_in_words(decision, answer, labels, lambda name: names.get(name, name))

    # -- one moment ------------------------------------------------------------------------------

    def _add_moment(self, moment: Moment, decided: dict[str, Any], answer: Answer | None) -> None:
        """Add a moment with the changes of its view, its question, dice, measurements, and named pieces."""
        view, earlier = moment.view, self._before
        events = self.session.events[self._events : moment.events]
        self._events, self._before = moment.events, view
        public = [event for event in events if not event.audience]
        step: dict[str, Any] = {"e": moment.events}
        for key, rows in (("p", self._piece_rows(view)), ("u", self._unit_rows(view)), ("g", self._table_row(moment))):
            if changes := self._changes[key].since(rows):
                step[key] = changes
        if decided:
            step["d"] = decided
        if dice := self._dice_groups(public, view, earlier):
            step["r"] = dice
        measured = [[self.texts.of(text), line] for text, line in moment.measured]
        measured += self._trail_rows(view, earlier, answer)
        if measured:
            step["m"] = measured[:MOST_MEASURED]
        ids = {name for event in public for name in texts_of(event.plain())}
        if numbers := sorted(self._number[name] for name in ids if name in self._number):
            step["a"] = numbers[:12]
        if units := sorted(self._unit_number[name] for name in ids if name in self._unit_number):
            step["b"] = units
        self.moments.append(step)

    def _piece_rows(self, view: TableView) -> dict[int, tuple[Any, ...]]:
        """Return a row for each piece on the table, by its number."""
        rows = {}
        for piece in view.pieces:
            if piece.id not in self._number:
                self._number[piece.id] = len(self._number)
                self.looks[self._number[piece.id]] = piece
            rows[self._number[piece.id]] = self._piece_row(piece)
        return rows

    def _piece_row(self, piece: PieceView) -> tuple[Any, ...]:
        """Return the fields of a piece for the page, in the order of `FIELDS` in the page's script."""
        states = (piece.done and not piece.active, piece.active, piece.leader, piece.engaged, piece.ready)
        texts = state_words(piece)
        numbers = [*map(list, piece.profile)], self._weapon_rows(piece)
        return (
            round(piece.x, PLACES),
            round(piece.y, PLACES),
            None if piece.facing is None else piece.facing // 100,
            self.seats.get(piece.owner, -1),
            self.seats.get(piece.controller, -1),
            piece.damage,
            piece.value,
            sum(is_set << place for place, is_set in enumerate(map(bool, states))),
            len(piece.carries),
            piece.level,
            round(piece.above, 1),
            piece.symbol,
            self.texts.of(", ".join([*texts, *piece.states, *filter(None, [piece.stock])])),
            self.texts.of(numbers),
            self.texts.of([f"{chip.name} ×{len(chip.models)}" for chip in piece.cargo]),
        )

    def _unit_rows(self, view: TableView) -> dict[int, tuple[Any, ...]]:
        """Return a row for each unit, and for each base of a player without a unit."""
        # A place is 0 on the table, 1 in reserve, 2 lost.
        lone = [
            (piece, place)
            for place, pieces in enumerate((view.pieces, view.reserve, view.lost))
            for piece in pieces
            if piece.owner and piece.kind == "base" and piece.unit not in view.units
        ]
        on_table = {piece.unit for piece in view.pieces}
        rows = {}
        for unit in view.units.values():
            place = 0 if unit.id in on_table else 1
            if unit.fate is not None:
                place = 2
            words = [strength(unit), *unit.states, *filter(None, [unit.stock])]
            rows[self._unit_of(unit)] = self._unit_row(unit, place, words)
        for piece, place in lone:
            words = [*state_words(piece), *piece.states, *filter(None, [piece.stock])]
            rows[self._unit_of(piece)] = self._unit_row(piece, place, words)
        return rows

    def _unit_of(self, thing: PieceView | UnitView) -> int:
        """Return the number of a unit or lone piece, giving it the next one if it has none."""
        if thing.id not in self._unit_number:
            self._unit_number[thing.id] = len(self._unit_number)
            self.units.of([thing.id, thing.name])
        return self._unit_number[thing.id]

    def _weapon_rows(self, thing: PieceView | UnitView) -> list[list[str]]:
        """Return the names of weapons, each with its numbers behind their headings."""
        heads = [_(head) for head, _sentence in self.ruleset.terms.columns]
        return [
            [name, ", ".join(f"{head} {number}" for head, number in zip(heads, numbers, strict=True) if number)]
            for name, *numbers in thing.weapons
        ]

    def _unit_row(self, thing: PieceView | UnitView, place: int, words: Sequence[str]) -> tuple[Any, ...]:
        """Return the fields of a unit or lone piece for the page."""
        numbers = [*map(list, thing.profile)], self._weapon_rows(thing)
        fate = thing.fate.text if thing.fate is not None else ""
        return (
            self.seats.get(thing.owner, -1),
            place,
            self.texts.of(fate or ", ".join(filter(None, words))),
            self.texts.of(numbers),
            int(thing.done and not thing.active),
            int(thing.active),
        )

    def _table_row(self, moment: Moment) -> dict[int, tuple[Any, ...]]:
        """Return the single row of the table: round, scores, terrain, damage of sites, and result."""
        view = moment.view
        phase = view.phases[view.phase] if 0 <= view.phase < len(view.phases) else ""
        heading = view.round_text if phase in ("", view.round_text) else f"{view.round_text} · {phase}"
        sites = {
            name: _("{left} of {most} damage points left", left=site.left, most=site.most)
            for name, site in view.sites.items()
            if site.most
        }
        players = sorted(view.players, key=lambda player: self.seats[player.id])
        scores = [[player.score, ", ".join(player.notes)] for player in players]
        ground = self._ground(moment.field)
        row = self.texts.of(heading), self.texts.of(scores), ground, self.texts.of(sites), self.texts.of(view.result)
        return {0: row}

    # -- receipts --------------------------------------------------------------------------------

    def _dice_groups(self, events: Sequence[Event], view: TableView, before: TableView | None) -> list[list[Any]]:
        """Return the dice of events in groups of one roller, purpose and size: texts, sides, colour, and faces."""
        earlier = before.pieces if before is not None else ()
        pieces = {piece.id: piece for piece in (*earlier, *view.pieces)}
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for die in fallen(self.session, events, view, pieces):
            key = self.texts.of(die.name), self.texts.of(die.caption), die.throw.sides
            groups.setdefault((*key, "#{:02x}{:02x}{:02x}".format(*die.colour)), []).append(_faces(die))
        return [[*key, *faces] for key, faces in groups.items()]

    def _trail_rows(self, view: TableView, before: TableView | None, answer: Answer | None) -> list[list[Any]]:
        """Return the moves since the last moment, each as a text and corners."""
        old_pieces = {piece.id: piece for piece in (before.pieces if before is not None else ())}
        bends = dict(_bends(answer))
        trails = []
        for piece in view.pieces:
            old = old_pieces.get(piece.id)
            if old is None or (old.x, old.y) == (piece.x, piece.y):
                continue
            start, end = (old.x, old.y), (piece.x, piece.y)
            corners = [start, *bends.get(_spot(*end), ()), end]
            inches = sum(math.dist(trail, next_corner) for trail, next_corner in pairwise(corners))
            text = _("{name} moved {distance}", name=piece.name, distance=tape(inches))
            trails.append((inches, [self.texts.of(text), [_spot(*corner) for corner in corners], 1]))
        return [row for _inches, row in sorted(trails, key=lambda trail: -trail[0])]

    # -- terrain ---------------------------------------------------------------------------------

    def _ground(self, table: Battlefield) -> int:
        """Return the number of the shapes that lie on a battlefield."""
        if id(table) not in self._fields:
            self._fields[id(table)] = table, self.grounds.of([*map(self._shape_number, table.pieces)])
        return self._fields[id(table)][1]

    def _shape_number(self, piece: Piece) -> int:
        """Return the number of the shape of a piece of terrain, with its areas and its walls."""
        if id(piece) not in self._drawn:
            areas = [rings(polygon) for polygon in polygons_of(piece.area_shape)]
            walls = [
                [int(wall.impassable), *(rings(polygon) for polygon in polygons_of(wall.polygon))]
                for wall in piece.barricades
            ]
            look = {"id": piece.id, "look": piece.look, "deco": int(piece.decoration), "areas": areas, "walls": walls}
            self._drawn[id(piece)] = piece, self.shapes.of(look)
        return self._drawn[id(piece)][1]

    @staticmethod
    def _outline(piece: PieceView) -> list[Any]:
        """Return the shape of a base and its sides; nothing for a round one."""
        return [piece.shape, *(round(side, PLACES) for side in piece.size)] if piece.shape else []

    def page(self) -> dict[str, Any]:
        """Return the data of all moments."""
        looks = [
            [
                piece.name,
                piece.kind,
                round(drawn_radius(piece), PLACES),
                self._unit_number.get(piece.unit or piece.id, -1),
                *self._outline(piece),
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


def fallen(session: Session, events: Sequence[Event], view: TableView, pieces: Mapping[str, PieceView]) -> list[Die]:
    """Return the dice that were rolled in events, in their owners' colours."""
    names = {**view.names, **{player.id: player.name for player in view.players}}
    thrown = session.ruleset.terms.thrown
    things: dict[str, PieceView | UnitView] = {**view.units, **pieces}
    return dice_of(events, things, lambda identity: names.get(identity, identity), liveries(view), thrown)


def _faces(die: Die) -> int | list[int]:
    """Return the faces of a die in the order of its rolls, or a single number if it was rolled once."""
    faces = list(die.throw.faces)
    return faces[0] if len(faces) == 1 else faces


def _bends(answer: Answer | None) -> Iterator[tuple[Spot, list[Spot]]]:
    """Yield the corners of the paths in an answer, by the spots at which they end."""
    for part in answer if isinstance(answer, list) else [answer]:
        if isinstance(part, dict) and part.get("via") and isinstance(part.get("at"), list):
            yield _spot(*part["at"][:2]), [(corner[0], corner[1]) for corner in part["via"]]


def rings(polygon: Polygon) -> list[list[float]]:
    """Return the outline and the holes of a polygon, each as x, y, x, y … in inches with two decimals."""
    rings = (polygon.exterior, *polygon.interiors)
    return [[round(value, 2) for corner in ring.coords[:-1] for value in corner[:2]] for ring in rings]
