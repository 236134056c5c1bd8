"""The model of the map editor: a map with its earlier versions, the selection, and every command on them."""

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
"""The most steps that can be undone."""
PITCHES: Final = (0.5, 1.0, 2.0, 0.0, 0.25)
"""The choices for the inches between places to which items snap; 0 is off."""
ANGLES: Final = (15, 30, 45, 90, 1, 5)
"""The choices for the degrees by which items turn, and between directions of a line drawn with Shift."""
MIRRORS: Final = {"": N_("off"), "turn": N_("180°"), "sides": N_("left, right"), "ends": N_("top, bottom")}
"""The ways in which everything drawn is mirrored."""
SHIFT: Final = 2.0
"""Inches between an item and its copy."""
LAYERS: Final = {
    "objectives": N_("Objectives"),
    "markers": N_("Markers"),
    "zones": N_("Zones"),
    **{look: appearance.title for look, appearance in LOOKS.items()},
    "decoration": N_("Decoration"),
}
"""The labels of all layers, from the top down."""
LOCKED: Final = "locked"
HIDDEN: Final = "hidden"


def layer_of(item: Item) -> str:
    """Return the layer of an item, which for terrain is its look."""
    if isinstance(item, TerrainPiece):
        return "decoration" if item.decoration else item.look
    if isinstance(item, Zone):
        return "zones"
    return "objectives" if isinstance(item, Objective) else "markers"


@dataclass
class MapEditor:
    """A map being drawn for a rulebook.

    `mirror` is a key of `MIRRORS`. `layers` has the state of layers that are `HIDDEN` or `LOCKED`. `notice` says why
    the last change was refused, `news` what it did. Items are named by references: their ids, or their numbers.
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
    """The document as saved in its file; None without a file."""
    unsaved: bool = False
    """Whether it had been changed, but not saved in a file, when the editor opened."""

    # -- the items

    @property
    def words(self) -> Vocabulary:
        """The rulebook's words for maps."""
        return vocabulary(self.book)

    @property
    def items(self) -> dict[str, Item]:
        """All items of the map by their references."""
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
        """The selected item if it is the only one, else None."""
        return self.items[self.selected[0]] if len(self.selected) == 1 else None

    @property
    def box(self) -> Box | None:
        """The box around all selected items, None without any."""
        return box_around(self.chosen)

    @property
    def centre(self) -> Spot:
        """The middle of the table."""
        return self.document.width / 2, self.document.height / 2

    @property
    def changed(self) -> bool:
        """Whether there are changes that are not saved."""
        return self.document is not self.saved and (self.unsaved or bool(self.past))

    def in_layers(self) -> dict[str, list[str]]:
        """Return the references of the items in each layer in use, from the top down."""
        by_layer: dict[str, list[str]] = {}
        for ref, item in self.items.items():
            by_layer.setdefault(layer_of(item), []).append(ref)
        return {layer: by_layer[layer] for layer in LAYERS if layer in by_layer}

    def is_shown(self, item: Item) -> bool:
        """Return whether the layer of an item is visible."""
        return self.layers.get(layer_of(item)) != HIDDEN

    def is_free(self, item: Item) -> bool:
        """Return whether an item can be selected: its layer is neither hidden nor locked."""
        return layer_of(item) not in self.layers

    def at(self, spot: Spot, reach: float = 0.15) -> str:
        """Return the reference of the smallest selectable item within `reach` inches of a spot, or ""."""
        point = shapely.Point(spot)
        west, south, east, north = spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach
        in_reach: list[tuple[bool, float, str]] = []
        for ref, item in self.items.items():
            box = shape_of(item).bounds
            if box[0] > east or box[2] < west or box[1] > north or box[3] < south or not self.is_free(item):
                continue
            if shape_of(item).distance(point) <= reach:
                in_reach.append((isinstance(item, Zone), shape_of(item).area, ref))
        return min(in_reach)[2] if in_reach else ""

    def inside(self, box: Box) -> list[str]:
        """Return the references of the selectable items that are completely in a box."""
        area = shapely.box(*box)
        return [ref for ref, item in self.items.items() if self.is_free(item) and area.covers(shape_of(item))]

    # -- selecting

    def select(self, refs: Iterable[str], *, more: bool = False) -> None:
        """Select items with their groups; with `more`, add them, or remove them if all are selected."""
        refs_of_groups = list(dict.fromkeys(member for ref in refs for member in self.group_of(ref)))
        old = self.selected
        if more and refs_of_groups and all(ref in old for ref in refs_of_groups):
            self.selected = tuple(ref for ref in old if ref not in refs_of_groups)
        else:
            kept_refs = old if more else ()
            self.selected = tuple(dict.fromkeys((*kept_refs, *refs_of_groups)))

    def group_of(self, ref: str) -> list[str]:
        """Return the references of all items in the group of an item, or only its own."""
        group = _group(self.items[ref])
        return [other for other, item in self.items.items() if _group(item) == group] if group else [ref]

    def select_next(self, by: int) -> None:
        """Select the selectable item `by` places further, from west to east, going round."""
        selectable = [ref for ref, item in self.items.items() if self.is_free(item)]
        selectable.sort(key=lambda ref: (middle_of(box_of(self.items[ref])), ref))
        if selectable:
            index = (
                selectable.index(self.selected[-1]) + by
                if self.selected and self.selected[-1] in selectable
                else min(by, 0)
            )
            self.selected = (selectable[index % len(selectable)],)

    def select_layer(self, layer: str) -> None:
        """Select all items in a layer, unless it is hidden or locked."""
        self.selected = tuple(self.in_layers().get(layer, ())) if layer not in self.layers else ()

    def turn_layer(self, layer: str, state: str) -> None:
        """Give a layer a state, or remove the state if it has it; deselect items that this hides or locks."""
        if self.layers.get(layer) == state:
            del self.layers[layer]
        else:
            self.layers[layer] = state
        self.selected = tuple(ref for ref in self.selected if self.is_free(self.items[ref]))

    # -- changing the document

    def change(self, **fields: Any) -> bool:
        """Change fields of the document as one step; return whether the result is valid. If not, set the notice."""
        old = self.document
        if all(getattr(old, name) == value for name, value in fields.items()):
            return True
        values = {name: getattr(old, name) for name in MapDocument.model_fields} | {"version": 2} | fields
        try:
            new = MapDocument(**values)
        except ValidationError as error:
            self.notice = self._reason(first_refusal(error, "map"), fields)
            return False
        self.past = [*self.past[-MOST_STEPS + 1 :], old]
        self.future, self.document, self.notice = [], new, ""
        self._forget_lost()
        return True

    def _reason(self, refusal: DocumentError, fields: Mapping[str, Any]) -> str:
        """Return a refusal in words, with the name of the faulty item."""
        field, _bracket, after_bracket = refusal.where.partition("[")
        number = after_bracket.partition("]")[0]
        if field in fields and number.isdigit() and int(number) < len(fields[field]):
            return _("{name}: {reason}", name=fields[field][int(number)].name, reason=refusal.reason)
        return refusal.reason

    def _forget_lost(self) -> None:
        """Remove items that no longer exist from the selection."""
        self.selected = tuple(ref for ref in self.selected if ref in self.items)

    def back(self, *, redo: bool = False) -> bool:
        """Undo or (`redo`) redo a step; return whether there was one. If not, set the notice."""
        source, target = (self.future, self.past) if redo else (self.past, self.future)
        if not source:
            self.notice = _("There is nothing to redo") if redo else _("There is nothing to undo")
            return False
        target.append(self.document)
        self.document, self.notice = source.pop(), ""
        self._forget_lost()
        return True

    def replace(self, replacements: Mapping[str, Item | None]) -> bool:
        """Replace items by new ones, or delete them (None), as one step; return whether that was possible."""
        fields: dict[str, list[Item]] = {name: [] for name in PARTS}
        for ref, item in self.items.items():
            new = replacements.get(ref, item)
            if new is not None and new is not item:
                new = self._checked(new)
                if new is None:
                    return False
            if new is not None:
                fields[_field_of(new)].append(new)
        return self.change(**{name: tuple(parts) for name, parts in fields.items()})

    def _checked(self, item: Item) -> Item | None:
        """Return an item as it would be read from a file; None, with a notice, if it is not valid."""
        try:
            return type(item).model_validate_json(item.model_dump_json())
        except ValidationError as error:
            reason = first_refusal(error, "map").reason
            self.notice = _("{name}: {reason}", name=item.name, reason=reason)
            return None

    def add(self, items: Sequence[Item], *, select: bool = True) -> bool:
        """Add items, with their counterparts if mirroring is on, as one step; return whether that was possible."""
        new: list[Item] = []
        twins: list[Item] = []
        for item in items:
            new.append(self._with_new_name(item, (*new, *twins)))
            twin = carried(item, self.across) if self.mirror else None
            if twin is not None and match(item, [item], self.across) is None:
                twins.append(self._with_new_name(twin, (*new, *twins), twin=True))
        valid = [self._checked(item) for item in (*new, *twins)]
        if None in valid:
            return False
        document_with_items = self._with_more([item for item in valid if item is not None])
        if not new or not self.change(**{name: getattr(document_with_items, name) for name in PARTS}):
            return False
        if select:  # not the counterparts, which follow all changes anyway
            chosen = {id(item) for item in valid[: len(new)]}
            self.selected = tuple(ref for ref, item in self.items.items() if id(item) in chosen)
        return True

    def _with_new_name(self, item: Item, others: Sequence[Item], *, twin: bool = False) -> Item:
        """Return a new item with an id and a matching name that no other item has."""
        trial = self._with_more(others)
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

    def _with_more(self, others: Sequence[Item]) -> MapDocument:
        """Return the map with more items, without checks."""
        by_field = {name: tuple(other for other in others if _field_of(other) == name) for name in PARTS}
        return self.document.model_copy(
            update={name: (*getattr(self.document, name), *items) for name, items in by_field.items() if items}
        )

    # -- counterparts

    @property
    def across(self) -> Motion:
        """The motion that takes items to their mirrored places; a half turn if mirroring is off."""
        return mirrored(self.mirror or "turn", self.centre)

    def counterpart(self, ref: str) -> str:
        """Return the reference of the item that mirrors another one, or ""; "" if mirroring is off."""
        if not self.mirror:
            return ""
        item = self.items[ref]
        twin = match(item, (other for other in self.items.values() if other is not item), self.across)
        return next((other_ref for other_ref, other in self.items.items() if other is twin), "")

    def transform(self, alter: Callable[[Item], Item], refs: Sequence[str] = ()) -> bool:
        """Change items, by default the selected ones, with their counterparts if mirroring is on."""
        replacements: dict[str, Item | None] = {}
        for ref in refs or self.selected:
            replacements[ref] = alter(self.items[ref])
        for ref in tuple(replacements):
            twin, new = self.counterpart(ref), replacements[ref]
            if twin and twin not in replacements and new is not None:
                replacements[twin] = _dressed_as(self.items[twin], carried(new, self.across))
        return self.replace(replacements)

    # -- moving

    def snapped(self, spot: Spot, *, free: bool = False) -> Spot:
        """Return the nearest spot on the table to which items snap, or with `free` just the nearest spot."""
        x, y = spot
        if self.pitch and not free:
            x, y = round(x / self.pitch) * self.pitch, round(y / self.pitch) * self.pitch
        return snap(min(max(x, 0.0), self.document.width)), snap(min(max(y, 0.0), self.document.height))

    def aimed(self, start: Spot, spot: Spot, *, free: bool = False) -> Spot:
        """Return the spot near another one that is in a direction from `start` to which lines snap."""
        distance, step = math.dist(start, spot), math.radians(self.angle)
        if self.pitch and not free:
            distance = round(distance / self.pitch) * self.pitch
        direction = round(math.atan2(spot[1] - start[1], spot[0] - start[0]) / step) * step
        x, y = start[0] + distance * math.cos(direction), start[1] + distance * math.sin(direction)
        return snap(min(max(x, 0.0), self.document.width)), snap(min(max(y, 0.0), self.document.height))

    def step_to(self, dx: float, dy: float, *, free: bool = False) -> tuple[float, float]:
        """Return the distance by which a dragged selection moves: its edges snap, and it stays on the table."""
        box = self.box
        if box is None:
            return 0.0, 0.0
        if self.pitch and not free:
            dx = round((box[0] + dx) / self.pitch) * self.pitch - box[0]
            dy = round((box[1] + dy) / self.pitch) * self.pitch - box[1]
        dragged = [carried(item, moved(dx, dy)) for item in self.chosen]
        correction = within_table(dragged, self.document.width, self.document.height)
        return snap(dx + correction[0]), snap(dy + correction[1])

    def move(self, dx: float, dy: float) -> bool:
        """Move the selection as far as it stays on the table; return whether that was possible."""
        items_moved = [carried(item, moved(dx, dy)) for item in self.chosen]
        correction = within_table(items_moved, self.document.width, self.document.height)
        return self.transform(lambda item: carried(item, moved(dx + correction[0], dy + correction[1])))

    def turn(self, degrees: float) -> bool:
        """Turn the selection about its middle."""
        return self._about_middle(lambda about: turned(degrees, about))

    def flip(self, across: str) -> bool:
        """Mirror the selection about its middle: "sides" swaps left and right, "ends" top and bottom."""
        return self._about_middle(lambda about: mirrored(across, about))

    def _about_middle(self, motion: Callable[[Spot], Motion]) -> bool:
        """Apply a motion about the selection's middle, then move it back onto the table if needed."""
        box = self.box
        if box is None:
            return False
        items_moved = [carried(item, motion(middle_of(box))) for item in self.chosen]
        correction = moved(*within_table(items_moved, self.document.width, self.document.height))
        return self.transform(lambda item: carried(carried(item, motion(middle_of(box))), correction))

    def put(self, side: str, inches: float) -> bool:
        """Put the selection a number of inches from an edge of the table: "west", "east", "south" or "north"."""
        box = self.box
        if box is None:
            return False
        width, height = self.document.width, self.document.height
        shift = {
            "west": (inches - box[0], 0.0),
            "east": (width - inches - box[2], 0.0),
            "south": (0.0, inches - box[1]),
            "north": (0.0, height - inches - box[3]),
        }[side]
        if shift == self._shift_on_table(shift):
            return self.move(*shift)
        self.notice = _("That is off the table")
        return False

    def _shift_on_table(self, shift: tuple[float, float]) -> tuple[float, float]:
        """Return a shift of the selection, corrected so that it stays on the table."""
        items_moved = [carried(item, moved(*shift)) for item in self.chosen]
        dx, dy = within_table(items_moved, self.document.width, self.document.height)
        return (shift[0] + dx, shift[1] + dy) if abs(dx) + abs(dy) > 1e-3 else shift

    def resize(self, *, width: float = 0.0, height: float = 0.0) -> bool:
        """Stretch the selection to a width or a height in inches; its south-west corner stays in place."""
        box = self.box
        if box is None:
            return False
        new_box = (box[0], box[1], box[0] + width if width else box[2], box[1] + height if height else box[3])
        if min(new_box[2] - new_box[0], new_box[3] - new_box[1]) < 0.05:
            self.notice = _("That is too small")
            return False
        return self.transform(lambda item: carried(item, stretched(box, new_box)))

    def align(self, alignment: str) -> bool:
        """Align the selected items by their west, east, south or north edges or middles, or make gaps equal."""
        items, box = dict(zip(self.selected, self.chosen)), self.box
        if box is None or len(items) < 2:
            self.notice = _("Select two things or more to align them")
            return False
        if alignment in ("across", "up"):
            return self._spread(0 if alignment == "across" else 1)
        replacements: dict[str, Item | None] = {}
        for ref, item in items.items():
            item_box, middle, box_middle = box_of(item), middle_of(box_of(item)), middle_of(box)
            shift = {
                "west": (box[0] - item_box[0], 0.0),
                "east": (box[2] - item_box[2], 0.0),
                "south": (0.0, box[1] - item_box[1]),
                "north": (0.0, box[3] - item_box[3]),
                "column": (box_middle[0] - middle[0], 0.0),
                "row": (0.0, box_middle[1] - middle[1]),
            }[alignment]
            replacements[ref] = carried(item, moved(*shift))
        return self.replace(replacements)

    def _spread(self, axis: int) -> bool:
        """Make the gaps between the selected items equal along an axis; the outermost items stay in place."""
        pairs = sorted(zip(self.selected, self.chosen), key=lambda pair: middle_of(box_of(pair[1]))[axis])
        boxes = [box_of(item) for _ref, item in pairs]
        lengths = [box[axis + 2] - box[axis] for box in boxes]
        gap = (max(box[axis + 2] for box in boxes) - boxes[0][axis] - sum(lengths)) / (len(pairs) - 1)
        replacements: dict[str, Item | None] = {}
        position = boxes[0][axis]
        for (ref, item), box, length in zip(pairs, boxes, lengths):
            shift = position - box[axis]
            replacements[ref] = carried(item, moved(shift, 0.0) if axis == 0 else moved(0.0, shift))
            position += length + gap
        return self.replace(replacements)

    # -- copies, groups, and facts

    def delete(self) -> bool:
        """Delete the selected items, with their counterparts if mirroring is on."""
        twins = [self.counterpart(ref) for ref in self.selected]
        deleted = {ref for ref in (*self.selected, *twins) if ref}
        self.selected = ()
        return self.replace(dict.fromkeys(deleted))

    def duplicate(self, items: Sequence[Item] = (), goal: Spot | None = None) -> bool:
        """Copy items, by default the selected ones, beside the originals or with their middle at a spot."""
        items = list(items) or self.chosen
        box = box_around(items)
        if box is None:
            return False
        middle = middle_of(box)
        shift = (SHIFT, -SHIFT) if goal is None else (goal[0] - middle[0], goal[1] - middle[1])
        items_moved = [carried(item, moved(*shift)) for item in items]
        correction = within_table(items_moved, self.document.width, self.document.height)
        copies = [self._in_new_group(carried(item, moved(*correction))) for item in items_moved]
        return self.add(copies)

    def _in_new_group(self, item: Item) -> Item:
        """Return a copy in another group than its original, so that copies of a group form a new group."""
        group = _group(item)
        return _in_group(item, f"{group}+") if group else item

    def duplicate_turned(self) -> bool:
        """Copy the selection to the other half of the table: mirrored, or turned by 180° if mirroring is off."""
        motion = self.across
        old_mirror, self.mirror = self.mirror, ""
        done = self.add([self._in_new_group(carried(item, motion)) for item in self.chosen])
        self.mirror = old_mirror
        return done

    def group(self, *, together: bool = True) -> bool:
        """Put the selected terrain pieces in one group, or remove them from their groups."""
        pieces = [ref for ref, item in zip(self.selected, self.chosen) if isinstance(item, TerrainPiece)]
        if len(pieces) < 2 and together:
            self.notice = _("Select two pieces or more to group them")
            return False
        used = {_group(item) for item in self.items.values()}
        name = next(str(number) for number in range(1, 1_000) if str(number) not in used) if together else ""
        return self.replace({ref: _in_group(self.items[ref], name) for ref in pieces})

    def set_fact(self, **changes: Any) -> bool:
        """Change facts of the selected items, as far as each item has these facts."""

        def alter(item: Item) -> Item:
            own_changes = {name: value for name, value in changes.items() if name in type(item).model_fields}
            return item.model_copy(update=own_changes)

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
        """Move a corner of the only selected item, remove it (None), or add a `new` corner after it."""
        return self.transform(lambda item: with_corner(item, number, spot, new=new))

    # -- the clipboard

    def copied(self) -> MapDocument | None:
        """Return a map of only the selected items, for pasting into another map; None without a selection."""
        if not self.selected:
            return None
        selected = {name: tuple(item for item in self.chosen if _field_of(item) == name) for name in PARTS}
        return self.document.model_copy(update={**selected, "dressing": (), "name": _("Parts of a map"), "version": 2})

    def paste(self, document: MapDocument, to: Spot | None = None) -> bool:
        """Add all items of a map, at their places there or with their middle at a spot."""
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
    """Return a copy of the item `like` under the id and name of another."""
    kept_fields: dict[str, Any] = {"name": item.name}
    if not isinstance(item, Deployment):
        kept_fields["id"] = item.id
    if isinstance(item, Zone):
        kept_fields["seat"] = item.seat
    return like.model_copy(update=kept_fields)
