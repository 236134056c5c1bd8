"""The table as text and as a small picture, without a window."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from game.engine.rulebook.view import TableView
from game.table.terrain.battlefield import Battlefield
from game.wording import _

SCALE = 16
"""Pixels per inch."""
GROUND, AREA, WALL, NOBODY = "#d9d2c3", "#b3a78f", "#5d5346", "#8a8a8a"


def text(view: TableView) -> str:
    """Return the table as text, with the round, points and pieces."""
    lines = [f"{view.title}, {view.round_text}"]
    lines += [_("{player}: {score}", player=player.name, score=player.score) for player in view.players]
    lines += [
        f"  {piece.name} ({piece.x:.1f}, {piece.y:.1f}) {piece.owner} {piece.value}".rstrip() for piece in view.pieces
    ]
    return "\n".join([*lines, *([view.result] if view.result else [])])


def picture(view: TableView, field: Battlefield) -> NDArray[np.uint8]:
    """Return the table from above as an RGB picture."""
    high = round(field.height * SCALE)
    image = Image.new("RGB", (round(field.width * SCALE), high), GROUND)
    pen = ImageDraw.Draw(image)
    for terrain in field.pieces:
        for area in terrain.area:
            pen.polygon([(x * SCALE, high - y * SCALE) for x, y in area.outline], fill=AREA)
        for wall in terrain.barricades:
            pen.line([(x * SCALE, high - y * SCALE) for x, y in wall.line], fill=WALL, width=SCALE // 4)
    colours = {player.id: player.colour for player in view.players}
    for piece in view.pieces:
        x, y, radius = piece.x * SCALE, high - piece.y * SCALE, max(2.0, piece.radius * SCALE)
        colour = colours.get(piece.owner, NOBODY)
        filled = colour if piece.kind == "base" else None
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=filled, outline=colour, width=2)
    return np.asarray(image, np.uint8)
