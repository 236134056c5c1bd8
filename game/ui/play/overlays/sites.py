"""Buildings: who is where in them, how many still fit, what is left of them; sides can be pointed at and chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Line, SiteView, SlotView
from game.ui.board.labels import hidden
from game.ui.board.overlays import LEGAL, Entry
from game.ui.board.pieces import NOBODYS, drawn_radius
from game.ui.board.site_art import Side, SidesOverlay, paint_plate
from game.ui.play.focus import Focus
from game.ui.play.overlays.choices import choosable
from game.ui.play.part import Part, Tip
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import LAMP, PAPER
from game.wording import N_, _

NEAR: Final = 0.7
"""Inches from a side within which it is pointed at."""
KEPT: Final = 60


class Sites(Part):
    """The sides and the plate of a building, where anything is in it or lost, if it can be chosen or is pointed at."""

    depth = 6
    height = 1
    title: ClassVar = N_("Buildings")
    code: ClassVar = ("play.overlays.sites:*", "board.site_art:*")

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
        if slot is None or focus.piece_at(focus.camera.to_table(*pixel)):
            return None
        inside = [Line(focus.model.name_of(each)) for each in slot.pieces]
        grounds = focus.animation.view.grounds.get(self._under_mouse()[0], ()) if slot.start == slot.end else ()
        return slot.name, (*(inside or [Line(_("No unit is there"), tone="quiet")]), *grounds)


def _gap(slot: SlotView, spot: tuple[float, float]) -> float:
    """Return the inches from a spot to a side, or to a place in the middle."""
    return float(shapely.distance(shapely.LineString([slot.start, slot.end]), shapely.Point(spot)))
