"""Which models are a unit is seen: by a hull in the owner's colour, or by lines where they stand apart."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.engine.rulebook.view import PieceView
from game.table.shapes import Disc
from game.ui.board.camera import Camera
from game.ui.board.labels import UnitOutlines, _is_scattered, _links

COLOURS = {"ann": ((0, 0, 255), "solid"), "bob": ((255, 0, 0), "dashed")}
MODEL = PieceView("m0", "Model", "base", 0, 0, 0.5, owner="ann", unit="guard")


def drawn(*models: PieceView) -> pygame.Surface:
    picture = pygame.Surface((400, 400), depth=32)
    camera = Camera(20, 20, picture.get_rect(), 10, 10, 20)
    UnitOutlines().bind_all(picture, models, camera, COLOURS)
    return picture


def at(picture: pygame.Surface, x: float, y: float) -> tuple[int, int, int]:
    colour = picture.get_at((round(x * 20), round(400 - y * 20)))
    return colour.r, colour.g, colour.b


def stood(*spots: tuple[float, float], owner: str = "ann") -> list[PieceView]:
    return [replace(MODEL, id=f"m{n}", x=x, y=y, owner=owner) for n, (x, y) in enumerate(spots)]


def test_a_block_has_a_hull_in_its_owner_s_colour() -> None:
    picture = drawn(*stood((5, 5), (6.5, 5), (5, 6.5), (6.5, 6.5)))
    red, green, blue = at(picture, 5.75, 5.75)
    assert blue > red + 20
    assert blue > green + 20
    assert at(picture, 10, 10) == (0, 0, 0)


def test_models_that_stand_apart_are_linked_by_the_shortest_lines() -> None:
    models = stood((2, 5), (6, 5), (10, 5), (10, 9))
    picture = drawn(*models)
    assert at(picture, 4, 5) == at(picture, 8, 5) == at(picture, 10, 7) == (0, 0, 255)
    assert at(picture, 6, 7) == (0, 0, 0)  # no hull, and no line across
    stand = tuple(Disc(model.x, model.y, model.radius) for model in models)
    assert _is_scattered(stand)
    assert sorted(_links(stand)) == [(0, 1), (1, 2), (2, 3)]


def test_one_straggler_is_enough_for_lines() -> None:
    assert not _is_scattered((Disc(0, 0, 0.5), Disc(2.4, 0, 0.5)))
    assert _is_scattered((Disc(0, 0, 0.5), Disc(1.1, 0, 0.5), Disc(5, 0, 0.5)))


@pytest.mark.parametrize("models", [stood((5, 5)), [], stood((5, 5), (6, 5), owner="nobody"),
                                    [replace(MODEL, unit="", x=x) for x in (5, 6)]])  # fmt: skip
def test_there_is_nothing_to_bind(models: list[PieceView]) -> None:
    assert pygame.image.tobytes(drawn(*models), "RGB") == pygame.image.tobytes(drawn(), "RGB")


def test_owners_differ_by_the_border_too() -> None:
    def border(rim: str) -> int:
        picture = pygame.Surface((400, 400), depth=32)
        camera, models = Camera(20, 20, picture.get_rect(), 10, 10, 20), stood((5, 5), (6.5, 5))
        UnitOutlines().bind_all(picture, models, camera, {"ann": ((0, 0, 255), rim)})
        return int((pygame.surfarray.array3d(picture) == (0, 0, 255)).all(axis=2).sum())

    assert border("dashed") != border("solid")
    assert border("dashed") < 2 * border("solid") * 0.75  # a dashed line is twice as wide, with gaps
