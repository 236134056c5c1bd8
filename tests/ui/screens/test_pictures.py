"""Pictures without a window, and how things look in them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
import shapely

from game import rulesets
from game.engine.rulebook.view import PieceView
from game.resources import resource
from game.ui.board.labels import initials
from game.ui.board.overlays import RegionOverlay
from game.ui.board.picture import render_table, save_png
from game.ui.board.pieces import BLOOD, MOST_ENLARGED, TINY, Livery, Sprites, liveries
from game.ui.board.ruler_art import receipt_text
from game.ui.board.table_art import rim_pixels
from game.ui.widgets import signs, theme
from game.ui.widgets.raster import Frame, area_mask, dashes, frame_of, pattern
from game.ui.widgets.signs import has_icon, icon, icon_of
from game.ui.widgets.theme import RIMS, Ground, Theme, colour_of, mix, readable_on
from game.ui.widgets.typeface import Run, runs
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import FIELD, RULER

BASE = PieceView("a", "Aldis Thorn", "base", 5.0, 4.0, 0.5, "ann", "d8", "8")


def picture(piece: PieceView, livery: Livery | None = None, radius: float = 24.0) -> bytes:
    pygame.font.init()
    target = pygame.Surface((160, 160), depth=32)
    target.fill((140, 130, 110))
    owners = {"ann": livery or Livery((63, 143, 210), "solid")}
    Sprites(Theme()).draw(target, piece, (80, 80), radius / piece.radius, owners)
    return pygame.image.tobytes(target, "RGB")


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, symbol="d12", value="12"),
        replace(BASE, damage=2),
        replace(BASE, done=True),
        replace(BASE, active=True),
        replace(BASE, leader=True),
        replace(BASE, carries=("treasure",)),
        replace(BASE, owner="nobody"),
        replace(BASE, engaged=True),
        replace(BASE, ready=True),
        replace(BASE, compulsion="Hungry"),
        replace(BASE, level=1),
    ],
)
def test_whatever_differs_looks_different(other: PieceView) -> None:
    assert picture(other) != picture(BASE)


def test_owners_differ_by_pattern_and_not_only_by_colour() -> None:
    assert len({picture(BASE, Livery((120, 120, 120), rim)) for rim in RIMS}) == len(RIMS)


def test_traits_are_shown_as_icons_where_there_is_room() -> None:
    def labelled(piece: PieceView, scale: float) -> bytes:
        target = pygame.Surface((200, 200), depth=32)
        Sprites(Theme()).label(target, [piece], [(100, 60)], scale, {})
        return pygame.image.tobytes(target, "RGB")

    gifted = replace(BASE, traits=("Ranged", "Brittle"))
    assert labelled(gifted, 80.0) != labelled(BASE, 80.0)
    assert labelled(gifted, 30.0) == labelled(BASE, 30.0)


def test_every_icon_can_be_drawn_and_no_two_look_alike() -> None:
    names = sorted(path.stem for path in resource("assets/icons").glob("*.svg"))
    assert len(names) > 40
    assert len({pygame.image.tobytes(icon(name, 32, (255, 255, 255)), "RGBA") for name in names}) == len(names)


@pytest.mark.parametrize("book", rulesets.names())
def test_every_answer_with_a_letter_has_an_icon_that_can_be_drawn(book: str) -> None:
    keys = [option.key for option in rulesets.load(book).lettered()]
    assert keys
    assert [key for key in keys if not has_icon(icon_of(key))] == []


def test_an_icon_is_found_by_the_kind_of_an_answer_beside_a_piece() -> None:
    assert icon_of("run ann.wallward-pikes") == icon_of("bell-warden run") == icon_of("shortcut:run") == icon_of("run")
    assert icon_of("take:bob.scouts") == "action-take"
    assert icon_of("level-2") == icon_of("level-1") != ""
    assert icon_of("ann.wallward-pikes") == ""


def test_what_has_no_icon_takes_that_of_its_family() -> None:
    plain = pygame.image.tobytes(icon("trait", 20, (255, 255, 255)), "RGBA")
    assert pygame.image.tobytes(icon("trait-never-heard-of", 20, (255, 255, 255)), "RGBA") == plain
    assert not has_icon("trait-never-heard-of")


def test_without_icons_and_fonts_everything_is_still_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (signs, theme):
        monkeypatch.setattr(module, "resource", lambda name: tmp_path / name)
    caches = (signs.icon, signs.icon_file)
    for cache in caches:
        cache.cache_clear()
    try:
        assert tuple(icon("trait", 20, (200, 10, 10)).get_at((10, 10))) == (200, 10, 10, 255)
        assert theme.Theme().font().size("words")[0] > 10
        (tmp_path / "assets" / "icons").mkdir(parents=True)
        (tmp_path / "assets" / "icons" / "token.svg").write_text("no picture", encoding="utf-8")
        assert tuple(icon("token", 20, (200, 10, 10)).get_at((10, 10))) == (200, 10, 10, 255)
    finally:
        for cache in caches:
            cache.cache_clear()


def test_who_stands_ready_is_told_from_who_has_only_acted() -> None:
    assert picture(replace(BASE, done=True, ready=True)) != picture(replace(BASE, done=True))


def test_who_is_acting_does_not_look_spent() -> None:
    assert picture(replace(BASE, done=True, active=True)) == picture(replace(BASE, active=True))


def test_players_keep_their_patterns_whatever_the_order() -> None:
    session = toy_session()
    view = session.ruleset.view(session.game)
    assert liveries(view) == liveries(replace(view, players=view.players[::-1]))


@pytest.mark.parametrize(
    ("name", "letters"), [("Aldis Thorn", "AT"), ("Berenike", "Berenike"), ("Ulf", "Ulf"), ("Goran the Red", "GR")]
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_figures_read_on_their_ground() -> None:
    assert readable_on((250, 240, 200)) == (24, 24, 28)
    assert sum(readable_on((30, 60, 120))) > 600
    assert colour_of("no colour") == (150, 150, 150)


def test_a_table_is_rendered_without_a_video_driver(tmp_path: Path) -> None:
    code = (
        "import pygame\n"
        "from game.ui.board.picture import render_table, save_png\n"
        "from game.ui.board.table_art import Ground\n"
        "from tests.toy.sessions import toy_session\n"
        "from tests.toy.toy_rulebook import FIELD\n"
        "s = toy_session()\n"
        f"save_png(render_table(s.ruleset.view(s.game), Ground.of(FIELD), (600, 400)), {str(tmp_path / 'a.png')!r})\n"
        "assert not pygame.display.get_init()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=120)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_pieces_stand_where_they_stand() -> None:
    session = toy_session()
    view = session.ruleset.view(session.game)
    with_pieces = render_table(view, Ground.of(FIELD), (820, 580))
    bare = render_table(replace(view, pieces=()), Ground.of(FIELD), (820, 580))
    scale = (with_pieces.get_width() - 1) / (FIELD.width + 1.4)
    for piece in view.pieces:
        spot = round(rim_pixels(scale) + piece.x * scale), round(rim_pixels(scale) + (FIELD.height - piece.y) * scale)
        assert with_pieces.get_at(spot) != bare.get_at(spot)
    assert with_pieces.get_at((5, 5)) == bare.get_at((5, 5))


def test_a_picture_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        save_png(pygame.Surface((4, 4)), tmp_path / "missing" / "a.png")


def test_masks_cover_what_the_geometry_covers() -> None:
    ring = shapely.Point(2, 2).buffer(1.5).difference(shapely.Point(2, 2).buffer(0.5))
    frame = frame_of(ring.bounds, 40.0)
    mask = area_mask(ring, frame)
    assert mask.sum() / 40.0**2 == pytest.approx(ring.area, rel=0.02)
    x, y = frame.at(2.0, 2.0)
    assert mask[round(x), round(y)] == 0.0


@pytest.mark.parametrize("kind", ["diagonal", "counter", "cross", "vertical", "horizontal", "dots", "brick"])
def test_patterns_fit_together_across_frames(kind: str) -> None:
    whole = pattern(kind, Frame(0.0, 2.0, 30.0, 60, 60))
    part = pattern(kind, Frame(1.0, 1.0, 30.0, 30, 30))
    assert 0.02 < float(whole.mean()) < 0.7
    assert (abs(whole[30:60, 30:60] - part) < 1e-4).all()


def test_dashes_alternate_with_gaps() -> None:
    found = dashes([(0.0, 0.0), (10.0, 0.0)], 2.0)
    assert [(piece[0][0], piece[-1][0]) for piece in found] == [(0.0, 2.0), (4.0, 6.0), (8.0, 10.0)]


def test_a_region_is_drawn_inside_its_outline_and_not_outside() -> None:
    region = toy_session().game.region("a1")
    overlay = RegionOverlay(region)
    frame = frame_of(region.geometry.bounds, 30.0, 4)
    drawn = overlay.paint(frame)
    inside = region.geometry.representative_point()
    x, y = frame.at(inside.x, inside.y)
    assert drawn.get_at((round(x), round(y))).a > 20
    assert drawn.get_at((frame.width - 1, frame.height - 1)).a == 0
    assert "overlaps a base" in overlay.excluded


def test_receipts_read_as_people_say_them() -> None:
    game = toy_session().game
    assert receipt_text(RULER.measure(game.disc("a1"), game.disc("a2"))) == "1.00″ = 1″"
    assert "terrain" in receipt_text(RULER.measure(game.disc("a1"), game.disc("b2")))


def drawn(piece: PieceView, radius: float, scale: float = 1.0) -> pygame.Surface:
    """Return a piece on black, `radius` pixels large, with its seal."""
    pygame.font.init()
    target = pygame.Surface((120, 120), depth=32)
    owners = {
        each: Livery((120, 120, 120), rim, each[0].upper()) for each, rim in zip(("ann", "bob"), RIMS, strict=False)
    }
    sprites = Sprites(Theme(scale))
    sprites.draw(target, piece, (60, 60), radius / piece.radius, owners)
    sprites.label(target, [piece], [(60, 60)], radius / piece.radius, owners)
    return target


def extent(surface: pygame.Surface, colour: tuple[int, int, int]) -> pygame.Rect:
    """Return the extent of the pixels that look like a colour."""
    mask = pygame.mask.from_threshold(surface, colour, (24, 24, 24))
    return mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects()) if mask.count() else pygame.Rect(0, 0, 0, 0)


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("radius", [4, 5, 6, 7, 8, 9, 11, 14, 20, 40])
def test_damage_is_legible_at_any_zoom(radius: float, scale: float) -> None:
    hurt = drawn(replace(BASE, damage=3), radius, scale)
    least = TINY * max(1.0, min(scale, MOST_ENLARGED))
    badge = extent(hurt, theme.BAD if radius < least else BLOOD)
    if radius < least:
        assert badge.width >= 2 * radius + 3, "a halo stands around the base"
        assert badge.center == pytest.approx((60, 60), abs=1)
    else:
        assert badge.width >= 11, "there is room for a figure"
        assert badge.centerx < 60 > badge.centery
        assert pygame.image.tobytes(hurt, "RGB") != pygame.image.tobytes(drawn(replace(BASE, damage=5), radius), "RGB")


def test_each_damage_is_a_drop_until_there_are_too_many() -> None:
    def blood(damage: int) -> int:
        hurt = drawn(replace(BASE, damage=damage), 40)
        pixels = (hurt.get_at((x, y)) for x in range(120) for y in range(120))
        return sum(max(abs(pixel[part] - BLOOD[part]) for part in range(3)) < 12 for pixel in pixels)

    assert blood(1) > 20
    assert blood(2) == pytest.approx(2 * blood(1), rel=0.15)
    assert blood(4) == pytest.approx(4 * blood(1), rel=0.15)
    assert blood(6) == pytest.approx(blood(5), rel=0.15)  # one drop with its number


def test_a_spent_piece_loses_its_colour() -> None:
    def colourful(done: bool) -> int:
        pixels = picture(replace(BASE, done=done))
        return sum(max(pixels[at : at + 3]) - min(pixels[at : at + 3]) > 110 for at in range(0, len(pixels), 3))

    assert colourful(True) < colourful(False) / 4


def test_titles_have_a_font_for_what_theirs_lacks() -> None:
    title = theme.font_file("title")
    assert runs("Grenze", title) == (Run("Grenze"),)
    assert runs("Ф", title) == (Run("Ф", theme.font_file("bold")),)


@pytest.mark.parametrize("radius", [4, 5, 7, 9, 14, 40])
def test_tokens_are_seen_at_any_zoom_and_counted_where_there_is_room(radius: float) -> None:
    def with_tokens(*tokens: str) -> bytes:
        return pygame.image.tobytes(drawn(replace(BASE, carries=tokens), radius), "RGB")

    one, two, five = with_tokens("treasure"), with_tokens(*["treasure"] * 2), with_tokens(*["treasure"] * 5)
    assert one != with_tokens()
    assert (two != one) == (five != two) == (radius >= TINY)


def test_who_controls_a_marker_is_told_by_letter_and_pattern_not_by_colour_alone() -> None:
    marker = PieceView("flag", "Flag", "marker", 0, 0, 0.5, symbol="objective")
    pictures = {
        pygame.image.tobytes(drawn(replace(marker, controller=player), radius), "RGB")
        for player in ("", "ann", "bob")
        for radius in (4, 9, 20)
    }
    assert len(pictures) == 9


def test_the_seal_of_a_marker_lies_above_bases_and_where_it_hides_least() -> None:
    marker = PieceView("flag", "Flag", "marker", 0, 0, 0.5, symbol="objective", controller="ann")
    owners = {"ann": Livery((250, 0, 250), letter="A")}
    near = replace(BASE, owner="", name="")

    def seal(spots: list[tuple[float, float]]) -> pygame.Rect:
        target = pygame.Surface((120, 120), depth=32)
        pieces = [marker, near, near][: len(spots)]
        Sprites(Theme()).label(target, pieces, spots, 40, owners)
        return extent(target, mix((250, 0, 250), theme.SHADOW, 0.2))

    assert seal([(60, 60)]).centerx > 60 > seal([(60, 60)]).centery
    beside = seal([(60, 60), (84, 40)])
    assert beside.width > 6
    assert beside.centerx < 60
