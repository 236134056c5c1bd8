"""What is drawn over the table can be seen and told apart: computed from rendered pixels, on every map, in every look.

Contrast is that of WCAG 2 (3:1 for graphics). Two overlays are told apart by their pattern or, where these are alike,
by their colour in everybody's eyes: the usual ones and those without one kind of cone.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pygame
import pytest
import shapely

from game import rulesets
from game.ui.board.overlays import AttackOverlay
from game.ui.board.pieces import Livery, paint_swatch
from game.ui.menu.new_game import field_of
from game.ui.play.focus import MARKS
from game.ui.play.parts.drawer import draw_tone
from game.ui.widgets.raster import frame_of
from game.ui.widgets.theme import CAUSES as CAUSE_COLOURS
from game.ui.widgets.theme import (
    DARK,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    LOOKS,
    RIMS,
    SLATE,
    SLATE_HOVER,
    SLATE_RAISED,
    TONES,
    colour_of,
)
from tests.samples import few
from tests.ui.overlaid import FAMILIES, MAPS, block_contrasts, ink_of, overlays, painted, pixels, ringed, texture_of
from tests.ui.seeing import SIGHTS, Pixels, contrast, difference, luminance

ENOUGH = 3.0
"""The contrast that graphics need (WCAG 2, 1.4.11)."""
READABLE = 4.5
"""The contrast that text needs (WCAG 2, 1.4.3)."""
ALIKE = 0.85
"""Correlation of two patterns' spectra from which on they count as the same pattern."""
APART = 8.0
"""Oklab distance (times 100) from which on two colours count as different; 2 can just be noticed."""


@pytest.fixture(autouse=True)
def surface(dummy_display: None) -> None:
    pygame.display.set_mode((64, 64))


def worst_sight(first: Pixels, second: Pixels) -> float:
    """Return how different two colours look to those who tell them apart least."""
    return min(float(difference(first, second, sight)) for sight in SIGHTS)


def luminance_of(colour: tuple[int, int, int]) -> float:
    return float(luminance(np.array(colour, np.uint8)))


@pytest.mark.parametrize(("look", "map_name"), few([*product(LOOKS, MAPS)]))
def test_every_overlay_stands_out_from_the_table(look: str, map_name: str) -> None:
    faint = {}
    for name, paint in overlays():
        bare, drawn = painted(map_name, look, paint)
        found = block_contrasts(bare, drawn)
        assert found.size > 50
        if np.quantile(found, 0.01) < ENOUGH:
            faint[name] = float(np.quantile(found, 0.01))
    assert faint == {}


@pytest.mark.parametrize(("look", "map_name"), few([*product(LOOKS, MAPS)]))
def test_overlays_seen_side_by_side_can_be_told_apart(look: str, map_name: str) -> None:
    inks, textures, alike = {}, {}, []
    for name, paint in overlays():
        bare, drawn = painted(map_name, look, paint)
        inks[name], textures[name] = ink_of(bare, drawn), texture_of(bare, drawn)
    for family in FAMILIES:
        for one, other in combinations(family, 2):
            same_pattern = float((textures[one] * textures[other]).sum()) > ALIKE
            if same_pattern and worst_sight(inks[one], inks[other]) < APART:
                alike.append((one, other))
    assert alike == []


@pytest.mark.parametrize("look", LOOKS)
def test_the_rings_of_pieces_stand_out(look: str) -> None:
    faint = {}
    for map_name in MAPS:
        for mark in MARKS:
            found = block_contrasts(*painted(map_name, look, ringed(mark)))
            if np.quantile(found, 0.02) < ENOUGH:
                faint[mark, map_name] = float(np.quantile(found, 0.02))
    assert faint == {}


def test_rings_that_mean_something_else_look_different() -> None:
    inks, textures = {}, {}
    for mark in MARKS:
        bare, drawn = painted("market-ruins", "club", ringed(mark))
        inks[mark], textures[mark] = ink_of(bare, drawn), texture_of(bare, drawn)
    alike = [
        (one, other)
        for one, other in combinations(MARKS, 2)
        if MARKS[one] != MARKS[other]
        and float((textures[one] * textures[other]).sum()) > ALIKE
        and worst_sight(inks[one], inks[other]) < APART
    ]
    assert alike == []


def test_the_players_can_be_told_apart_by_the_rim_alone() -> None:
    """As if nobody saw any colour: the rims differ in where they are light and dark."""
    grey = (150, 150, 150)
    rims = {rim: luminance(pixels(_on_slate(paint_swatch(Livery(grey, rim), 48)))) for rim in RIMS}
    for one, other in combinations(RIMS, 2):
        assert np.mean(contrast(rims[one], rims[other]) > 1.5) > 0.04, (one, other)


def test_good_warning_and_bad_differ_by_shape_as_well() -> None:
    shapes = {}
    for tone in ("good", "warning", "bad"):
        picture = pygame.Surface((24, 24), depth=32)
        draw_tone(picture, tone, (12, 12), 6)
        shapes[tone] = np.any(pixels(picture) > 0, axis=2)
    for one, other in combinations(shapes, 2):
        assert np.sum(shapes[one] != shapes[other]) > 0.3 * np.sum(shapes[one]), (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_first_two_players_colours_differ_in_everybodys_eyes(sight: str) -> None:
    first, second = (np.array(colour_of(text), np.uint8) for text in ("#3f8fd2", "#d9653b"))
    assert float(difference(first, second, sight)) > APART


def _on_slate(picture: pygame.Surface) -> pygame.Surface:
    flat = pygame.Surface(picture.get_size(), depth=32)
    flat.fill(SLATE)
    flat.blit(picture, (0, 0))
    return flat


@pytest.mark.parametrize("ground", [SLATE, SLATE_RAISED, SLATE_HOVER])
def test_every_tone_of_text_is_readable_on_every_panel(ground: tuple[int, int, int]) -> None:
    below = luminance_of(ground)
    for colour in (INK, *TONES.values()):
        assert contrast(np.array(luminance_of(colour)), np.array(below)) >= READABLE


def test_words_on_brass_and_on_the_fields_of_seats_are_readable() -> None:
    assert contrast(np.array(luminance_of(DARK)), np.array(luminance_of(LAMP))) >= READABLE
    for book in rulesets.usable():
        for offer in book.offers().colours:
            field = luminance_of(field_of(colour_of(offer.name)))
            assert contrast(np.array(luminance_of(INK)), np.array(field)) >= READABLE


def test_faint_text_and_the_focus_are_seen_on_panels() -> None:
    for ground in (SLATE, SLATE_RAISED):
        assert contrast(np.array(luminance_of(INK_QUIET)), np.array(luminance_of(ground))) >= READABLE
        assert contrast(np.array(luminance_of(INK_FAINT)), np.array(luminance_of(ground))) >= ENOUGH
        assert contrast(np.array(luminance_of(LAMP)), np.array(luminance_of(ground))) >= ENOUGH


def test_every_cause_is_seen_in_the_legend() -> None:
    ground = luminance_of((58, 62, 66))
    for cause, (colour, _) in CAUSE_COLOURS.items():
        if cause != "off the table":
            assert contrast(np.array(luminance_of(colour)), np.array(ground)) >= 1.9, cause


def test_a_long_reach_has_no_more_dots_than_a_short_one_but_farther_apart() -> None:
    def dots(inches: float) -> float:
        overlay = AttackOverlay(shapely.Point(0.0, 0.0).buffer(inches))
        picture = overlay.paint(frame_of(overlay.extent.bounds, 30.0))
        return float((pygame.surfarray.array_alpha(picture) > 128).mean())

    assert dots(16.0) < dots(3.0) / 3
