"""Overlay of buildings: which units are where inside, how much room and damage is left; sides can be clicked."""

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
"""Inches between the outline of a building and the line drawn for a side."""
CORNER: Final = 0.6
"""Inches between the ends of that line and the corners."""
DASH: Final = 5.0


class Side(NamedTuple):
    """A side of a building as it is drawn: bold if it is occupied, pointed at or offered."""

    slot: SlotView
    colour: Colour
    bold: bool


class SidesOverlay(Overlay):
    """The sides of a building that can hold units, dashed just inside its outline."""

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
            # both ends moved inwards by INSET and along the side by `shift`
            side_ends = [(x - dy * INSET + shift * dx, y + dx * INSET + shift * dy)
                    for (x, y), shift in ((slot.start, corner), (slot.end, -corner))]  # fmt: skip
            for stretch in dashes([frame.at(*spot) for spot in side_ends], DASH):
                pygame.draw.line(canvas, SHADOW, stretch[0], stretch[-1], 5 if bold else 3)
                pygame.draw.line(canvas, colour, stretch[0], stretch[-1], 3 if bold else 1)
        return canvas


def _of_sample(bounds: tuple[float, ...]) -> SidesOverlay:
    """Return the sides for a sample in the legend: one, along its lower edge."""
    west, south, east, _north = bounds
    return SidesOverlay([Side(SlotView("", "", (west, south), (east, south)), INK, True)])


def paint_plate(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> pygame.Surface:
    """Return the plate of a building: places taken, the number of each player's units, tokens, and the damage bar.

    Without damage there is no bar, so that nobody takes the places for its hit points.
    """
    px, parts = theme.px, [*_numbers(theme, site, counts, owners)]
    gap, margin = px(0.5), px(0.75)
    width = max(px(4), sum(part.get_width() + gap for part in parts) - gap)
    height, bar = max((part.get_height() for part in parts), default=0), px(0.75) if site.left < site.most else 0
    plate = pygame.Surface((width + 2 * margin, height + bar + px(1 if bar else 0.5)), pygame.SRCALPHA, 32)
    draw_plate(plate, plate.get_rect(), (*SLATE, 225), SLATE_LINE, px(0.75))
    x = margin
    for part in parts:
        plate.blit(part, (x, px(0.25) + (height - part.get_height()) // 2))
        x += part.get_width() + gap
    if bar:
        _bar(plate, pygame.Rect(margin, plate.get_height() - bar - px(0.5), width, bar), site.left / site.most)
    return plate


def _numbers(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> Iterator[pygame.Surface]:
    """Yield the pictures of the upper row; with several players, each number has its player's colour."""
    for player, count in counts.items() if len(counts) > 1 else ():
        yield paint_swatch(owners.get(player, NOBODYS), theme.px(1.75))
        yield ink(theme, str(count), "small", "semibold", INK)
    if site.places:
        yield _person(theme.px(1.5))
        taken = str(site.taken) if len(counts) < 2 else ""
        yield ink(theme, f"{taken}/{site.places}", "small", "semibold", INK)
    if site.tokens:
        yield _token(theme.px(1.5))
        yield ink(theme, str(site.tokens), "small", "semibold", WARNING)


def _bar(plate: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Draw a bar: filled for the part that is left, hatched for the part that is lost."""
    clip = plate.get_clip()
    lost = pygame.Rect(room.left + round(room.width * share), room.top, 0, room.height)
    lost.width = room.right - lost.left
    pygame.draw.rect(plate, mix(SLATE, BAD, 0.25), room)
    plate.set_clip(lost)
    for x in range(lost.left, lost.right + room.height, 4):
        pygame.draw.line(plate, BAD, (x, room.top), (x - room.height, room.bottom - 1))
    plate.set_clip(clip)
    pygame.draw.rect(plate, GOOD, pygame.Rect(room.left, room.top, lost.left - room.left, room.height))
    pygame.draw.rect(plate, SHADOW, room, 1)


def _person(size: int) -> pygame.Surface:
    """Paint the sign of places for units: a head above shoulders."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.circle(picture, INK, (size / 2, size * 0.27), size * 0.24)
    shoulders = pygame.Rect(0, 0, round(size * 0.8), round(size * 0.9)).move(round(size * 0.1), round(size * 0.58))
    pygame.draw.ellipse(picture, INK, shoulders)
    return picture


def _token(size: int) -> pygame.Surface:
    """Paint the sign of a token: a triangle."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.polygon(picture, WARNING, [(size / 2, 1), (size - 1, size - 1), (0, size - 1)])
    return picture


NEAR: Final = 0.7
"""Inches from a side within which the mouse points at it."""
KEPT: Final = 60


class Sites(Part):
    """The sides and plates of buildings that have units, damage or tokens, can be chosen, or are under the mouse."""

    depth = 6
    height = 0
    title: ClassVar = N_("Buildings")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._plates, self._sides = Memo[pygame.Surface](KEPT), Memo[SidesOverlay](KEPT)
        self._shapes = Memo[Mapping[str, BaseGeometry]]()
        self._near = Memo[tuple[str, SlotView | None]]()
        self._placed: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._laid: list[SidesOverlay] = []

    # -- sites ------------------------------------------------------------------------------------

    @property
    def sites(self) -> Mapping[str, SiteView]:
        """All buildings that can hold units, by the id of their terrain."""
        return self.focus.animation.view.sites

    def shown(self) -> Mapping[str, SiteView]:
        """Return the sites that are shown now."""
        if not self.sites or not self.focus.calm or self.focus.sheets:
            return {}
        choices = {*choosable(self.focus), *(slot.rpartition(":")[0] for slot in self.offered())}
        under_mouse, _slot = self._under_mouse()
        return {
            name: site
            for name, site in self.sites.items()
            if site.taken
            or site.left < site.most
            or site.tokens
            or (site.places and (name == under_mouse or name in choices))
        }

    def shapes(self) -> Mapping[str, BaseGeometry]:
        """Return the outlines of the sites."""
        field = self.focus.model.battlefield
        return self._shapes.of(
            field, lambda: {terrain.id: terrain.shape for terrain in field.pieces if terrain.id in self.sites}
        )

    def _under_mouse(self) -> tuple[str, SlotView | None]:
        """Return the building under or just beside the mouse, and the place in it there; "" and None without any."""
        spot, shapes = self.focus.mouse_spot if self.focus.pointing else None, self.shapes()
        if spot is None or not shapes:
            return "", None

        def find() -> tuple[str, SlotView | None]:
            distances = shapely.distance([*shapes.values()], shapely.Point(spot))
            building = next((site for site, inches in zip(shapes, distances, strict=True) if inches <= NEAR / 2), "")
            slots = self.sites[building].slots if building else ()
            by_distance = [(_gap(slot, spot), slot.id, slot) for slot in slots]
            return building, next((slot for inches, _id, slot in sorted(by_distance)[:1] if inches <= NEAR), None)

        return self._near.of((spot, self.focus.model.version), find)  # needed many times a frame

    def offered(self) -> dict[str, MenuItem]:
        """Return the rows about places in buildings, by the id of the place."""
        slots = {slot.id for site in self.sites.values() for slot in site.slots}
        rows = [row for row in self.focus.actions.actions if row.enabled] if slots else []
        return {terrain: row for row in rows for terrain in row.about.terrain if terrain in slots}

    @property
    def slot(self) -> SlotView | None:
        """The side or inner place of a building under the mouse; None without one, or while something is dragged."""
        focus, target = self.focus, self.focus.input_target
        if not focus.shows_aids or focus.sheets or focus.tool is not None:
            return None
        if focus.ghost.away or (target is not None and target.drags):
            return None
        return self._under_mouse()[1]

    # -- drawing ---------------------------------------------------------------------------------

    def under(self, target: Canvas) -> None:
        sites = self.shown()
        self._placed = [self._plate(name, site) for name, site in sites.items()]
        self.focus.context.sprites.taken = tuple(place for _plate, place in self._placed)
        self._laid = self._overlays(sites)
        for overlay in self._laid:
            overlay.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        captions = self.focus.context.readings  # what rulers and ghosts say now is worth more than a plate
        for plate, place in self._placed if self.focus.calm else ():
            if place.collidelist(captions) < 0:
                target.blit(plate, place)

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for _plate, place in self._placed]

    def legend(self) -> Sequence[Entry]:
        return self._laid[0].legend() if self._laid and self.focus.shows_aids else ()

    def _overlays(self, shown: Mapping[str, SiteView]) -> list[SidesOverlay]:
        """Return the sides of buildings: in their owner's colour, or in that of a choice."""
        focus, pointed, offered = self.focus, self.slot, self.offered()
        overlays, owners = [], focus.context.owners
        for site in shown.values():
            sides = []
            for slot in site.slots:
                slot_owners = self._owners(slot)
                colour = owners.get(slot_owners[0], NOBODYS).colour if slot_owners else PAPER
                if slot == pointed:
                    colour = LAMP
                elif slot.id in offered:
                    colour = LEGAL
                sides.append(Side(slot, colour, bool(slot_owners) or slot == pointed or slot.id in offered))
            if sides:
                overlays.append(self._sides.of(tuple(sides), partial(SidesOverlay, sides)))
        return overlays

    def _owners(self, slot: SlotView) -> list[str]:
        """Return the owner of each piece in a place."""
        pieces = (self.focus.model.pieces.get(piece_id) for piece_id in slot.pieces)
        return [piece.owner for piece in pieces if piece is not None]

    def _plate(self, name: str, site: SiteView) -> tuple[pygame.Surface, pygame.Rect]:
        """Return the plate of a building, and its place over the building where it hides the least of pieces."""
        focus, camera = self.focus, self.focus.camera
        inside = sorted(owner for slot in site.slots for owner in self._owners(slot))
        counts = {player: inside.count(player) for player in inside}
        key = site, tuple(counts.items()), id(self.theme), tuple(focus.context.owners.items())
        plate = self._plates.of(key, partial(paint_plate, self.theme, site, counts, focus.context.owners))
        west, south, east, north = self.shapes()[name].bounds
        (left, top), (right, bottom) = camera.to_screen(west, north), camera.to_screen(east, south)
        x, y = (left + right) / 2, (top + bottom) / 2
        bases = []
        for piece in focus.animation.view.pieces:
            (px, py), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
            bases.append(pygame.Rect(px - radius, py - radius, 2 * radius, 2 * radius))
        step = plate.get_height() * 0.8
        anchors: list[dict[str, tuple[float, float]]] = [{"center": (x, y + steps * step)} for steps in (0, 1, -1)]
        anchors += [{"midtop": (x, bottom)}, {"midbottom": (x, top)}, {"midleft": (right, y)}, {"midright": (left, y)}]
        places = [plate.get_rect(**anchor) for anchor in anchors]
        return plate, min(places, key=lambda place: hidden(place, bases))

    # -- input -----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        """Choose the clicked side of a building if it is offered; return whether that was so."""
        tool, slot = self.focus.input_target, self.slot
        row = self.offered().get(slot.id) if slot is not None else None
        if event.type != pygame.MOUSEBUTTONUP or tool is None or row is None:
            return False
        self.focus.call(lambda: tool.perform(row))
        return True

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        slot, focus = self.slot, self.focus
        on_plate = zip(self.shown(), self._placed, strict=False)
        if building := next((name for name, (_plate, place) in on_plate if place.collidepoint(pixel)), ""):
            return focus.model.name_of(building), (*_plate_lines(self.sites[building]),)
        if slot is None or focus.piece_at(focus.camera.to_table(*pixel)):
            return None
        units = [Line(focus.model.name_of(unit)) for unit in slot.pieces]
        grounds = focus.animation.view.grounds.get(self._under_mouse()[0], ()) if slot.start == slot.end else ()
        return slot.name, (*(units or [Line(_("No unit is there"), tone="quiet")]), *grounds)


def _plate_lines(site: SiteView) -> Iterator[Line]:
    """Yield the contents of a building's plate in words."""
    if site.places:
        yield Line(_("{n} of {most} places for units taken", n=site.taken, most=site.places))
    if site.most:
        yield Line(_("{left} of {most} damage points left", left=site.left, most=site.most))
    if site.tokens:
        yield Line(ngettext("{n} token", "{n} tokens", site.tokens), tone="warning")


def _gap(slot: SlotView, spot: tuple[float, float]) -> float:
    """Return the inches from a spot to a side or an inner place."""
    return float(shapely.distance(shapely.LineString([slot.start, slot.end]), shapely.Point(spot)))
