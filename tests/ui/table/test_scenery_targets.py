"""Scenery among the targets of a weapon: folded into one row, and why it is no target; whether a squad may board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.dropzone.rules.letters import SILENT
from game.rulesets.dropzone.rules.shooting.legal import why_not_scenery
from game.rulesets.dropzone.rules.shooting.offering import PIECE
from game.ui.arranging.choosing import ChooseController
from tests.ui.driver import Driver
from tests.ui.table.battle import battle
from tests.ui.table.test_entering import said

Window = Callable[..., Driver]
CAR = {"ann.bastion": (20.0, 6.0), "bob.glaives-1": (20.0, 20.0), "bob.pylon": (30.0, 30.0)}


def shooting(window: Window) -> Driver:
    """Return a window in which an Anvil chooses a target, scenery included."""
    session = battle({"ann.anvils-1": (20.0, 6.0), "bob.glaives-1": (20.0, 20.0)}, "ann.armour")
    for key in ("ann.anvils", "scenery", SILENT.key):  # the Bow Gun is its second weapon
        session.answer(key)
    driver = window(session)
    driver.keys("home", "home")
    return driver


def middle(driver: Driver, name: str) -> tuple[float, float]:
    """Return a pixel over a piece of scenery."""
    shape = next(each.shape for each in driver.session.game.features if each.name == name)
    spot = shape.representative_point()
    return driver.at(spot.x, spot.y)


def rows(driver: Driver) -> list[str]:
    """Return the rows of the dock with a subject or terrain."""
    return [row.label for row in driver.scene.focus.actions.actions if row.subject or row.about.terrain]


def test_many_pieces_of_scenery_are_one_row_below_the_enemies(window: Window) -> None:
    session = battle(CAR, "ann.hq")
    session.answer("ann.bastion.squad")
    session.answer("scenery")
    driver = window(session)
    driver.keys("home", "home")
    *enemies, scenery = rows(driver)
    assert scenery == "Scenery…"
    assert all("Glaive" in label or "Pylon" in label for label in enemies)
    driver.move(middle(driver, "Mill Row"))
    assert said(driver) == ["Mill Row falls: 0%"], "the odds of the piece under the mouse"
    driver.press_row("Scenery")
    assert rows(driver)[:4] == [
        "All fire at Customs House", "Customs House", "All fire at West Exchange", "West Exchange",
    ]  # fmt: skip
    driver.key("escape")
    assert rows(driver)[-1] == "Scenery…"
    driver.click(middle(driver, "Mill Row"))
    assert session.journal[-1] == "piece:mill-row"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("North Wood", "24.42″ away, its range is 24″"),
        ("West Barricade", "no line of sight to West Barricade"),
        ("South Wood", "South Wood is not in the arc of Bow Gun"),
        ("West Road", "West Road cannot be damaged"),
    ],
)
def test_scenery_that_is_no_target_says_why_at_the_cursor_and_by_a_click(
    window: Window, name: str, reason: str
) -> None:
    driver = shooting(window)
    driver.move(middle(driver, name))
    assert said(driver)[0].removeprefix("Bow Gun: ") == reason
    driver.click(middle(driver, name))
    notice = driver.scene.model.notice
    assert notice.title == f"{name} cannot be attacked now"
    assert [refusal.text.removeprefix("Bow Gun: ") for refusal in notice.refusals] == [reason]


def test_d_scen_8_scenery_is_refused_just_where_it_is_not_offered(window: Window) -> None:
    session = shooting(window).session
    game, asked = session.game, session.pending()
    assert isinstance(asked, Choose)
    offered = {option.key.removeprefix(PIECE) for option in asked.options if option.about.terrain}
    unit, weapon = game.firing.waiting[0]
    refused = {each.id for each in game.features if why_not_scenery(game, unit, weapon, each)}
    assert refused == {each.id for each in game.features} - offered
    assert offered


def test_d_trans_8_an_own_transport_says_whether_the_acting_squad_may_board_it(window: Window) -> None:
    squad = {f"ann.rifles-{n}": (18.0 + n / 2, 19.0 + n) for n in (1, 2, 3)}
    transports = {"ann.mule-a": (14.0, 20.0), "ann.mule-b": (30.0, 5.0)}
    session = battle(squad | transports, "ann.frontline", declared=["ann.mule-a.squad"])
    session.answer("ann.rifles")
    driver = window(session)
    driver.keys("home", "home")
    driver.move(driver.at(14.0, 20.0))
    assert said(driver)[0] == "can board Mule APC A with a Move"
    driver.move(driver.at(30.0, 5.0))
    assert said(driver)[0].startswith("cannot board Mule APC B: ")
    session.answer("move")
    session.answer("stay")
    driver = window(session)
    driver.keys("home", "home")
    assert isinstance(driver.scene.focus.controller, ChooseController)
    driver.move(driver.at(14.0, 20.0))
    assert said(driver)[0] == "cannot board Mule APC A: it has moved already"
