"""What is shown round a selected unit and round one in hand, on the table in a window."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np
import pygame
import pytest
import shapely

from game.engine.core.decisions import Arrange
from game.rulesets.aos4.view.threats import Coming
from game.table.lattice import position
from game.table.layout.steps import MemberStep
from game.ui.aids import inspection
from game.ui.play.focus import unit_with_ranges
from game.ui.play.overlays import around
from game.ui.play.overlays.around import DASHES, BandOverlay, RangeOverlay, write_beside
from game.ui.play.overlays.threats import Threats
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import Theme
from tests.rulesets.aos4.battles import Battle, row
from tests.ui.driver import PATIENCE, Driver, part
from tests.ui.table.battle import battle as commanders

Window = Callable[..., Driver]


def battle(phase: str, active: str = "ann") -> Battle:
    found = Battle(phase, active=active)
    found.put("beaconwright", (20, 8))
    found.put("wallward-pikes", *row(6, 20, 3, 1.3, files=3))
    found.put("tide-reeve", (20, 17))
    found.put("barbcasters", (36, 26))
    return found.begin()


def test_a_chg_2_the_selected_unit_shows_its_bands_and_what_each_enemy_needs(window: Window) -> None:
    driver = window(battle("charge").session)
    driver.click(driver.at(20, 8))
    assert driver.scene.model.units.whole(driver.scene.focus.inspection.selected) == "ann.beaconwright"
    around, shown = driver.scene.chances, unit_with_ranges(driver.scene.focus)
    driver.frames_until("bands", lambda: around.chances(shown[0]) is not None)
    bands = [each for each in around.laid(*shown) if isinstance(each, BandOverlay)]
    assert [each.roll for each in bands] == ["5+ 83%", "7+ 58%", "9+ 28%", "11+ 8%"]
    [(needs, tone)] = around.texts(*shown)["bob.tide-reeve"]
    assert needs == "needs 7: 58%, with reroll 83%"
    assert tone == "good"
    assert "bob.barbcasters" not in around.texts(*shown)


def test_charges_are_drawn_in_other_phases_only_on_the_details_key(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(battle("shooting").session)
    driver.click(driver.at(20, 8))
    around, shown = driver.scene.chances, unit_with_ranges(driver.scene.focus)
    driver.frames_until("the search", lambda: not around._worker.busy)
    assert shown[0] == "ann.beaconwright"
    assert not [each for each in around.laid(*shown) if isinstance(each, BandOverlay)]
    assert not any("needs" in text for texts in around.texts(*shown).values() for text, _tone in texts)
    monkeypatch.setattr("game.ui.play.overlays.around.details_held", lambda: True)
    assert [each for each in around.laid(*shown) if isinstance(each, BandOverlay)]


def test_names_of_ranges_stand_above_every_line(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, drawn = window(battle("movement").session), list[str]()
    grounds = {(shapely.Point(20, y).buffer(6.0), wholly): "within 6″" for y, wholly in ((8, True), (12, False))}
    monkeypatch.setattr(around.Chances, "_labels", lambda *_: grounds)

    def named(*_: object) -> pygame.Rect:
        drawn.append("name")
        return pygame.Rect(0, 0, 1, 1)

    monkeypatch.setattr(around, "draw_range", lambda *_: drawn.append("line"))
    monkeypatch.setattr(around, "draw_pill", named)
    x, y = (round(each) for each in driver.at(20, 8))
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    driver.move(driver.at(20, 8.5))
    drawn.clear()
    driver.window.paint(driver.screen)
    assert {*drawn} == {"line", "name"}
    assert drawn == sorted(drawn)
    assert drawn.count("line") == len(grounds)


def test_no_line_of_a_range_goes_through_a_name_while_a_unit_is_dragged(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, ranges = window(battle("movement").session), dict[tuple[shapely.Polygon, bool], str]()
    monkeypatch.setattr(around.Chances, "_labels", lambda *_: ranges)
    monkeypatch.setattr(around, "draw_pill", lambda *_: pygame.Rect(0, 0, 1, 1))
    driver.window.choose(replace(driver.window.options, region=False))  # it comes by and by, under the names
    places = [pixel(driver, spot) for spot in ((20, 8), (20, 8.5), (20, 9))]
    driver.move(places[0])
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1))
    driver.move(places[1])
    driver.move(places[2])
    names = driver.scene.focus.context.sprites.names.shown
    bare = {tuple(name): pygame.image.tobytes(driver.screen.subsurface(name), "RGB") for name in names}
    middles = [driver.scene.focus.camera.to_table(*name.center) for name in names]
    ranges |= {(shapely.Point(x, y).buffer(0.3), wholly): "" for x, y in middles for wholly in (True, False)}
    before = driver.screen.copy()
    driver.move((places[2][0] + 1, places[2][1]))
    assert names
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(driver.screen, "RGB")
    assert {at: pygame.image.tobytes(driver.screen.subsurface(at), "RGB") for at in bare} == bare


def test_a_geo_5_whom_a_range_holds_follows_a_block_in_hand(window: Window) -> None:
    driver = window(battle("movement").session)
    x, y = (round(each) for each in driver.at(20, 8))
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))

    def held() -> list[tuple[str, str]]:
        return driver.scene.chances.texts(*unit_with_ranges(driver.scene.focus))["ann.wallward-pikes"]

    driver.move(driver.at(20, 9))
    assert held() == [("Steady Glow, Rekindle Resolve: wholly within", "good")]
    driver.move(driver.at(20, 16))
    lacking = "Steady Glow, Rekindle Resolve of Beaconwright: 1.10″ short of wholly within 12″"
    assert held() == [(lacking, "warning")]
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))


def test_influence_is_drawn_around_a_squad_in_hand_only_on_the_details_key(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = commanders({"ann.bastion": (20.0, 8.0), "ann.ferrets-1": (26.0, 8.0)}, "ann.hq")
    for answer in ("ann.bastion.squad", "move"):
        session.answer(answer)
    driver = window(session)
    ghost = unit_with_ranges(driver.scene.focus)[1]
    assert ghost.unit == "ann.bastion.squad"
    assert driver.scene.chances.ranges("", ghost) == []
    monkeypatch.setattr("game.ui.play.overlays.around.details_held", lambda: True)
    assert [view.name for view in driver.scene.chances.ranges("", ghost)] == ["Influence", "Influence through a Scout"]


def test_the_label_of_a_range_and_the_words_at_a_unit_say_what_they_mean_on_hover(window: Window) -> None:
    driver = window(battle("movement").session)
    driver.click(driver.at(20, 8))
    driver.frame()
    around = driver.scene.chances
    tips = {tip[0]: [line.text for line in tip[1]] for place, tip in around._labels_drawn if around.tells(place.center)}
    ranges = [each for each in tips if each.endswith("wholly within 12″")]
    assert ranges
    assert all(len(tips[each]) == each.count(",") + 1 for each in ranges), "a sentence for each ability"
    assert any("Steady Glow" in line for line in tips["Wallward Pikes"])


def test_odds_that_take_long_say_that_they_are_worked_out_and_hold_up_no_frame(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, find = Event(), inspection._odds_of_copy

    def slow(*given: Any) -> object:
        assert go.wait(PATIENCE)
        return find(*given)

    driver = window(battle("charge").session)
    scene = driver.scene
    every = scene.focus.odds()
    assert every is not None
    assert every.grids
    monkeypatch.setattr(inspection, "_odds_of_copy", slow)
    monkeypatch.setattr("game.ui.widgets.tasks.LONG", 0.0)
    scene.focus.actions.hover(scene.focus.actions.actions[0].id)
    try:
        note = scene.focus.odds()
        assert note is not None
        assert [line.text for line in note.lines] == ["still working it out"]
        assert not note.grids
        assert scene.focus.inspection.waiting
    finally:
        go.set()
    driver.frame()
    found = scene.focus.odds()
    assert found is not None
    assert found.grids


def test_what_a_charge_needs_covers_no_base_and_no_name(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[pygame.Rect] = []

    def noted(*given: Any) -> list[pygame.Rect]:
        found = write_beside(*given)
        places.extend(found)
        return found

    monkeypatch.setattr("game.ui.play.overlays.around.write_beside", noted)
    begun = Battle("charge")
    begun.put("beaconwright", (20, 8))
    begun.put("hullbreakers", *row(5, 17, 14, 1.9))
    begun.put("eelback-chargers", (20, 18))
    driver = window(begun.begin().session)
    driver.click(driver.at(20, 8))
    driver.frames_until("what each needs", lambda: bool(places))
    scene = driver.scene
    assert not any(each.collidelistall(scene.focus.context.sprites.names.shown) for each in places)
    for piece in (each for each in scene.model.pieces.values() if each.kind == "base"):
        base = pygame.Rect(
            0, 0, 2 * piece.radius * scene.focus.camera.scale, 2 * piece.radius * scene.focus.camera.scale
        )
        base.center = pixel(driver, (piece.x, piece.y))
        assert base.collidelist(places) < 0, piece.id


def test_what_is_written_beside_a_block_in_hand_covers_nobody_of_it_where_it_stands(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[pygame.Rect] = []

    def noted(*given: Any) -> list[pygame.Rect]:
        places[:] = write_beside(*given)
        return places

    monkeypatch.setattr("game.ui.play.overlays.around.write_beside", noted)
    begun = Battle("movement")
    begun.put("beaconwright", (20, 4))
    pikes = begun.put("wallward-pikes", *row(10, 14.0, 8, 1.4))
    driver = window(begun.begin().session)
    x, y = pikes.at["ann.wallward-pikes-1"]
    driver.move(driver.at(x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel(driver, (x, y)), button=1))
    driver.move(driver.at(x, y - 1))
    driver.move(driver.at(x, y - 2))
    assert places
    for model in pikes.at.values():
        base = pygame.Rect(0, 0, 24, 24)
        base.center = pixel(driver, model)
        assert base.collidelist(places) < 0


def pixel(driver: Driver, spot: tuple[float, float]) -> tuple[int, int]:
    x, y = driver.at(*spot)
    return round(x), round(y)


def test_a_note_stands_above_its_unit_or_where_it_covers_least(window: Window) -> None:
    assert window is not None  # a display to draw on
    target, theme, unit = pygame.Surface((800, 600)), Theme(1.0), pygame.Rect(380, 280, 40, 40)
    taken: list[pygame.Rect] = []
    for side in ("above", "below", "right", "left"):
        [place] = write_beside(target, [("needs 7: 58%", "good")], unit, taken, theme)
        beside = {"above": place.bottom <= unit.top, "below": place.top >= unit.bottom}
        beside |= {"right": place.left >= unit.right, "left": place.right <= unit.left}
        assert [each for each, stands in beside.items() if stands] == [side]
        assert place.collidelist(taken) < 0
        taken.append(place)
    two = write_beside(target, [("within", "good"), ("not seen", "warning")], unit, [], theme)
    assert two[0].bottom <= two[1].top + 1
    assert two[1].bottom <= unit.top


def test_a_note_too_long_to_stand_anywhere_beside_its_unit_is_folded(window: Window) -> None:
    assert window is not None  # a display to draw on
    target, theme, unit = pygame.Surface((800, 600)), Theme(1.3), pygame.Rect(360, 280, 60, 40)
    names = [pygame.Rect(0, 0, 800, 262), pygame.Rect(0, 338, 800, 262)]  # room to the left and to the right alone
    text = "Steady Glow, Rekindle Resolve: must be wholly within"
    [whole] = write_beside(target, [(text, "warning")], unit, [unit], theme)
    found = write_beside(target, [(text, "warning")], unit, [*names, unit], theme)
    assert len(found) == 2
    assert max(each.width for each in found) < whole.width
    assert unit.collidelist(found) < 0


def test_a_range_in_which_all_of_a_unit_must_be_looks_different_without_colour(window: Window) -> None:
    assert window is not None  # a display to draw on
    ground, frame = shapely.Point(5, 5).buffer(4), Frame(0.0, 10.0, 20.0, 200, 200)
    pictures = [RangeOverlay(ground, "", wholly=wholly).paint(frame) for wholly in (True, False)]
    pictures += [BandOverlay(ground, "", number).paint(frame) for number in range(len(DASHES))]
    masks = [pygame.surfarray.array_alpha(each) > 128 for each in pictures]
    for number, one in enumerate(masks):
        for other in masks[number + 1 :]:
            assert (one != other).sum() > 0.15 * min(one.sum(), other.sum())
    assert np.unique(pygame.surfarray.array_alpha(pictures[0])).size > 1


def test_a_tgt_2_the_odds_of_attacks_follow_how_they_are_shared_out(window: Window) -> None:
    begun = Battle("shooting")
    begun.put("glarecoil-slingers", *row(10, 18, 6, 1.3, 5))
    begun.put("barbcasters", *row(5, 19, 14.5, 1.6))
    begun.put("hullbreakers", *row(5, 8, 14, 1.9))
    begun.begin().use("shoot", "glarecoil-slingers").say("share")
    driver = window(begun.session)
    assert driver.scene.focus.odds() is None
    for times, attacks in ((1, ["1"]), (2, ["3"])):
        driver.keys(*["right"] * times)
        found = driver.scene.focus.odds()
        assert found is not None
        assert [each.cells[0] for each in found.grids[-1].rows] == attacks


def dragged(driver: Driver, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Drag from one spot to another; return what is told just before the mouse lets go."""
    places = [(round(x), round(y)) for x, y in (driver.at(*start), driver.at(*end))]
    driver.move(places[0])
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1))
    driver.move(driver.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    driver.move(places[1])
    controller = driver.scene.focus.controller
    told = " ".join(line.text for line in controller.lines()) if controller is not None else ""
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=places[1], button=1))
    driver.frame()
    return told


def test_a_ab_5_a_charge_dropped_on_bare_ground_says_that_it_is_against_an_enemy(window: Window) -> None:
    driver = window(battle("charge").session)
    assert dragged(driver, (20, 8), (28, 12)) == "No enemy here: drop it on one"
    notice = driver.scene.model.notice
    assert notice.title == "Charge: Beaconwright needs an enemy: drop it on one"
    assert [each.rule for each in notice.refusals] == ["A-AB-5"]
    assert driver.scene.model.decision is not None
    assert driver.scene.model.decision.rule == "A-TURN-2"


def test_a_ab_5_a_charge_dropped_beside_an_enemy_is_declared_against_it(window: Window) -> None:
    begun = Battle("charge")
    begun.put("beaconwright", (20, 8))
    begun.put("tide-reeve", (20, 14))
    driver = window(begun.rolls("charge", 4, 5).begin().session)
    assert dragged(driver, (20, 8), (21.5, 13)) == "Onto Tide Reeve"
    assert driver.scene.model.intent is not None
    assert driver.scene.model.intent.foe == "bob.tide-reeve"


def test_a_unit_is_picked_up_in_the_gap_between_two_of_its_models_too(window: Window) -> None:
    begun = Battle("movement", active="bob")
    begun.put("hullbreakers", *row(3, 18, 18, 2.4))
    begun.put("beaconwright", (4, 4))
    driver = window(begun.begin().session)
    gap = 19.2, 18.0
    assert not driver.scene.focus.piece_at(gap)
    dragged(driver, gap, (19.2, 15.0))
    assert driver.session.journal == ["normal-move bob.hullbreakers"]


def test_a_chg_4_the_chance_of_a_charge_is_shown_before_it_is_dropped_even_just_beside_the_enemy(
    window: Window,
) -> None:
    begun = Battle("charge")
    begun.put("beaconwright", (20, 8))
    begun.put("tide-reeve", (20, 14))
    driver = window(begun.rolls("charge", 4, 5).begin().session)
    start, beside = (driver.at(20, 8), driver.at(21.5, 13))
    driver.move(start)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    driver.move(driver.at(20.5, 11))
    driver.move(beside)
    driver.frames_until("the odds", lambda: driver.scene.focus.odds() is not None)
    content = driver.scene.chip.content()
    assert content is not None
    assert [said.text for said in content[0].lines] == ["Tide Reeve: 92% to reach"]


def test_a_chg_4_a_charge_that_falls_short_names_the_enemy_it_comes_nearest_to() -> None:
    played = Battle("charge")
    played.put("beaconwright", (20, 8))
    played.put("tide-reeve", (20, 13))
    played.put("barbcasters", (30, 14))
    played.rolls("charge", 4, 5).begin().use("charge", "beaconwright").no_reaction()
    asked = played.asked
    assert isinstance(asked, Arrange)
    receipt = asked.arrangements.why_not([MemberStep("ann.beaconwright-1", position(21.0, 9.0))])
    assert ["Barbcasters" in each.text for each in receipt.whole] == [False]
    assert "too far from Tide Reeve" in receipt.whole[0].text


def test_a_chg_2_the_threat_map_shows_charges_up_to_the_best_roll_with_their_chances(window: Window) -> None:
    driver = window(battle("movement").session)
    driver.key("x")
    driver.frames_until("the edges", lambda: bool(driver.scene.threats.chart and driver.scene.threats.chart.bands))
    layer = driver.scene.threats
    told = [entry.label for entry in layer.legend()]
    assert told[-2:] == ["reached by a charge: 9+ 28%", "reached by a charge: 12+ 3%"]
    assert layer.chart is not None
    assert {"9+ 28%", "12+ 3%"} <= {text for _spot, text in layer.chart.placed(())}
    dashes = [each.paint(Frame(0.0, 30.0, 20.0, 880, 600)) for each in layer.chart.bands]
    inked = [int((pygame.surfarray.array_alpha(each) > 128).sum()) for each in dashes]
    assert len({each.style.dash for each in layer.chart.bands}) == 2, "told apart without colour"
    assert min(inked) > 0


def test_a_chg_4_who_could_come_is_asked_for_the_block_in_hand(window: Window) -> None:
    driver = window(battle("movement").session)
    driver.key("x")
    x, y = (round(each) for each in driver.at(20, 8))
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
    driver.move(driver.at(20, 9))
    driver.move(driver.at(18, 5))
    question = part(driver.scene, Threats).question()
    assert question.about == "ann.beaconwright-1"
    assert question.target is not None
    assert math.dist(question.target[:2], (18, 5)) < 0.1
    driver.frames_until("who could come", lambda: bool(driver.scene.threats.lines()))
    coming = Coming(driver.session.game, driver.session.game.state.units["bob.tide-reeve"])
    [charge] = coming.strikes(question.target)
    assert charge.text in [line.text for line in driver.scene.threats.lines()]
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))
