"""Two themes and one of high contrast: chosen by key and by menu, and different where it matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.engine.rulebook.view import Likelihood, OddsView
from game.play.verdicts import of_odds
from game.table.looks import LOOKS as TERRAIN
from game.ui.board.overlays import draw_pill
from game.ui.board.table_art import ARTISTS, paint_table
from game.ui.play.overlays.chip import Art, Content
from game.ui.prefs.settings import Options, turned
from game.ui.widgets.theme import INK, INK_FAINT, LOOKS, SLATE, Ground, Theme, sharpen
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import FIELD
from tests.ui.driver import Driver

Window = Callable[..., Driver]
PLACE = 3


def contrast(a: pygame.Color | tuple[int, int, int], b: pygame.Color | tuple[int, int, int]) -> float:
    """The contrast of two colours as the accessibility guidelines of the web define it."""

    def light(colour: pygame.Color | tuple[int, int, int]) -> float:
        parts = [value / 255 for value in (colour[0], colour[1], colour[2])]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(a), light(b)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_looks_follow_one_another_round_and_round() -> None:
    name = "lit"
    seen = []
    for _ in LOOKS:
        seen.append(name)
        name = turned(Options(look=name), "look").look
    assert seen == list(LOOKS)
    assert name == "lit"


def test_the_flat_look_and_the_painted_one_have_the_map_s_own_colours() -> None:
    ground = Ground.of(FIELD)
    assert LOOKS["club"].lay(ground) is ground
    assert LOOKS["lit"].lay(ground).ground == ground.ground


def test_every_flat_look_paints_another_table() -> None:
    pygame.font.init()
    flat = [ground for look in LOOKS.values() if not (ground := look.lay(Ground.of(FIELD))).lit]
    assert len({pygame.image.tobytes(paint_table(ground, 16.0), "RGB") for ground in flat}) == len(LOOKS) - 1


def test_sharpened_writing_stands_out_from_its_panel_even_where_it_is_faint() -> None:
    canvas = pygame.Surface((30, 10), depth=32)
    for number, colour in enumerate((SLATE, INK, INK_FAINT)):
        canvas.fill(colour, (number * 10, 0, 10, 10))
    sharpen(canvas, canvas.get_rect())
    panel, ink, faint = (canvas.get_at((number * 10 + 5, 5)) for number in range(3))
    assert contrast(panel, ink) > 15
    assert contrast(panel, faint) > 7


def test_barricades_and_terrain_stand_out_from_the_ground_of_high_contrast() -> None:
    ground = LOOKS["contrast"].lay(Ground.of(FIELD))
    assert contrast(ground.ground, ground.barricade) > 7
    assert contrast(ground.ground, ground.lines or (0, 0, 0)) > 12


@pytest.mark.parametrize("hands", ["keys", "mouse"])
def test_a_look_is_chosen_by_key_and_in_the_menu(window: Window, hands: str) -> None:
    driver = window(toy_session(PLACE))
    before = pygame.image.tobytes(driver.screen, "RGB")
    if hands == "keys":
        driver.keys("f3", "f3")
    else:
        driver.key("escape")
        driver.press_row("Theme: flat table")
        driver.press_row("Theme: green felt")
        driver.key("escape")
    assert driver.window.look.name == "contrast"
    driver.frame()
    assert pygame.image.tobytes(driver.screen, "RGB") != before
    dock = driver.scene.focus.layout.dock
    corner = driver.screen.get_at((dock.left + 3, dock.bottom - 3))
    assert max(corner[:3]) < 10


def colours_of(picture: pygame.Surface) -> Counter[tuple[int, int, int]]:
    every, counts = np.unique(pygame.surfarray.array3d(picture).reshape(-1, 3), axis=0, return_counts=True)
    return Counter({(int(r), int(g), int(b)): int(count) for (r, g, b), count in zip(every, counts, strict=True)})


@pytest.mark.parametrize(("look", "black"), [("club", False), ("felt", False), ("contrast", True)])
@pytest.mark.parametrize("ask", ["ctrl+s", "t"])
def test_dialogs_are_in_the_look_of_the_table(window: Window, look: str, black: bool, ask: str) -> None:
    driver = window(toy_session(PLACE))
    driver.window.choose(replace(driver.window.options, look=look))
    driver.key(ask)
    driver.frame()
    dialog = driver.scene.focus.sheets[-1]
    colours = colours_of(driver.screen.subsurface(dialog.rect.inflate(-8, -8)))
    panel = colours.most_common(1)[0][0]
    assert max(contrast(panel, colour) for colour in colours) > (15 if black else 7)
    assert (contrast(panel, (0, 0, 0)) < 1.1) is black


def shown_on_the_table(theme: Theme) -> Iterator[pygame.Surface]:
    """Yield a label and the odds, each on a ground of its own."""
    odds = OddsView("A engages B", outcomes=(Likelihood("Win", 0.5, "good"), Likelihood("Lose", 0.5, "bad")))
    for number in range(2):
        target = pygame.Surface((400, 120))
        target.fill((90, 90, 90))
        if number == 0:
            draw_pill(target, "3 U", (200, 60), theme)
        else:
            chip = target.blit(Art(theme, 1.0, False).picture(Content("", odds.outcomes, of_odds(odds)), 300), (20, 20))
            if theme.sharp:
                sharpen(target, chip)
        yield target


def test_labels_and_odds_are_in_high_contrast_too(dummy_display: None) -> None:
    for sharp, plain in zip(shown_on_the_table(Theme(sharp=True)), shown_on_the_table(Theme()), strict=True):
        darkest, before = (min(sum(colour) for colour in colours_of(each)) for each in (sharp, plain))
        assert darkest < 40 < before


def test_every_motif_of_terrain_is_drawn_by_somebody() -> None:
    assert {each.motif for each in TERRAIN.values() if each.motif} == {*ARTISTS}
