"""Names hide nothing: neither the die nor the badges of a neighbour, nor one another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.engine.rulebook.view import PieceView
from game.lengths import show_in
from game.ui.board.labels import Names
from game.ui.decisions.place import PlaceController
from game.ui.widgets.theme import Theme
from game.wording import use
from tests.ui.driver import Driver
from tools.situations import session_of

BASE = PieceView("a", "Kelpie", "base", 0.0, 0.0, 0.5, "ann", "d6", "6")
RADIUS = 12.0


class Wall:
    """Remembers what was blitted where."""

    def __init__(self) -> None:
        self.places: list[pygame.Rect] = []

    def blit(self, source: pygame.Surface, dest: object) -> pygame.Rect:
        place: pygame.Rect = pygame.Rect(dest)  # type: ignore[call-overload]
        self.places.append(place)
        return place

    def get_clip(self) -> pygame.Rect:
        return pygame.Rect(0, 0, 400, 400)


def written(*spots: tuple[float, float], moving: str = "") -> list[pygame.Rect]:
    """Where the names of bases at these pixels stand."""
    pieces = [replace(BASE, id=str(number)) for number in range(len(spots))]
    wall = Wall()
    Names(Theme()).draw(wall, pieces, spots, [RADIUS] * len(spots), moving)
    return wall.places


def test_a_name_stands_in_full_under_its_base_where_it_hides_nothing() -> None:
    (place,) = written((200, 200))
    (small,) = written((200, 200))
    assert place == small
    assert place.top >= 200 + RADIUS
    assert place.width > 2 * RADIUS


def test_above_a_neighbour_a_name_gives_way_and_hides_neither_die_nor_badge() -> None:
    upper, lower = (200, 200), (200, 226)
    first, second = written(upper, lower)
    body = pygame.Rect(0, 0, 2 * RADIUS, 2 * RADIUS)
    for spot, place in ((lower, first), (upper, second)):
        body.center = spot
        assert not place.colliderect(body.inflate(-2, -2))
    assert first.bottom <= upper[1] - RADIUS + 2, "it stands above its base"
    assert second.top >= lower[1] + RADIUS - 2, "under its base as ever"


def test_names_do_not_lie_on_one_another() -> None:
    spots = [(200 + 44 * (number % 3), 200 + 56 * (number // 3)) for number in range(6)]
    places = written(*spots)
    assert all(place.collidelist(places[number + 1 :]) < 0 for number, place in enumerate(places))


def test_where_there_is_no_room_the_face_stands_for_a_name_of_one_word() -> None:
    around = [(200 + dx, 200 + dy) for dx in (-52, -26, 0, 26, 52) for dy in (-26, 0, 26) if (dx, dy) != (0, 0)]
    (free,) = written((200, 200))
    places = written((200, 200), *around)
    assert len(places) < 1 + len(around)
    assert all(place.width == free.width for place in places), "none is cut"


def test_where_a_name_is_too_long_its_letters_keep_the_states() -> None:
    around = [(200 + dx, 200 + dy) for dx in (-60, 60) for dy in (-24, 0, 24)]
    pieces = [replace(BASE, id=str(number), name="X") for number in range(len(around))]
    widths = []
    for states in ((), ("Stunned",)):
        wall = Wall()
        own = replace(BASE, name="River Bandit Cutter 2", states=states)
        Names(Theme()).draw(wall, [own, *pieces], [(200, 200), *around], [RADIUS] * (len(around) + 1), "")
        widths.append(wall.places[0].width)
    letters, with_state = widths
    assert letters < 30 < with_state


def test_names_stand_still_while_a_piece_is_dragged_past() -> None:
    still, _ = written((200, 200), (200, 226), moving="1")
    (alone,) = written((200, 200))
    assert still == alone


@pytest.mark.parametrize("radius", [4.0, 6.9])
def test_tiny_bases_have_no_names(radius: float) -> None:
    wall = Wall()
    Names(Theme()).draw(wall, [BASE], [(200, 200)], [radius])
    assert wall.places == []


def test_no_line_of_a_move_goes_through_a_name(window: Callable[..., Driver]) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.move(driver.at(9.0, 9.0))
    driver.frame()
    scene, moves = driver.scene, driver.scene.focus.controller
    assert isinstance(moves, PlaceController)
    assert not scene.focus.context.readings, "the chip says how long the move is"
    start, end = (scene.focus.camera.to_screen(*spot) for spot in (moves.start, moves.spot))
    crossed = [plate for plate in scene.focus.context.sprites.names.shown if plate.clipline(start, end)]
    assert crossed, "the line crosses no name"
    before = [pygame.image.tobytes(driver.screen.subsurface(plate), "RGB") for plate in crossed]
    driver.window.options.receipts = False  # no line
    driver.frame()
    assert [pygame.image.tobytes(driver.screen.subsurface(plate), "RGB") for plate in crossed] == before


def test_a_drag_at_rest_looks_as_if_it_were_painted_anew(window: Callable[..., Driver]) -> None:
    driver = window(session_of("moving-market-ruins"))
    scene = driver.scene

    def anew(spot: tuple[float, float] = (9.0, 9.0)) -> bytes:
        """Return the table and the dock with the ghost at a spot, which are the same kept and painted anew."""
        scene.apply_options()
        driver.move(driver.at(*spot))
        assert isinstance(scene.focus.controller, PlaceController)
        scene.focus.controller.rest()  # however long the frames take
        for _frame in range(5):
            driver.frame()
        driver.frames_until("whom the move would hurt or help", lambda: not scene.stakes.waiting)
        fresh = driver.screen.copy()
        scene._build()  # with nothing kept
        scene.painter().paint(fresh)
        parts = scene.focus.layout.table, scene.focus.layout.dock
        kept, new = (
            b"".join(pygame.image.tobytes(each.subsurface(part), "RGB") for part in parts)
            for each in (driver.screen, fresh)
        )
        assert kept == new
        return kept

    def zoom() -> None:
        scene.focus.zoom(2, (400, 400))
        scene.focus.zoomed_at = 0.0

    seen = [anew(), anew((9.5, 8.0)), anew()]
    options = driver.window.options
    for change in (
        partial(show_in, "centimetres"),
        partial(use, "de"),
        partial(setattr, options, "receipts", False),
        partial(setattr, options, "region", False),
        zoom,
    ):
        change()
        seen.append(anew())
    assert [seen.index(each) for each in seen] == [0, 1, 0, 3, 4, 5, 6, 7]
