"""Odds: shown for the answer that is thought of, by mouse alone and by keys alone, and never cut off."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine.core.decisions import Answer, Decision, Pick
from game.engine.rulebook.view import Grid, GridRow, Likelihood, Line, OddsView, Spread
from game.engine.session import Session
from game.ui.aids.odds_plate import OddsArt, figured, shown
from game.ui.widgets.text import ink, line_height, wrap
from game.ui.widgets.theme import Theme
from game.wording import percent
from tests.rulesets.aos4.battles import Battle, row
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import NAMES, Toy, ToyGame
from tests.ui.driver import Driver

Window = Callable[..., Driver]


class Fighting(Toy):
    """The toy with odds: of everybody picked, and of walking."""

    def odds(self, game: ToyGame, decision: Decision, answer: Answer) -> OddsView | None:
        if not isinstance(decision, Pick) and answer != "walk":
            return None
        name = answer if isinstance(answer, str) else ", ".join(NAMES[piece] for piece in answer)
        outcomes = (Likelihood("Win", 0.5, "good"), Likelihood("Tie", 0.125), Likelihood("Lose", 0.375, "bad"))
        spreads = (Spread("They suffer", (0.5, 0.25, 0.25), "good"), Spread("It suffers", (0.625, 0.375), "bad"))
        lines, luck = (Line("Bad weather", "T-2", "bad"),), (Likelihood("Luck", 0.001, "good"),)
        return OddsView(f"Odds of {name}", outcomes, spreads, luck, lines, OddsView("Back"))


def fighting(step: int = 0) -> Session:
    """Return a game with odds that asks its question number `step` first."""
    return toy_session(step, Fighting())


def title(driver: Driver) -> str:
    odds = driver.scene.focus.odds()
    return odds.title if odds is not None else ""


def test_pointing_at_a_candidate_on_the_table_tells_its_odds(window: Window) -> None:
    driver = window(fighting(1))
    assert title(driver) == ""
    driver.move(driver.at(3.0, 4.0))
    assert title(driver) == "Odds of Berenike"
    driver.open("odds")
    assert driver.scene.facts.content.odds == driver.scene.focus.odds()
    assert driver.scene.facts.rect.height >= driver.scene.facts.view.whole > 100
    driver.move(driver.at(18.0, 12.0))
    assert title(driver) == ""


def test_the_keys_alone_tell_the_odds_of_every_candidate(window: Window) -> None:
    driver = window(fighting(1))
    driver.key("tab")
    assert title(driver) == "Odds of Aldis Thorn"
    driver.key("tab")
    assert title(driver) == "Odds of Berenike"


def test_the_chip_lies_clear_of_the_units_that_it_is_about(window: Window) -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *row(5, 30, 16, 1.3))
    battle.put("tide-reeve", (33, 24))
    battle.put("hullbreakers", *row(3, 36, 24, 1.5))
    battle.put("wallward-pikes", *row(10, 3, 20, 1.5, files=5))
    battle.put("duskmoth-riders", *row(3, 3, 8, 3.0))
    scene = (driver := window(battle.begin().use("shoot", "glarecoil-slingers").session)).scene
    driver.move(driver.at(33, 24))
    units = scene.model.units.models
    about = [*units["ann.glarecoil-slingers"], *units["bob.tide-reeve"]]
    assert scene.chip.rect.width > 0
    assert not any(scene.chip.rect.collidepoint(driver.at(each.x, each.y)) for each in about)


def test_no_share_is_written_over_that_of_nothing(dummy_display: None) -> None:
    theme, pictures = Theme(), []
    row = line_height(theme, "small")
    for shares in ((0.625,), (0.625, 0.25, 0.125)):
        target = pygame.Surface((400, 200), depth=32)
        odds = OddsView("Odds", spreads=(Spread("models slain", shares, "bad"),))
        OddsArt(theme).draw(target, odds, target.get_rect())
        pictures.append(pygame.image.tobytes(target.subsurface((0, 2 * row, 400, row)), "RGB"))
    assert pictures[0] == pictures[1]


def test_several_ticked_count_together(window: Window) -> None:
    driver = window(fighting(2))
    driver.press_row("Corvane")
    driver.move(driver.at(3.0, 4.0))
    assert title(driver) == "Odds of Corvane, Berenike"


def test_an_option_tells_its_odds_and_one_without_dice_tells_none(window: Window) -> None:
    driver = window(fighting())
    driver.move(driver.row("Walk")[1].center)
    assert title(driver) == "Odds of walk"
    driver.move(driver.row("Wait")[1].center)
    assert title(driver) == ""


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_figures_under_the_bars_of_a_long_spread_stand_apart(dummy_display: None, scale: float) -> None:
    theme, amounts = Theme(scale), range(3, 15)
    room = theme.font("small").size("14")[0]
    for step in (0.3 * room, 0.9 * room, 1.1 * room, 2.0 * room):
        figures = figured(amounts, step, theme)
        assert figures[0] == 3
        assert figures.step * step > room
    assert figured(amounts, 2.0 * room, theme) == amounts


def test_figures_never_call_the_possible_impossible() -> None:
    assert [percent(share) for share in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "<1%", "50%", ">99%", "100%"]
    assert list(shown(Spread("", (0.4, 0.0, 0.5, 0.0, 0.1, 0.0)))) == [2, 3, 4]
    assert list(shown(Spread("", ()))) == []


def test_the_heads_of_a_narrow_table_stand_apart(dummy_display: None) -> None:
    heads = ("split", "you hit", "wounds dealt", "you are hit", "wounds taken")
    grid = Grid(heads, (GridRow("", ("86%", "2.5", "31%", "0.8")),))
    theme = Theme()
    first, wide = OddsArt(theme)._column_widths(grid, 304)
    assert first + sum(wide) <= 304
    for head, column in zip(heads[1:], wide, strict=True):
        lines = wrap(theme, head, column - theme.px(0.5), "small")
        assert max(ink(theme, line, "small").get_width() for line in lines) < column
