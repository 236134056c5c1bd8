"""Buildings: who is where in them, how many still fit, what is left of them; sides can be pointed at and chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Line, SiteView, SlotView
from game.ui.board.labels import hidden
from game.ui.board.overlays import LEGAL, Entry, Overlay
from game.ui.board.pieces import NOBODYS, Liveries, drawn_radius, paint_swatch
from game.ui.play.focus import Focus
from game.ui.play.overlays.choices import choosable
from game.ui.play.part import Part, Tip
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, dashes
from game.ui.widgets.text import draw_plate, ink
from game.ui.widgets.theme import BAD, GOOD, INK, LAMP, PAPER, SHADOW, SLATE, SLATE_LINE, WARNING, Colour, Theme, mix
from game.wording import N_, _, ngettext

INSET: Final = 0.2
"""Inches inside its outline at which a side is drawn."""
CORNER: Final = 0.6
"""Inches that its ends stay off the corners."""
DASH: Final = 5.0


class Side(NamedTuple):
    """How a side is drawn: in bold if it is held, pointed at or offered."""

    slot: SlotView
    colour: Colour
    bold: bool


class SidesOverlay(Overlay):
    """The sides of a building where units may be, dashed just inside its outline."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self.sides = [side for side in sides if side.slot.start != side.slot.end]
        spots = [spot for side in self.sides for spot in (side.slot.start, side.slot.end)]
        super().__init__(shapely.MultiPoint(spots).envelope)

    def legend(self) -> tuple[Entry, ...]:
        return (Entry(_("sides of a building"), lambda ground, frame: _of_sample(ground.bounds).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        for slot, colour, bold in self.sides:
            length = math.dist(slot.start, slot.end)
            corner = min(CORNER, length / 6)
            dx, dy = (slot.end[0] - slot.start[0]) / length, (slot.end[1] - slot.start[1]) / length
            ends = [(x - dy * INSET + by * dx, y + dx * INSET + by * dy)
                    for (x, y), by in ((slot.start, corner), (slot.end, -corner))]  # fmt: skip
            for stretch in dashes([frame.at(*spot) for spot in ends], DASH):
                pygame.draw.line(canvas, SHADOW, stretch[0], stretch[-1], 5 if bold else 3)
                pygame.draw.line(canvas, colour, stretch[0], stretch[-1], 3 if bold else 1)
        return canvas


def _of_sample(bounds: tuple[float, ...]) -> SidesOverlay:
    west, south, east, _north = bounds
    return SidesOverlay([Side(SlotView("", "", (west, south), (east, south)), INK, True)])


def paint_plate(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> pygame.Surface:
    """Return the plate of a building: places taken of all, each player's number, tokens, and a bar of what is left."""
    px, parts = theme.px, [*_numbers(theme, site, counts, owners)]
    gap, pad = px(0.5), px(0.75)
    wide = max(px(4), sum(each.get_width() + gap for each in parts) - gap)
    high, bar = max((each.get_height() for each in parts), default=0), px(0.75)
    plate = pygame.Surface((wide + 2 * pad, high + bar + px(1)), pygame.SRCALPHA, 32)
    draw_plate(plate, plate.get_rect(), (*SLATE, 225), SLATE_LINE, px(0.75))
    x = pad
    for each in parts:
        plate.blit(each, (x, px(0.25) + (high - each.get_height()) // 2))
        x += each.get_width() + gap
    _bar(plate, pygame.Rect(pad, plate.get_height() - bar - px(0.5), wide, bar), site.left / max(1, site.most))
    return plate


def _numbers(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> Iterator[pygame.Surface]:
    """Yield the parts of the upper row; the players are named where there are several."""
    for player, count in counts.items() if len(counts) > 1 else ():
        yield paint_swatch(owners.get(player, NOBODYS), theme.px(1.75))
        yield ink(theme, str(count), "small", "semibold", INK)
    if site.places:
        taken = str(site.taken) if len(counts) < 2 else ""
        yield ink(theme, f"{taken}/{site.places}", "small", "semibold", INK)
    if site.tokens:
        yield _token(theme.px(1.5))
        yield ink(theme, str(site.tokens), "small", "semibold", WARNING)


def _bar(plate: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Draw a bar: full for what is left, hatched for what is lost."""
    kept = plate.get_clip()
    lost = pygame.Rect(room.left + round(room.width * share), room.top, 0, room.height)
    lost.width = room.right - lost.left
    pygame.draw.rect(plate, mix(SLATE, BAD, 0.25), room)
    plate.set_clip(lost)
    for x in range(lost.left, lost.right + room.height, 4):
        pygame.draw.line(plate, BAD, (x, room.top), (x - room.height, room.bottom - 1))
    plate.set_clip(kept)
    pygame.draw.rect(plate, GOOD, pygame.Rect(room.left, room.top, lost.left - room.left, room.height))
    pygame.draw.rect(plate, SHADOW, room, 1)


def _token(size: int) -> pygame.Surface:
    """Paint the sign of a token: a triangle."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.polygon(picture, WARNING, [(size / 2, 1), (size - 1, size - 1), (0, size - 1)])
    return picture


NEAR: Final = 0.7
"""Inches from a side within which it is pointed at."""
KEPT: Final = 60


class Sites(Part):
    """The sides and the plate of a building, where anything is in it or lost, if it can be chosen or is pointed at."""

    depth = 6
    height = 1
    title: ClassVar = N_("Buildings")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._plates, self._sides = Memo[pygame.Surface](KEPT), Memo[SidesOverlay](KEPT)
        self._shapes = Memo[Mapping[str, BaseGeometry]]()
        self._near = Memo[tuple[str, SlotView | None]]()
        self._placed: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._laid: list[SidesOverlay] = []

    # -- what is shown ---------------------------------------------------------------------------

    @property
    def sites(self) -> Mapping[str, SiteView]:
        """All sites, by the id of their terrain."""
        return self.focus.animation.view.sites

    def shown(self) -> Mapping[str, SiteView]:
        """Return the sites that are shown now."""
        if not self.sites or not self.focus.calm or self.focus.sheets:
            return {}
        asked = {*choosable(self.focus), *(slot.rpartition(":")[0] for slot in self.offered())}
        here, _slot = self._under_mouse()
        return {
            name: site
            for name, site in self.sites.items()
            if site.taken or site.left < site.most or site.tokens or (site.places and (name == here or name in asked))
        }

    def shapes(self) -> Mapping[str, BaseGeometry]:
        """Return the outlines of the sites."""
        field = self.focus.model.battlefield
        return self._shapes.of(field, lambda: {each.id: each.shape for each in field.pieces if each.id in self.sites})

    def _under_mouse(self) -> tuple[str, SlotView | None]:
        """Return the terrain under the mouse, or just beside it, and the place there; "" and None without any."""
        spot, shapes = self.focus.mouse_spot if self.focus.pointing else None, self.shapes()
        if spot is None or not shapes:
            return "", None

        def find() -> tuple[str, SlotView | None]:
            far = shapely.distance([*shapes.values()], shapely.Point(spot))
            here = next((name for name, inches in zip(shapes, far, strict=True) if inches <= NEAR / 2), "")
            slots = self.sites[here].slots if here else ()
            apart = [(_gap(slot, spot), slot.id, slot) for slot in slots]
            return here, next((slot for inches, _id, slot in sorted(apart)[:1] if inches <= NEAR), None)

        return self._near.of((spot, self.focus.model.version), find)  # asked for many times a frame

    def offered(self) -> dict[str, MenuItem]:
        """Return the rows about places in terrain, by these."""
        slots = {slot.id for site in self.sites.values() for slot in site.slots}
        rows = [row for row in self.focus.actions.actions if row.enabled] if slots else []
        return {each: row for row in rows for each in row.about.terrain if each in slots}

    @property
    def slot(self) -> SlotView | None:
        """The side or the middle under the mouse, None without one or while anything is dragged."""
        focus, target = self.focus, self.focus.input_target
        if not focus.rests or focus.sheets or focus.tool is not None:
            return None
        if focus.ghost.away or (target is not None and target.drags):
            return None
        return self._under_mouse()[1]

    # -- drawing ---------------------------------------------------------------------------------

    def under(self, target: Canvas) -> None:
        shown = self.shown()
        self._placed = [self._plate(name, site) for name, site in shown.items()]
        self.focus.context.sprites.taken = tuple(place for _plate, place in self._placed)
        self._laid = self._overlays(shown)
        for overlay in self._laid:
            overlay.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        for plate, place in self._placed if self.focus.calm else ():
            target.blit(plate, place)

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for _plate, place in self._placed]

    def legend(self) -> Sequence[Entry]:
        return self._laid[0].legend() if self._laid and self.focus.rests else ()

    def _overlays(self, shown: Mapping[str, SiteView]) -> list[SidesOverlay]:
        """Return the sides of some sites: in the colour of those there, or of what they are for now."""
        focus, pointed, offered = self.focus, self.slot, self.offered()
        found, owners = [], focus.context.owners
        for site in shown.values():
            sides = []
            for slot in site.slots:
                held = self._owners(slot)
                colour = owners.get(held[0], NOBODYS).colour if held else PAPER
                colour = LAMP if slot == pointed else LEGAL if slot.id in offered else colour
                sides.append(Side(slot, colour, bool(held) or slot == pointed or slot.id in offered))
            if sides:
                found.append(self._sides.of(tuple(sides), partial(SidesOverlay, sides)))
        return found

    def _owners(self, slot: SlotView) -> list[str]:
        """Return the owner of each piece in a place."""
        pieces = (self.focus.model.pieces.get(each) for each in slot.pieces)
        return [piece.owner for piece in pieces if piece is not None]

    def _plate(self, name: str, site: SiteView) -> tuple[pygame.Surface, pygame.Rect]:
        """Return the plate of a site, and its place over it: where it covers the least of pieces."""
        focus, camera = self.focus, self.focus.camera
        inside = sorted(owner for slot in site.slots for owner in self._owners(slot))
        counts = {player: inside.count(player) for player in inside}
        key = site, tuple(counts.items()), id(self.theme), tuple(focus.context.owners.items())
        plate = self._plates.of(key, partial(paint_plate, self.theme, site, counts, focus.context.owners))
        west, south, east, north = self.shapes()[name].bounds
        (left, top), (right, bottom) = camera.to_screen(west, north), camera.to_screen(east, south)
        x, y = (left + right) / 2, (top + bottom) / 2
        bodies = []
        for piece in focus.animation.view.pieces:
            (px, py), r = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
            bodies.append(pygame.Rect(px - r, py - r, 2 * r, 2 * r))
        step = plate.get_height() * 0.8
        anchors: list[dict[str, tuple[float, float]]] = [{"center": (x, y + by * step)} for by in (0, 1, -1)]
        anchors += [{"midtop": (x, bottom)}, {"midbottom": (x, top)}, {"midleft": (right, y)}, {"midright": (left, y)}]
        places = [plate.get_rect(**anchor) for anchor in anchors]
        return plate, min(places, key=lambda place: hidden(place, bodies))

    # -- input -----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        """Choose the side that is clicked, if it is offered."""
        tool, slot = self.focus.input_target, self.slot
        row = self.offered().get(slot.id) if slot is not None else None
        if event.type != pygame.MOUSEBUTTONUP or tool is None or row is None:
            return False
        self.focus.call(lambda: tool.perform(row))
        return True

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        slot, focus = self.slot, self.focus
        on_plate = zip(self.shown(), self._placed, strict=False)
        if here := next((name for name, (_plate, place) in on_plate if place.collidepoint(pixel)), ""):
            return focus.model.name_of(here), (*_plate_lines(self.sites[here]),)
        if slot is None or focus.piece_at(focus.camera.to_table(*pixel)):
            return None
        inside = [Line(focus.model.name_of(each)) for each in slot.pieces]
        grounds = focus.animation.view.grounds.get(self._under_mouse()[0], ()) if slot.start == slot.end else ()
        return slot.name, (*(inside or [Line(_("No unit is there"), tone="quiet")]), *grounds)


def _plate_lines(site: SiteView) -> Iterator[Line]:
    """Yield what the plate of a building says, in words."""
    if site.places:
        yield Line(_("{n} of {most} places for units taken", n=site.taken, most=site.places))
    if site.most:
        yield Line(_("{left} of {most} damage points left", left=site.left, most=site.most))
    if site.tokens:
        yield Line(ngettext("{n} token", "{n} tokens", site.tokens), tone="warning")


def _gap(slot: SlotView, spot: tuple[float, float]) -> float:
    """Return the inches from a spot to a side, or to a place in the middle."""
    return float(shapely.distance(shapely.LineString([slot.start, slot.end]), shapely.Point(spot)))
