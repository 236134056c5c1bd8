"""Players that can be chosen by their plates, and the spots on the table that rows are about."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.ui.board.camera import Spot
from game.ui.board.overlays import LEGAL
from game.ui.decisions.about import Thing, rows_about
from game.ui.play.overlays.choices import choosable, level_named
from game.ui.play.scene import TableScene
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import LAMP


def hover_plate(scene: TableScene) -> None:
    """Light up the row about the player whose plate is under the mouse, if any."""
    player = scene.bar.player_at(scene.focus.mouse, scene.model.view)
    rows = rows_about(scene.actions.actions, Thing(player=player.id)) if player is not None else []
    if len(rows) == 1:
        scene.actions.hover(rows[0].id)


def click_plate(scene: TableScene, pixel: tuple[int, int]) -> bool:
    """Choose the player whose plate is at a pixel; return whether that answered anything."""
    player = scene.bar.player_at(pixel, scene.model.view)
    controller = scene.focus.controller
    if player is None or controller is None or scene.focus.tool is not None:
        return False
    rows = rows_about(scene.actions.actions, Thing(player=player.id))
    scene.call(lambda: controller.choose(rows))
    return bool(rows)


def click_rail(scene: TableScene, pixel: tuple[int, int]) -> bool:
    """Show what uses a clicked ability of the rail, or the phases; return whether the click was on the rail."""
    part, controller = scene.rail.at(pixel), scene.focus.input_target
    if part is None:
        return False
    options = part.use.options if part.use is not None else ()
    if not (options and controller is not None and controller.narrow(options)):
        scene.show_phases()
    return True


def spot_of(scene: TableScene, row: MenuItem) -> Spot | None:
    """Return the spot of the table that a row is about, in inches, or None if it is about none."""
    units = scene.model.units
    pieces = (scene.model.pieces.get(each) or units.standing(each) for each in row.subject)
    piece = next((each for each in pieces if each is not None), None)
    if piece is not None:
        return piece.x, piece.y
    shapes = choosable(scene.focus)
    shape = next((shapes[name] for name in (*row.about.terrain, level_named(row)) if name in shapes), None)
    if shape is None or shape.is_empty:
        return None
    inside = shape.representative_point()
    return inside.x, inside.y


def plates_to_choose(scene: TableScene) -> dict[str, bool]:
    """Return the players that can be chosen, each with whether the row under the mouse is about that player."""
    pointed, rows = scene.actions.pointed(), scene.actions.actions
    players = sorted({player for row in rows if row.enabled for player in row.about.players})
    return {player: pointed is not None and player in pointed.about.players for player in players}


def draw_plates(target: pygame.Surface, scene: TableScene, players: Mapping[str, bool]) -> None:
    """Frame the plates of the players that can be chosen."""
    plates = scene.bar.plates(scene.model.view) if players else {}
    for player, chosen in players.items():
        if player in plates:
            colour, frame = LAMP if chosen else LEGAL, scene.bar.framed(plates[player])
            pygame.draw.rect(target, colour, frame, max(2, scene.theme.px(0.375)), border_radius=scene.theme.px(1))
