"""Terrain, levels and players that can be chosen: highlighted, hovered and clicked on the table like pieces."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.ui.board.camera import Spot
from game.ui.board.memo import Memo
from game.ui.board.overlays import LEGAL, ChoiceOverlay
from game.ui.decisions.about import Thing, rows_about, surface, terrain_in
from game.ui.play.scene import TableScene
from game.ui.widgets.layers import Canvas
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import LAMP

KEPT: Final = 40


def hover_plate(scene: TableScene) -> None:
    """Light up the row about the player whose plate is under the mouse, if any."""
    player = scene.bar.player_at(scene.mouse, scene.model.view)
    rows = rows_about(scene.actions.actions, Thing(player=player.id)) if player is not None else []
    if len(rows) == 1:
        scene.actions.hover(rows[0].id)


def click_plate(scene: TableScene, pixel: tuple[int, int]) -> bool:
    """Choose the player whose plate is at a pixel; return whether that answered anything."""
    player = scene.bar.player_at(pixel, scene.model.view)
    controller = scene.controller
    if player is None or controller is None or scene.measuring.on:
        return False
    rows = rows_about(scene.actions.actions, Thing(player=player.id))
    scene.call(lambda: controller.choose(rows))
    return bool(rows)


def spot_of(scene: TableScene, row: MenuItem) -> Spot | None:
    """Return a spot of the table that a row is about, in inches; None if it is about none."""
    pieces = (scene.model.pieces.get(piece) for piece in row.subject)
    piece = next((each for each in pieces if each is not None), None)
    if piece is not None:
        return piece.x, piece.y
    shape = next(
        (choosable(scene)[name] for name in (*row.about.terrain, _level(row)) if name in choosable(scene)), None
    )
    if shape is None or shape.is_empty:
        return None
    inside = shape.representative_point()
    return inside.x, inside.y


class ChoiceLayer:
    """Draws the outlines of terrain and levels that can be chosen, and the frames of players' plates."""

    def __init__(self) -> None:
        self._overlays = Memo[ChoiceOverlay](KEPT)

    def draw(self, target: Canvas, scene: TableScene) -> None:
        """Draw the outlines, the one pointed at in the colour of the cursor."""
        pointed = scene.actions.pointed()
        for name, shape in sorted(choosable(scene).items()):
            chosen = pointed is not None and (name in pointed.about.terrain or name == _level(pointed))
            filled = scene.inspection.lead() is None  # else the region that it leads to is shown there
            key = scene.model.battlefield, name, chosen, filled
            make = partial(ChoiceOverlay, shape, chosen=chosen, filled=filled)
            self._overlays.of(key, make).draw(target, scene.camera)

    @staticmethod
    def draw_plates(target: pygame.Surface, scene: TableScene) -> None:
        """Frame the plates of the players who can be chosen."""
        pointed = scene.actions.pointed()
        for player, plate in scene.bar.plates(scene.model.view).items():
            if any(player in row.about.players for row in scene.actions.actions if row.enabled):
                chosen = pointed is not None and player in pointed.about.players
                colour = scene.theme.tone(LAMP if chosen else LEGAL)
                pygame.draw.rect(target, colour, plate, max(2, scene.theme.px(0.375)), border_radius=scene.theme.px(1))


def choosable(scene: TableScene) -> dict[str, BaseGeometry]:
    """Return the shapes of terrain, by its id, and of levels that the rows are about."""
    rows, field = scene.actions.actions, scene.model.battlefield
    found = {identity: piece.shape for identity, piece in terrain_in(rows, field).items()}
    levels = {row.about.level for row in rows if row.enabled} - {None, 0}  # of the ground the edges are the others'
    return found | {_named(level): surface(field, level) for level in levels if level is not None}


def _level(row: MenuItem) -> str:
    return "" if row.about.level is None else _named(row.about.level)


def _named(level: int) -> str:
    return f"level {level}"
