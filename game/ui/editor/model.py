"""A map being drawn: its document with every earlier one, what is selected, and everything that can be done to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import shapely
from pydantic import ValidationError

from game.documents.error import DocumentError
from game.documents.reading import first_refusal
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import Deployment, MapDocument, Objective, TerrainPiece, Zone
from game.table.lattice import snap
from game.table.looks import LOOKS
from game.ui.editor.shapes import (
    Box,
    Item,
    Motion,
    Spot,
    box_around,
    box_of,
    carried,
    items_of,
    match,
    middle_of,
    mirrored,
    moved,
    shape_of,
    stretched,
    turned,
    with_corner,
    within_table,
)
from game.ui.editor.words import GROUP, Vocabulary, ids, unused, vocabulary
from game.wording import N_, _

MOST_STEPS: Final = 200
"""The steps that can be undone."""
PITCHES: Final = (0.5, 1.0, 2.0, 0.0, 0.25)
"""Inches between the places that things snap to; 0 for none."""
ANGLES: Final = (15, 30, 45, 90, 1, 5)
"""Degrees by which things turn, and between the directions of a line drawn with Shift."""
MIRRORS: Final = {"": N_("off"), "turn": N_("180°"), "sides": N_("left, right"), "ends": N_("top, bottom")}
"""Where the counterpart of everything drawn comes to lie."""
SHIFT: Final = 2.0
"""Inches by which a copy is put beside what it was copied from."""
LAYERS: Final = {
    "objectives": N_("Objectives"),
    "markers": N_("Markers"),
    "zones": N_("Zones"),
    **{look: appearance.title for look, appearance in LOOKS.items()},
    "decoration": N_("Decoration"),
}
"""Every layer from the top down, with its name."""
LOCKED: Final = "locked"
HIDDEN: Final = "hidden"


def layer_of(item: Item) -> str:
    """Return the layer of an item: that of its kind or, for terrain, of its look."""
    if isinstance(item, TerrainPiece):
        return "decoration" if item.decoration else item.look
    return "zones" if isinstance(item, Zone) else "objectives" if isinstance(item, Objective) else "markers"


@dataclass
class MapEditor:
    """A map being drawn for a rulebook.

    `mirror` is a key of `MIRRORS`; `layers` has the layers that are `HIDDEN` or `LOCKED`. `notice` says why the last
    wish was refused, `news` what it did.
    """

    document: MapDocument
    book: AnyRuleset
    selected: tuple[str, ...] = ()
    pitch: float = PITCHES[0]
    angle: int = ANGLES[0]
    mirror: str = ""
    layers: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    news: str = ""
    past: list[MapDocument] = field(default_factory=list)
    future: list[MapDocument] = field(default_factory=list)
    saved: MapDocument | None = None
    """The document as it is in its file, None if it is in none."""
    unsaved: bool = False
    """Whether it was in no file to begin with, but has been drawn on."""

    # -- what there is

    @property
    def words(self) -> Vocabulary:
        """The rulebook's words for maps."""
        return vocabulary(self.book)

    @property
    def items(self) -> dict[str, Item]:
        """Everything on the map by its reference."""
        if self._items is None or self._items[0] is not self.document:
            self._items = self.document, items_of(self.document)
        return self._items[1]

    _items: tuple[MapDocument, dict[str, Item]] | None = None

    @property
    def chosen(self) -> list[Item]:
        """The selected items."""
        return [self.items[ref] for ref in self.selected]

    @property
    def only(self) -> Item | None:
        """The selected item if it is the only one."""
        return self.items[self.selected[0]] if len(self.selected) == 1 else None

    @property
    def box(self) -> Box | None:
        """The box around everything that is selected."""
        return box_around(self.chosen)

    @property
    def centre(self) -> Spot:
        """The middle of the table."""
        return self.document.width / 2, self.document.height / 2

    @property
    def changed(self) -> bool:
        """Whether there is something that is in no file."""
        return self.document is not self.saved and (self.unsaved or bool(self.past))

    def in_layers(self) -> dict[str, list[str]]:
        """Return the references of each layer that is in use, from the top down."""
        found: dict[str, list[str]] = {}
        for ref, item in self.items.items():
            found.setdefault(layer_of(item), []).append(ref)
        return {layer: found[layer] for layer in LAYERS if layer in found}

    def is_shown(self, item: Item) -> bool:
        """Return whether the layer of an item is shown."""
        return self.layers.get(layer_of(item)) != HIDDEN

    def is_free(self, item: Item) -> bool:
        """Return whether an item can be selected: its layer is neither hidden nor locked."""
        return layer_of(item) not in self.layers

    def at(self, spot: Spot, reach: float = 0.15) -> str:
        """Return the reference of the smallest free item within reach of a spot, or ""."""
        point = shapely.Point(spot)
        west, south, east, north = spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach
        near: list[tuple[bool, float, str]] = []
        for ref, item in self.items.items():
            box = shape_of(item).bounds
            if box[0] > east or box[2] < west or box[1] > north or box[3] < south or not self.is_free(item):
                continue
            if shape_of(item).distance(point) <= reach:
                near.append((isinstance(item, Zone), shape_of(item).area, ref))
        return min(near)[2] if near else ""

    def inside(self, box: Box) -> list[str]:
        """Return the references of the free items that lie wholly in a box."""
        whole = shapely.box(*box)
        return [ref for ref, item in self.items.items() if self.is_free(item) and whole.covers(shape_of(item))]

    # -- selecting

    def select(self, refs: Iterable[str], *, more: bool = False) -> None:
        """Select items with their groups; with `more` add them, or remove them if all are selected already."""
        wanted = list(dict.fromkeys(each for ref in refs for each in self.group_of(ref)))
        now = self.selected
        if more and wanted and all(ref in now for ref in wanted):
            self.selected = tuple(ref for ref in now if ref not in wanted)
        else:
            self.selected = tuple(dict.fromkeys((*(now if more else ()), *wanted)))

    def group_of(self, ref: str) -> list[str]:
        """Return the references of everything in the group of an item, or its own."""
        group = _group(self.items[ref])
        return [other for other, item in self.items.items() if _group(item) == group] if group else [ref]

    def select_next(self, by: int) -> None:
        """Select the next free item, from the west to the east."""
        free = [ref for ref, item in self.items.items() if self.is_free(item)]
        free.sort(key=lambda ref: (middle_of(box_of(self.items[ref])), ref))
        if free:
            here = free.index(self.selected[-1]) + by if self.selected and self.selected[-1] in free else min(by, 0)
            self.selected = (free[here % len(free)],)

    def select_layer(self, layer: str) -> None:
        """Select everything in a layer."""
        self.selected = tuple(self.in_layers().get(layer, ())) if layer not in self.layers else ()

    def turn_layer(self, layer: str, state: str) -> None:
        """Hide, lock, or free a layer; what is selected there no longer is."""
        if self.layers.get(layer) == state:
            del self.layers[layer]
        else:
            self.layers[layer] = state
        self.selected = tuple(ref for ref in self.selected if self.is_free(self.items[ref]))

    # -- changing the document

    def change(self, **fields: Any) -> bool:
        """Change fields of the document as one step; if that would be no map, the notice says why."""
        now = self.document
        if all(getattr(now, name) == value for name, value in fields.items()):
            return True
        given = {name: getattr(now, name) for name in MapDocument.model_fields} | {"version": 2} | fields
        try:
            after = MapDocument(**given)
        except ValidationError as error:
            self.notice = self._reason(first_refusal(error, "map"), fields)
            return False
        self.past = [*self.past[-MOST_STEPS + 1 :], now]
        self.future, self.document, self.notice = [], after, ""
        self._forget_lost()
        return True

    def _reason(self, refusal: DocumentError, fields: Mapping[str, Any]) -> str:
        """Return a refusal in words that name the item at fault."""
        part, _bracket, rest = refusal.where.partition("[")
        number = rest.partition("]")[0]
        if part in fields and number.isdigit() and int(number) < len(fields[part]):
            return _("{name}: {reason}", name=fields[part][int(number)].name, reason=refusal.reason)
        return refusal.reason

    def _forget_lost(self) -> None:
        self.selected = tuple(ref for ref in self.selected if ref in self.items)

    def back(self, *, redo: bool = False) -> bool:
        """Undo a step, or redo one; the notice says so if there is none."""
        source, target = (self.future, self.past) if redo else (self.past, self.future)
        if not source:
            self.notice = _("There is nothing to redo") if redo else _("There is nothing to undo")
            return False
        target.append(self.document)
        self.document, self.notice = source.pop(), ""
        self._forget_lost()
        return True

    def replace(self, after: Mapping[str, Item | None]) -> bool:
        """Put other items in the places of some, or nothing (None), as one step."""
        fields: dict[str, list[Item]] = {name: [] for name in PARTS}
        for ref, item in self.items.items():
            new = after.get(ref, item)
            if new is not None and new is not item:
                new = self._checked(new)
                if new is None:
                    return False
            if new is not None:
                fields[_field_of(new)].append(new)
        return self.change(**{name: tuple(parts) for name, parts in fields.items()})

    def _checked(self, item: Item) -> Item | None:
        """Return an item as its document would be read again, or None, with a notice, if it would not be."""
        try:
            return type(item).model_validate_json(item.model_dump_json())
        except ValidationError as error:
            reason = first_refusal(error, "map").reason
            self.notice = _("{name}: {reason}", name=item.name, reason=reason)
            return None

    def add(self, items: Sequence[Item], *, select: bool = True) -> bool:
        """Add items that are on the table, with their counterparts if things are mirrored, as one step."""
        new: list[Item] = []
        twins: list[Item] = []
        for item in items:
            new.append(self._named(item, (*new, *twins)))
            twin = carried(item, self.across) if self.mirror else None
            if twin is not None and match(item, [item], self.across) is None:
                twins.append(self._named(twin, (*new, *twins), twin=True))
        valid = [self._checked(item) for item in (*new, *twins)]
        if None in valid:
            return False
        after = self._with([item for item in valid if item is not None])
        if not new or not self.change(**{name: getattr(after, name) for name in PARTS}):
            return False
        if select:  # counterparts follow by themselves
            chosen = {id(item) for item in valid[: len(new)]}
            self.selected = tuple(ref for ref, item in self.items.items() if id(item) in chosen)
        return True

    def _named(self, item: Item, others: Sequence[Item], *, twin: bool = False) -> Item:
        """Return a new item with an id, and the name that goes with it, that nothing else has."""
        trial = self._with(others)
        if isinstance(item, Deployment):
            taken = item.name in {hint.name for hint in trial.deployment}
            return item.model_copy(update={"name": self.words.next_marker(trial, (0.0, 0.0)).name}) if taken else item
        if item.id not in ids(trial) and not twin:
            return item
        if isinstance(item, TerrainPiece):
            stem = item.id.rstrip("0123456789").rstrip("-") or item.id
            name = item.name.rstrip("0123456789 ") or item.name
            identity, number = unused(trial, stem)
            return item.model_copy(update={"id": identity, "name": f"{name} {number}"})
        if isinstance(item, Zone):
            return self.words.next_zone(trial, item.area[0].outline).model_copy(update={"area": item.area})
        spare = self.words.next_objective(trial, item.at)
        return item.model_copy(update={"id": spare.id, "name": spare.name})

    def _with(self, others: Sequence[Item]) -> MapDocument:
        """Return the map with more items, unchecked."""
        more = {name: tuple(other for other in others if _field_of(other) == name) for name in PARTS}
        return self.document.model_copy(
            update={name: (*getattr(self.document, name), *items) for name, items in more.items() if items}
        )

    # -- counterparts

    @property
    def across(self) -> Motion:
        """Where counterparts lie; the half turn if nothing is mirrored."""
        return mirrored(self.mirror or "turn", self.centre)

    def counterpart(self, ref: str) -> str:
        """Return the reference of the item that mirrors another one, "" if there is none or nothing is mirrored."""
        if not self.mirror:
            return ""
        item = self.items[ref]
        twin = match(item, (other for other in self.items.values() if other is not item), self.across)
        return next((each for each, other in self.items.items() if other is twin), "")

    def transform(self, alter: Callable[[Item], Item], refs: Sequence[str] = ()) -> bool:
        """Change items, by default the selected ones, each with its counterpart if things are mirrored."""
        after: dict[str, Item | None] = {}
        for ref in refs or self.selected:
            after[ref] = alter(self.items[ref])
        for ref in tuple(after):
            twin, new = self.counterpart(ref), after[ref]
            if twin and twin not in after and new is not None:
                after[twin] = _dressed_as(self.items[twin], carried(new, self.across))
        return self.replace(after)

    # -- moving

    def snapped(self, spot: Spot, *, free: bool = False) -> Spot:
        """Return the nearest place that things snap to, on the table; unless `free`."""
        x, y = spot
        if self.pitch and not free:
            x, y = round(x / self.pitch) * self.pitch, round(y / self.pitch) * self.pitch
        return snap(min(max(x, 0.0), self.document.width)), snap(min(max(y, 0.0), self.document.height))

    def aimed(self, start: Spot, spot: Spot, *, free: bool = False) -> Spot:
        """Return the spot nearest to another one in a direction from a start that lines snap to."""
        away, turn = math.dist(start, spot), math.radians(self.angle)
        if self.pitch and not free:
            away = round(away / self.pitch) * self.pitch
        direction = round(math.atan2(spot[1] - start[1], spot[0] - start[0]) / turn) * turn
        x, y = start[0] + away * math.cos(direction), start[1] + away * math.sin(direction)
        return snap(min(max(x, 0.0), self.document.width)), snap(min(max(y, 0.0), self.document.height))

    def step_to(self, dx: float, dy: float, *, free: bool = False) -> tuple[float, float]:
        """Return by how much the selection moves if it is dragged by a distance: its edges snap, and it stays on."""
        box = self.box
        if box is None:
            return 0.0, 0.0
        if self.pitch and not free:
            dx = round((box[0] + dx) / self.pitch) * self.pitch - box[0]
            dy = round((box[1] + dy) / self.pitch) * self.pitch - box[1]
        there = [carried(item, moved(dx, dy)) for item in self.chosen]
        back = within_table(there, self.document.width, self.document.height)
        return snap(dx + back[0]), snap(dy + back[1])

    def move(self, dx: float, dy: float) -> bool:
        """Move the selection, as far as it stays on the table."""
        there = [carried(item, moved(dx, dy)) for item in self.chosen]
        back = within_table(there, self.document.width, self.document.height)
        return self.transform(lambda item: carried(item, moved(dx + back[0], dy + back[1])))

    def turn(self, degrees: float) -> bool:
        """Turn the selection about its middle."""
        return self._about_middle(lambda about: turned(degrees, about))

    def flip(self, across: str) -> bool:
        """Mirror the selection about its middle: "sides" swaps left and right, "ends" top and bottom."""
        return self._about_middle(lambda about: mirrored(across, about))

    def _about_middle(self, motion: Callable[[Spot], Motion]) -> bool:
        box = self.box
        if box is None:
            return False
        there = [carried(item, motion(middle_of(box))) for item in self.chosen]
        back = moved(*within_table(there, self.document.width, self.document.height))
        return self.transform(lambda item: carried(carried(item, motion(middle_of(box))), back))

    def put(self, side: str, inches: float) -> bool:
        """Put the selection some inches from an edge of the table: "west", "east", "south" or "north"."""
        box = self.box
        if box is None:
            return False
        wide, high = self.document.width, self.document.height
        by = {
            "west": (inches - box[0], 0.0),
            "east": (wide - inches - box[2], 0.0),
            "south": (0.0, inches - box[1]),
            "north": (0.0, high - inches - box[3]),
        }[side]
        if by == self._kept_on(by):
            return self.move(*by)
        self.notice = _("That is off the table")
        return False

    def _kept_on(self, by: tuple[float, float]) -> tuple[float, float]:
        there = [carried(item, moved(*by)) for item in self.chosen]
        dx, dy = within_table(there, self.document.width, self.document.height)
        return (by[0] + dx, by[1] + dy) if abs(dx) + abs(dy) > 1e-3 else by

    def resize(self, *, width: float = 0.0, height: float = 0.0) -> bool:
        """Stretch the selection to a width or a height in inches; its south-west corner stays."""
        box = self.box
        if box is None:
            return False
        to = (box[0], box[1], box[0] + width if width else box[2], box[1] + height if height else box[3])
        if min(to[2] - to[0], to[3] - to[1]) < 0.05:
            self.notice = _("That is too small")
            return False
        return self.transform(lambda item: carried(item, stretched(box, to)))

    def align(self, where: str) -> bool:
        """Align what is selected: its west, east, south or north edges, its middles, or the gaps between them."""
        items, box = dict(zip(self.selected, self.chosen)), self.box
        if box is None or len(items) < 2:
            self.notice = _("Select two things or more to align them")
            return False
        if where in ("across", "up"):
            return self._spread(0 if where == "across" else 1)
        after: dict[str, Item | None] = {}
        for ref, item in items.items():
            own, middle, ours = box_of(item), middle_of(box_of(item)), middle_of(box)
            by = {
                "west": (box[0] - own[0], 0.0),
                "east": (box[2] - own[2], 0.0),
                "south": (0.0, box[1] - own[1]),
                "north": (0.0, box[3] - own[3]),
                "column": (ours[0] - middle[0], 0.0),
                "row": (0.0, ours[1] - middle[1]),
            }[where]
            after[ref] = carried(item, moved(*by))
        return self.replace(after)

    def _spread(self, axis: int) -> bool:
        """Make the gaps between the selected items equal along an axis; the outermost stay."""
        pairs = sorted(zip(self.selected, self.chosen), key=lambda pair: middle_of(box_of(pair[1]))[axis])
        boxes = [box_of(item) for _ref, item in pairs]
        lengths = [box[axis + 2] - box[axis] for box in boxes]
        gap = (max(box[axis + 2] for box in boxes) - boxes[0][axis] - sum(lengths)) / (len(pairs) - 1)
        after: dict[str, Item | None] = {}
        at = boxes[0][axis]
        for (ref, item), box, length in zip(pairs, boxes, lengths):
            by = at - box[axis]
            after[ref] = carried(item, moved(by, 0.0) if axis == 0 else moved(0.0, by))
            at += length + gap
        return self.replace(after)

    # -- copies, groups, and single facts

    def delete(self) -> bool:
        """Delete what is selected, with its counterparts if things are mirrored."""
        twins = [self.counterpart(ref) for ref in self.selected]
        gone = {ref for ref in (*self.selected, *twins) if ref}
        self.selected = ()
        return self.replace(dict.fromkeys(gone))

    def duplicate(self, items: Sequence[Item] = (), to: Spot | None = None) -> bool:
        """Copy items, by default the selected ones, beside themselves or with their middle to a spot."""
        items = list(items) or self.chosen
        box = box_around(items)
        if box is None:
            return False
        middle = middle_of(box)
        by = (SHIFT, -SHIFT) if to is None else (to[0] - middle[0], to[1] - middle[1])
        there = [carried(item, moved(*by)) for item in items]
        back = within_table(there, self.document.width, self.document.height)
        copies = [self._regrouped(carried(item, moved(*back))) for item in there]
        return self.add(copies)

    def _regrouped(self, item: Item) -> Item:
        """Return a copy in a group of its own kind: copies of a group are another group."""
        group = _group(item)
        return _in_group(item, f"{group}+") if group else item

    def duplicate_turned(self) -> bool:
        """Copy the selection to the other side of the table, mirrored as things are, else turned by 180°."""
        motion = self.across
        here, self.mirror = self.mirror, ""
        done = self.add([self._regrouped(carried(item, motion)) for item in self.chosen])
        self.mirror = here
        return done

    def group(self, *, together: bool = True) -> bool:
        """Put the selected pieces in one group, or in none."""
        pieces = [ref for ref, item in zip(self.selected, self.chosen) if isinstance(item, TerrainPiece)]
        if len(pieces) < 2 and together:
            self.notice = _("Select two pieces or more to group them")
            return False
        used = {_group(item) for item in self.items.values()}
        name = next(str(number) for number in range(1, 1_000) if str(number) not in used) if together else ""
        return self.replace({ref: _in_group(self.items[ref], name) for ref in pieces})

    def set_fact(self, **changes: Any) -> bool:
        """Change facts of the selected items: of each those that it has."""

        def alter(item: Item) -> Item:
            known = {name: value for name, value in changes.items() if name in type(item).model_fields}
            return item.model_copy(update=known)

        return self.transform(alter)

    def set_kind(self, name: str) -> bool:
        """Make the selected pieces another kind of terrain: its look, traits, levels and height."""
        kind = self.words.kind(name)

        def alter(item: Item) -> Item:
            if kind is None or not isinstance(item, TerrainPiece):
                return item
            group = {key: value for key, value in item.traits.items() if key == GROUP}
            walls = tuple(wall.model_copy(update={"impassable": kind.impassable}) for wall in item.barricades)
            changes = {"look": kind.look, "traits": {**kind.traits, **group}, "levels": kind.levels}
            return item.model_copy(update={**changes, "height": kind.height, "barricades": walls, "decoration": False})

        return self.transform(alter)

    def rename(self, name: str) -> bool:
        """Give the selected item another name."""
        return self.set_fact(name=name)

    def corner(self, number: int, spot: Spot | None, *, new: bool = False) -> bool:
        """Move a corner of the only selected item, remove it (None), or add a `new` one behind it."""
        return self.transform(lambda item: with_corner(item, number, spot, new=new))

    # -- the clipboard

    def copied(self) -> MapDocument | None:
        """Return a map with nothing but what is selected, to paste into another one; None without a selection."""
        if not self.selected:
            return None
        kept = {name: tuple(item for item in self.chosen if _field_of(item) == name) for name in PARTS}
        return self.document.model_copy(update={**kept, "dressing": (), "name": _("Parts of a map"), "version": 2})

    def paste(self, document: MapDocument, to: Spot | None = None) -> bool:
        """Add everything on a map: where it is there, or with its middle at a spot."""
        items = [*items_of(document).values()]
        box = box_around(items)
        if box is None:
            self.notice = _("There is nothing to paste")
            return False
        return self.duplicate(items, middle_of(box) if to is None else to)


PARTS: Final = ("terrain", "zones", "deployment", "objectives")


def _field_of(item: Item) -> str:
    """Return the field of a map that holds an item."""
    kinds: tuple[tuple[type, str], ...] = ((TerrainPiece, "terrain"), (Zone, "zones"), (Objective, "objectives"))
    return next((name for kind, name in kinds if isinstance(item, kind)), "deployment")


def _group(item: Item) -> str:
    return str(item.traits.get(GROUP, "")) if isinstance(item, TerrainPiece) else ""


def _in_group(item: Item, name: str) -> Item:
    if not isinstance(item, TerrainPiece):
        return item
    traits = {key: value for key, value in item.traits.items() if key != GROUP}
    return item.model_copy(update={"traits": {**traits, GROUP: name[:40]} if name else traits})


def _dressed_as(item: Item, like: Item) -> Item:
    """Return an item as another one is, under its own id and name."""
    own: dict[str, Any] = {"name": item.name}
    if not isinstance(item, Deployment):
        own["id"] = item.id
    if isinstance(item, Zone):
        own["seat"] = item.seat
    return like.model_copy(update=own)
