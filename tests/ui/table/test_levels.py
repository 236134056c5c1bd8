"""Terrain levels in the window: what each level offers is seen before one is chosen, and heights are told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shapely

from game.engine.core.decisions import Choose
from tests.rulesets.godbreakers.kit import A, B, godbreaker
from tests.rulesets.godbreakers.scenarios.test_adv_2_levels import tower
from tests.ui.driver import Driver

pytestmark = pytest.mark.usefixtures("dummy_display")


def on_the_storey(window: Callable[..., Driver]) -> Driver:
    """Ada beside a tower with a storey and a roof, about to move; Bo is far away."""
    play = tower(godbreaker("Ada", A, 10, 5, 8), godbreaker("Bo", B, 28, 18), dice=(7,))
    play.answer(["ada"])
    return window(play.session)


def area(driver: Driver) -> float:
    """The square inches of the region that is shown for the marked option."""
    lead = driver.scene.focus.inspection.lead()
    assert lead is not None
    return float(shapely.area(lead.region.geometry))


def test_g_adv_2_each_level_shows_its_own_region_before_it_is_chosen(window: Callable[..., Driver]) -> None:
    driver = on_the_storey(window)
    driver.press_row("Move")
    assert [row.label for row in driver.scene.focus.actions.actions[:2]] == ["The ground", "Level 1"]
    driver.key("tab")
    ground = area(driver)
    driver.key("tab")
    storey = area(driver)
    assert 0 < storey < 64 < ground
    assert driver.row("Level 2")[0].reason == "a range reaches at most one level up or down"
    driver.move(driver.row("The ground")[1].center)
    assert area(driver) == ground


def test_g_adv_2_what_may_be_chosen_is_shown_whether_or_not_the_piece_is_selected(
    window: Callable[..., Driver],
) -> None:
    driver = on_the_storey(window)
    driver.press_row("Move")
    scene = driver.scene
    decision = scene.model.decision
    assert isinstance(decision, Choose)
    assert decision.leads is not None
    unmarked = scene.focus.inspection.lead()
    assert unmarked is not None
    assert id(unmarked.region) == id(decision.leads["level-0"])
    scene.focus.inspection.selected = "ada"
    driver.key("tab")
    driver.key("tab")
    marked = scene.focus.inspection.lead()
    assert marked is not None
    assert id(marked.region) == id(decision.leads["level-1"])
    scene.focus.inspection.selected = "bo"
    assert scene.focus.inspection.lead() is None


def test_g_adv_2_the_level_that_was_chosen_is_the_one_it_stands_on(window: Callable[..., Driver]) -> None:
    driver = on_the_storey(window)
    driver.press_row("Move")
    driver.press_row("Level 1")
    assert driver.scene.focus.inspection.lead() is None
    driver.click(driver.at(10, 8))
    ada = driver.scene.model.pieces["ada"]
    assert (ada.level, round(ada.x), round(ada.y)) == (1, 10, 8)


def test_terrain_tells_how_high_one_may_stand(window: Callable[..., Driver]) -> None:
    driver = on_the_storey(window)
    area_terrain = "Area terrain: Each full U of a measured line through area terrain counts twice."
    told = []
    for spot in ((14, 12), (10, 11)):
        driver.move(driver.at(*spot))
        found = driver.scene.tips.tip()
        assert found is not None
        told.append([line.text for line in found[1]][:-1])
    (low, rule), (high, same) = told
    assert low == "A model can stand here on level 1"
    assert high == "A model can stand here on level 2"
    assert rule.startswith(area_terrain)
    assert same == rule, "told once, although two pieces lie on each other here"
    driver.move(driver.at(3, 3))
    assert driver.scene.tips.tip() is None


def test_what_was_put_under_a_mouse_at_rest_is_what_it_points_at(window: Callable[..., Driver]) -> None:
    driver = on_the_storey(window)
    driver.keys("home", "home")  # the whole table, which stays in view while Ada is asked about
    driver.press_row("Move")
    driver.press_row("Level 1")
    driver.move(driver.at(10, 8))
    driver.click(driver.at(10, 8))
    assert driver.scene.focus.inspection.hovered == "ada"
    assert driver.scene.tips.tip() is None, "the panel tells about Ada, who is asked about"
