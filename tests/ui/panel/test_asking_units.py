"""Questions asked backwards about units in a window: whom they are about, and the best spot taken in hand."""

from __future__ import annotations

from collections.abc import Callable

from game.rulesets.aos4.view.preview import moved_to
from game.rulesets.aos4.view.threats import Coming
from game.table.lattice import position
from tests.rulesets.aos4.battles import Battle, row
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def battle() -> Battle:
    found = Battle("movement")
    found.put("beaconwright", (30, 6))
    found.put("wallward-pikes", *row(6, 12, 8, 1.3, files=3))
    found.put("tide-reeve", (20, 24))
    found.put("barbcasters", (26, 24), (27.5, 24))
    return found.begin()


def test_a_question_is_about_the_selected_unit_and_goes_from_unit_to_unit(window: Window) -> None:
    driver = window(battle().session)
    asking, units = driver.scene.focus.asking, driver.scene.model.units
    driver.click(driver.at(12, 8))
    asking.toggle(units.whole(driver.scene.focus.inspection.selected))
    assert units.whole(asking.piece) == "ann.wallward-pikes"
    driver.key("tab")
    assert units.whole(asking.piece) == "bob.tide-reeve"
    driver.key("tab")
    assert units.whole(asking.piece) == "bob.barbcasters"
    driver.key("e")
    assert [units.whole(each) for each in asking.foes] == ["ann.beaconwright"]
    driver.key("e")
    assert [units.whole(each) for each in asking.foes] == ["ann.wallward-pikes"]


def test_a_move_7_the_safest_spot_is_taken_in_hand_and_keeps_what_it_promises(window: Window) -> None:
    begun = battle()
    driver = window(begun.session)
    asking = driver.scene.focus.asking
    asking.toggle("ann.wallward-pikes")
    driver.key("s")
    driver.frames_until("an answer", lambda: asking.answer is not None)
    answer = asking.answer
    assert answer is not None
    assert answer.best is not None
    text = " ".join(line.text for line in asking.lines())
    assert "bob." not in text
    best = answer.best
    driver.key("return")
    controller = driver.scene.focus.controller
    assert controller is not None
    [at] = [(each.x, each.y) for each in controller.ghost.pieces if each.id == "ann.wallward-pikes-1"]
    game = driver.session.game
    with moved_to(game, game.state.units["ann.wallward-pikes"], {"ann.wallward-pikes-1": position(best.x, best.y)}):
        disc = game.positions.bases(game.state.units["ann.wallward-pikes"]).footprints[0]
    able = [
        each.id for each in game.enemies(game.state.units["ann.wallward-pikes"]) if Coming(game, each).strikes(disc)
    ]
    assert set(able) >= set(best.reached_by)
    assert abs(at[0] - best.x) + abs(at[1] - best.y) < 2.0
