"""A unit arranged by hand: as a block, in a formation, one model at a time, along a painted line; by mouse and keys."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.engine.rulebook.view import UnitView
from game.engine.session import Session
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.policy import Member
from game.table.shapes import Disc
from game.ui.arranging.controller import ArrangeController
from game.ui.arranging.draft import (
    FORMATIONS,
    along,
    formed,
    middle,
    places_of,
    ranked,
    ringed,
    spread,
    turned,
    wrapped,
)
from game.ui.widgets.actions import MenuItem
from tests.rulesets.aos4.battles import Battle, row
from tests.toy.marching_host import marching_session
from tests.toy.unit_rulebook import unit_session
from tests.ui.driver import PATIENCE, Driver
from tests.ui.test_whole_games import played

Window = Callable[..., Driver]
WARDENS = "ashlar-wardens"
MODEL = f"{WARDENS}-8"


def control(driver: Driver) -> ArrangeController:
    found = driver.scene.focus.controller
    assert isinstance(found, ArrangeController)
    return found


def ready(driver: Driver) -> ArrangeController:
    """Wait until the exact verdict on what is wanted is known."""
    driver.frames_until("a verdict", lambda: control(driver).draft.judged)
    return control(driver)


def drag(driver: Driver, start: tuple[float, float], end: tuple[float, float], *, alt: bool = False) -> None:
    """Press at a spot of the table, draw the mouse to another one, and let go."""
    pygame.key.set_mods(pygame.KMOD_ALT if alt else 0)
    (x, y), (to_x, to_y) = start, end
    driver.move(driver.at(x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=_pixel(driver, start), button=1))
    for step in range(1, 9):
        driver.move(driver.at(x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=_pixel(driver, end), button=1))
    pygame.key.set_mods(0)
    driver.frame()


def _pixel(driver: Driver, spot: tuple[float, float]) -> tuple[int, int]:
    x, y = driver.at(*spot)
    return round(x), round(y)


def by(driver: Driver, model: str = MODEL) -> tuple[float, float]:
    """How far a model is wanted from where it stands."""
    draft = control(driver).draft
    (x, y), (was_x, was_y) = draft.wanted[model], draft.starts[model]
    return x - was_x, y - was_y


def test_a_unit_that_is_dropped_where_it_may_lie_has_moved(window: Window) -> None:
    driver = window(marching_session())
    starts = dict(control(driver).draft.starts)
    x, y = starts[MODEL]
    drag(driver, (x, y), (x - 2.0, y - 1.5))
    driver.frames_until("the move", lambda: bool(driver.session.journal))
    spots = driver.session.state.spots
    moved = {(round(spots[name][0] - at[0], 3), round(spots[name][1] - at[1], 3)) for name, at in starts.items()}
    [by_all] = moved
    assert by_all == pytest.approx((-2.0, -1.5), abs=0.1)
    driver.key("ctrl+z")
    assert driver.session.state.spots[MODEL] == starts[MODEL]


def test_who_wants_to_confirm_moves_a_dropped_unit_by_enter(window: Window) -> None:
    driver = window(marching_session())
    control(driver).confirms = True
    x, y = control(driver).draft.starts[MODEL]
    drag(driver, (x, y), (x - 2.0, y - 1.5))
    assert by(driver) == pytest.approx((-2.0, -1.5), abs=0.1)
    wanted = dict(control(driver).draft.wanted)
    assert driver.session.journal == []
    driver.key("return")
    assert driver.session.state.spots[MODEL] == pytest.approx(wanted[MODEL])
    assert len(driver.session.journal) == 1


def test_dropped_too_far_off_the_unit_goes_as_near_as_it_can(window: Window) -> None:
    driver = window(marching_session())
    x, y = control(driver).draft.starts[MODEL]
    drag(driver, (x, y), (x - 9.0, y - 1.0))
    draft = control(driver).draft
    assert ready(driver).draft.steps is not None
    assert all(math.dist(draft.starts[name], at) <= 5.0 + 1e-6 for name, at in draft.wanted.items())
    assert by(driver)[0] < -3.5


def test_in_hand_each_model_is_told_why_it_may_not_go_there(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    draft.put({name: (x - 9.0, y) for name, (x, y) in draft.starts.items()})
    ready(driver)
    told = [line.text for line in control(driver).lines()]
    assert any("too far" in text for text in told)
    assert any(text.endswith("more models") for text in told)
    assert len(draft.refused()) == 20
    driver.frames_until("a refusal", lambda: not driver.row("Move here")[0].enabled)
    driver.key("return")
    assert driver.session.journal == []
    driver.key("n")
    assert ready(driver).draft.steps is not None


def test_a_drag_from_between_the_models_moves_the_block_and_draws_no_line(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    spots = sorted(draft.starts.values())
    gaps = [((x + a) / 2, (y + b) / 2) for x, y in spots for a, b in spots]
    gap = next(each for each in gaps if not draft.at(each) and control(driver)._amid(each))
    base = dict(draft.wanted)
    drag(driver, gap, (gap[0] + 0.5, gap[1] + 0.5))
    moved = {(round(x - base[name][0], 2), round(y - base[name][1], 2)) for name, (x, y) in draft.wanted.items()}
    assert len(moved) == 1, "all by the same"
    assert control(driver)._amid((0.5, 0.5)) == "", "a line begins outside"


def test_close_up_ends_where_the_models_may_stand(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    draft.put({name: (x + 5.9, y) for name, (x, y) in draft.starts.items()})
    driver.press("c")
    until(driver, lambda: not control(driver).searching)
    assert ready(driver).draft.steps is not None


def endless(_wanted: object, _fixed: object, effort: Effort) -> None:
    """Search for ever, as far as the effort goes."""
    while True:
        effort.spend()
        time.sleep(0.002)


def test_a_long_search_shows_how_far_it_is_and_escape_stops_it(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(marching_session())
    draft, worker = control(driver).draft, control(driver).worker
    draft.put({name: (x - 9.0, y) for name, (x, y) in draft.starts.items()})
    wanted = dict(draft.wanted)
    ready(driver)
    monkeypatch.setattr(draft.legal, "nearest", endless)
    driver.press("n")
    until(driver, lambda: worker.share is not None)
    assert driver.row("Stop looking")[0].shortcut == "escape"
    assert not driver.row("Move here")[0].enabled
    driver.press("return")
    assert control(driver).searching, "Enter waits for what is looked for"
    driver.press("escape")
    assert not worker.searching
    until(driver, lambda: worker.idle)
    assert draft.wanted == wanted
    assert [row for row in driver.scene.focus.actions.actions if row.label == "Stop looking"] == []
    assert driver.session.journal == []


def test_whoever_drags_on_stops_a_search(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(marching_session())
    draft, worker = control(driver).draft, control(driver).worker
    draft.put({name: (x - 9.0, y) for name, (x, y) in draft.starts.items()})
    with monkeypatch.context() as patched:
        patched.setattr(draft.legal, "nearest", endless)
        driver.press("n")
        until(driver, lambda: worker.share is not None)
        driver.press("shift+right")
        assert not worker.searching
        until(driver, lambda: worker.idle)
    assert by(driver)[0] == pytest.approx(-8.0)
    driver.key("n")
    assert ready(driver).draft.steps is not None


def until(driver: Driver, so: Callable[[], bool]) -> None:
    """Let frames go by, searching or not, until something is so."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.002)
        driver.tick()


def test_alt_drags_one_model_out_of_the_block(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    x, y = draft.starts[MODEL]
    drag(driver, (x, y), (x, y - 1.0), alt=True)
    moved = [name for name, at in draft.wanted.items() if at != draft.starts[name]]
    assert MODEL in moved
    assert ready(driver).draft.steps is not None


def test_a_click_goes_as_far_as_it_can_towards_there(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    x, y = middle(draft.starts)
    driver.click(driver.at(x - 12.0, y))
    assert ready(driver).draft.steps is not None
    assert middle(draft.wanted)[0] < x - 2.5


def test_a_click_on_an_enemy_wraps_round_it(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    driver.click(driver.at(*driver.session.state.spots["sallow-drakes-2"]))
    assert ready(driver).draft.steps is not None
    assert draft.moved


def test_a_line_painted_on_the_ground_with_alt_is_where_it_forms_and_without_it_the_view_moves(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    x, y = middle(draft.starts)
    before, wanted = driver.scene.focus.camera.view, dict(draft.wanted)
    drag(driver, (x - 5.0, y - 3.0), (x - 4.0, y - 3.0))
    assert draft.wanted == wanted
    assert driver.scene.focus.camera.view != before
    drag(driver, (x - 5.0, y - 3.0), (x + 5.0, y - 3.0), alt=True)
    assert control(driver).draft.moved
    assert ready(driver).draft.steps is not None


def test_everything_goes_by_keys(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    driver.keys("left", "left", "shift+down")
    assert by(driver) == pytest.approx((-0.1, -1.0))
    driver.key("tab")
    assert draft.picked == draft.members[0].id
    driver.key("right")
    assert by(driver, draft.picked) == pytest.approx((-0.05, -1.0))
    assert by(driver) == pytest.approx((-0.1, -1.0))
    driver.key("shift+tab")
    assert driver.scene.focus.actions.current() is not None
    for key in ("q", "e", "l", "j", "k", "b", "o", "s", "c", ",", "."):
        driver.key(key)
        assert len({*draft.wanted.values()}) == 20
    driver.key("backspace")
    assert not draft.moved
    driver.keys("left", "return")
    assert len(driver.session.journal) == 1


def test_where_a_unit_or_one_model_goes_is_typed(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    x, y = middle(draft.starts)
    driver.key("t")
    driver.write(f"{x + 1.5:.4f}, {y - 0.5:.4f}")
    assert by(driver) == pytest.approx((1.5, -0.5), abs=0.001)
    driver.key("t")
    driver.write("@90 2")  # a bearing, and how far from where it stands
    assert by(driver) == pytest.approx((2.0, 0.0), abs=0.001)
    driver.keys("tab", "t")
    at_x, at_y = draft.starts[draft.picked]
    driver.write(f"{at_x:.4f}, {at_y + 1.0:.4f}")
    assert by(driver, draft.picked) == pytest.approx((0.0, 1.0), abs=0.001)
    assert by(driver) == pytest.approx((2.0, 0.0), abs=0.001)


def test_the_wheel_turns_the_block(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    driver.key("left")
    driver.move(driver.at(*middle(draft.wanted)))
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False))
    assert draft.facing == 15.0
    assert middle(draft.wanted) == pytest.approx((middle(draft.starts)[0] - 0.05, middle(draft.starts)[1]), abs=1e-3)


def test_a_unit_is_set_up_by_hand(window: Window) -> None:
    driver = window(unit_session())
    draft = control(driver).draft
    driver.keys("shift+right", "shift+right")
    ready(driver)
    driver.key("return")
    assert len(driver.session.journal) == 1
    assert driver.session.state.spots["pikes-1"] == pytest.approx(tuple(draft.wanted["pikes-1"]))


def test_a_imp_8_a_unit_that_is_picked_up_and_set_up_elsewhere_is_not_moved_from_there(window: Window) -> None:
    wings = AbilityDocument(id="wings", name="Wings", timing="Your Hero Phase", phases=("yourHero",))
    battle = Battle(packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(wings,)),))
    battle.put("wallward-pikes", *row(8, 10, 5, 1.5, 4))
    battle.begin().use("wings", "wallward-pikes").say("set-up", "ann.wallward-pikes")
    driver = window(battle.session)
    assert not control(driver).draft.stands
    assert driver.row("Set up here")[0].id == "commit"
    assert [action.id for action in control(driver).actions() if action.id == "back"] == []


def test_where_anybody_may_end_is_outlined(window: Window) -> None:
    driver = window(marching_session())
    driver.frames_until("the first ground", lambda: control(driver).draft.ground() is not None)
    driver.frames_until("the ground", lambda: not control(driver).draft.lacks_ground)
    whole, one = control(driver).draft.ground(), control(driver).draft.ground(MODEL)
    assert whole is not None
    assert one is not None
    assert whole.area > one.area > 20.0


@pytest.mark.parametrize(("hands", "seed"), [("mouse", 1), ("keys", 2), ("gamepad", 3)])
def test_a_whole_game_of_units(dummy_display: None, tmp_path: Path, hands: str, seed: int) -> None:
    driver, person = played(tmp_path, unit_session(), hands, seed, direct=False)
    assert person.done["arranged"] >= 4
    again = unit_session()
    for entry in driver.session.journal:
        again.give(entry)
    assert again.state.digest() == driver.session.state.digest()


# -- formations ------------------------------------------------------------------------------


class _Anywhere:
    geometry = None


def unit(count: int, radius: float = 0.5) -> tuple[list[Member], dict[str, Position]]:
    """Members of a unit in a row, and where they are."""
    spots = {f"m-{number}": position(1.3 * number, 0.1 * (number % 3)) for number in range(count)}
    return [Member(name, Disc(*at, radius), _Anywhere()) for name, at in spots.items()], spots  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.sampled_from(sorted(FORMATIONS)), st.integers(1, 12), st.floats(0, 360))
def test_in_every_formation_nobody_overlaps_and_all_keep_near(
    count: int, formation: str, files: int, facing: float
) -> None:
    members, spots = unit(count)
    places = places_of(formation, count, min(files, count), 1.2)
    found = formed(members, spots, places, facing)
    assert found.keys() == spots.keys()
    assert all(math.dist(one, other) > 1.19 for one, other in combinations(found.values(), 2))
    if count > 1:
        nearest = [min(math.dist(at, other) for other in found.values() if other != at) for at in found.values()]
        assert max(nearest) < 1.6


def test_a_block_of_files_is_as_wide_as_it_has_files() -> None:
    places = ranked(10, 4, 1.0)
    assert len({y for _x, y in places}) == 3
    assert max(x for x, _y in ranked(10, 4, 1.0, straight=True)) == pytest.approx(1.5)
    assert max(x for x, _y in places) - min(x for x, _y in places) == pytest.approx(3.5), "every second rank is aside"
    assert ringed(7, 1.0)[0] == (0.0, 0.0)


def test_turned_by_a_full_turn_everybody_is_where_it_was() -> None:
    _members, spots = unit(7)
    found = spots
    for _step in range(24):
        found = turned(found, 15.0)
    assert all(math.dist(found[name], at) < 0.01 for name, at in spots.items())


def test_spread_to_the_most_no_gap_is_wider() -> None:
    members, spots = unit(9)
    wide = spread(spots, members, 0.5)
    gaps = [math.dist(at, following) - 1.0 for at, following in pairwise(wide.values())]
    assert max(gaps) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("formation", ["block", "ranks", "column", "ring"])
@pytest.mark.parametrize("count", [8, 9, 10])
def test_a_coh_2_spread_to_the_most_each_keeps_two_others_near(formation: str, count: int) -> None:
    members, spots = unit(count)
    places = formed(members, spots, places_of(formation, count, 4, 1.2))
    wide = spread(places, members, 0.5, links=2)
    near = [sorted(math.dist(at, other) - 1.0 for other in wide.values() if other != at)[1] for at in wide.values()]
    assert max(near) <= 0.51
    assert min(near) >= 0.0


@pytest.mark.parametrize("formation", ["block", "ranks", "column"])
@pytest.mark.parametrize("count", [9, 10, 11, 20])
def test_a_coh_2_whoever_is_lost_at_an_end_the_others_keep_two_near(formation: str, count: int) -> None:
    places = places_of(formation, count, 5, 1.2)
    lengthwise = 1 if formation == "column" else 0
    for lost in range(4 if formation == "block" else count - 6):
        left = sorted(places, key=lambda at: (at[lengthwise], at[1 - lengthwise]))[lost:]
        near = [sorted(math.dist(at, other) - 1.0 for other in left if other != at)[1] for at in left]
        assert max(near) <= 0.5, (lost, left)


def test_a_coh_1_spread_to_the_most_two_halves_stay_one_group() -> None:
    members, _spots = unit(4)
    halves = {member.id: position(x, 0.0) for member, x in zip(members, (0.0, 1.05, 2.4, 3.45), strict=True)}
    wide = sorted(x for x, _y in spread(halves, members, 0.5).values())
    assert wide[2] - wide[1] - 1.0 == pytest.approx(0.5, abs=0.01)


def test_what_cannot_have_two_others_near_everybody_is_spread_all_the_same() -> None:
    members, spots = unit(9)
    line = formed(members, spots, places_of("line", 9, 9, 1.2))
    wide = sorted(x for x, _y in spread(line, members, 0.5, links=2).values())
    assert [right - left - 1.0 for left, right in pairwise(wide)] == pytest.approx([0.5] * 8, abs=0.01)


def test_along_a_line_they_stand_on_it_in_order() -> None:
    members, spots = unit(6)
    found = along(members, spots, [(0.0, 5.0), (10.0, 5.0)], 1.2)
    assert {round(y, 3) for _x, y in found.values()} == {5.0}
    ordered = sorted(found, key=lambda name: spots[name].x)
    assert all(found[one].x < found[other].x for one, other in pairwise(ordered))


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=2, max_size=8))
@example([(1.0, 0.0), (0.0, 0.0)])
@example([(0.0, 0.0), (0.0, 9e-176)])
def test_along_any_line_nobody_overlaps(line: list[tuple[float, float]]) -> None:
    members, spots = unit(12)
    found = along(members, spots, [*line, (line[-1][0] + 1.0, line[-1][1])], 1.2)
    assert all(math.dist(one, other) > 0.98 for one, other in combinations(found.values(), 2))


def test_wrapped_round_enemies_as_many_as_can_touch_them() -> None:
    members, spots = unit(8)
    foes = [Disc(5.0, 4.0, 1.0)]
    found = wrapped(members, spots, foes, 0.01)
    assert sum(math.dist(at, (5.0, 4.0)) < 1.6 for at in found.values()) >= 6
    assert all(math.dist(one, other) >= 1.0 for one, other in combinations(found.values(), 2))


def test_the_plate_of_a_unit_follows_its_ghosts(window: Window) -> None:
    driver = window(marching_session())
    names = driver.scene.focus.context.sprites.names
    before = len(names.shown)
    x, y = control(driver).draft.starts[MODEL]
    pressed = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=_pixel(driver, (x, y)), button=1)
    driver.move(driver.at(x, y))
    driver.handle(pressed)
    driver.move(driver.at(x - 1.0, y - 1.0))
    driver.move(driver.at(x - 2.0, y - 2.0))
    assert len(names.shown) == before - 1
    unit, view = driver.scene.model.view.units[WARDENS], driver.scene.focus.layout.table
    spots = [driver.at(*at) for at in control(driver).draft.wanted.values()]
    _plate, place = names.of_units.beside(unit, (0, 0, 0), view, spots, [12.0] * len(spots))
    around = pygame.Rect(min(x for x, _y in spots), min(y for _x, y in spots), 1, 1)
    around.union_ip(pygame.Rect(max(x for x, _y in spots), max(y for _x, y in spots), 1, 1))
    assert place.colliderect(around.inflate(60, 60))
    driver.key("backspace")
    assert len(names.shown) == before


def test_the_plate_of_a_unit_in_hand_has_its_name_only_and_hides_no_other_plate(window: Window) -> None:
    names = window(marching_session()).scene.focus.context.sprites.names.of_units
    view, spots, radii = pygame.Rect(0, 0, 900, 600), [(400.0, 300.0), (440.0, 300.0)], [15.0, 15.0]
    unit = UnitView("rifles", "Rifles", "ann", states=("aboard Drover Dropship C",))
    plate, usual = names.beside(unit, (0, 0, 0), view, spots, radii)
    assert plate.get_size() == names.beside(replace(unit, states=()), (0, 0, 0), view, spots, radii)[0].get_size()
    assert not names.beside(unit, (0, 0, 0), view, spots, radii, [usual])[1].colliderect(usual)
    assert not names.beside(unit, (0, 0, 0), view, spots, radii, (), [usual])[1].colliderect(usual)


# -- staying


def moving_pikes() -> Session:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(6, 12, 8, 1.3, files=3))
    battle.put("tide-reeve", (20, 24))
    return battle.begin().use("normal-move", "wallward-pikes").session


def staying(driver: Driver) -> list[MenuItem]:
    return [each for each in control(driver).actions() if "stay" in each.label.casefold()]


@pytest.mark.parametrize("key", ["return", "h"])
def test_a_move_1_staying_is_one_row_with_two_keys(window: Window, key: str) -> None:
    driver = window(moving_pikes())
    [row] = staying(driver)
    assert (row.label, row.also, row.shortcut) == ("Wallward Pikes stay where they are", "return", "h")
    assert [each.shortcut for each in control(driver).actions()].count("return") == 0
    driver.key(key)
    assert driver.session.journal[-1] == "stay"


def test_a_move_1_who_moved_confirms_that_by_enter_and_stays_by_its_letter(window: Window) -> None:
    driver = window(moving_pikes())
    driver.key("left")
    ready(driver)
    assert [(row.label, row.also, row.shortcut) for row in staying(driver)] == [
        ("Wallward Pikes stay where they are", "", "h")
    ]
    assert driver.row("Move here")[0].shortcut == "return"
    driver.key("return")
    assert isinstance(driver.session.journal[-1], list)


@pytest.mark.parametrize("models", [3, 6, 7, 10])
def test_a_coh_2_only_formations_that_hold_together_are_offered(window: Window, models: int) -> None:
    """In a line those at its ends have one link; seven or more need two each."""
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(models, 10, 8, 1.4, files=5))
    battle.put("tide-reeve", (2, 28))
    driver = window(battle.begin().use("normal-move", "wallward-pikes").no_reaction().session)
    rows = {each.id for each in control(driver).actions()}
    assert ("line" in rows) is (models < 7)
    assert ("column" in rows) is (models > 4), "of few models it repeats another"
    for name in rows & set(FORMATIONS):
        control(driver).draft.form(name)
        refusals = [reason for _name, reason in ready(driver).draft.reasons()]
        assert not [each for each in refusals if each.cause == "out of coherency"], name
    control(driver).draft.form("block", models)
    assert not [each for _n, each in ready(driver).draft.reasons() if each.cause == "out of coherency"]


def test_the_path_of_one_model_is_drawn_corner_by_corner(window: Window) -> None:
    """Tab picks a model, the arrows move it, P bends its path there; what is drawn is answered."""
    driver = window(marching_session())
    draft = control(driver).draft
    name = min(draft.starts, key=lambda each: draft.starts[each][::-1])
    draft.pick(name)
    start = draft.starts[name]
    driver.key("down")
    bend = draft.wanted[name]
    assert bend != start
    driver.key("p")
    driver.key("down")
    driver.key("p")
    driver.key("backspace")
    assert draft.corners[name] == (bend,)
    driver.key("left")
    end = draft.wanted[name]
    ready(driver)
    assert draft.steps is not None, draft.reasons()
    driver.key("return")
    answer: Any = driver.session.journal[-1]
    step = next(each for each in answer if each["id"] == name)
    assert step == {"id": name, "at": [*end], "via": [[*bend]]}


def test_a_bend_that_leads_through_something_is_refused_until_it_is_removed(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    name = min(draft.starts, key=lambda each: draft.starts[each][::-1])
    draft.pick(name)
    draft.put({name: (draft.starts[name].x + 40.0, draft.starts[name].y)})
    driver.key("p")
    draft.put({name: (draft.starts[name].x, draft.starts[name].y - 0.1)})
    ready(driver)
    assert draft.steps is None
    assert name in draft.refused()
    driver.key("backspace")
    ready(driver)
    assert name not in draft.refused()


def test_a_bend_can_follow_one_that_was_removed(window: Window) -> None:
    driver = window(marching_session())
    draft = control(driver).draft
    name = min(draft.starts, key=lambda member: draft.starts[member][::-1])
    draft.pick(name)
    for key in ("down", "p", "backspace", "down", "p"):
        driver.key(key)
    ready(driver)
    assert draft.corners[name]
