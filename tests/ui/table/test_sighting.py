"""Sight at the table, with the tape measure in hand: lines, areas, arcs and rings, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shapely

from game.engine.rulebook.facets import Vision
from game.engine.sighting import front_arc, has_sight, sight_policy
from game.table.shapes import Disc
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import solid_of
from game.ui.aids.instruments import Measurable, Sighting
from tests.toy.facing_rulebook import Facing, facing_session
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import COPSE, KEEP, WALL, ToyGame
from tests.ui.driver import Driver
from tests.ui.screens.test_sandbox import Builder
from tests.ui.table.test_measuring import said

Window = Callable[..., Driver]
ALDIS, BERENIKE, CORVANE, DAGMAR = (Measurable("piece", each) for each in ("a1", "a2", "b1", "b2"))


class Eyes(Vision[ToyGame]):
    """Only the wall stops sight, and gives cover within 9 inches; one looks over 90 degrees."""

    def sight(self, game: ToyGame) -> SightPolicy:
        wall = (solid_of(WALL),)
        cited = {"sight": "W-1", "blocked": "W-2", "arc": "W-3", "cover": "W-4"}
        return SightPolicy(lambda _observer, _target: wall, 90.0, lambda _observer, _target: wall, 9.0, cited)


class Watchful(Facing):
    vision = Eyes()


def sighting(driver: Driver) -> Sighting:
    return driver.scene.focus.measuring.sighting


def look(driver: Driver, first: tuple[float, float], second: tuple[float, float]) -> list[str]:
    """Take the tape measure, look from one spot to the other by mouse, and return what is said."""
    if not driver.scene.focus.measuring.on:
        driver.keys("m", "l")
        if driver.scene.focus.measuring.first is not None:
            driver.key("escape")
    driver.click(driver.at(*first))
    driver.move(driver.at(*second))
    return said(driver)


def test_a_line_of_sight_is_looked_along_and_pinned(window: Window) -> None:
    driver = window(toy_session())
    told = look(driver, (5.0, 4.0), (16.0, 5.0))
    assert "Aldis Thorn does not see Dagmar Hail" in told
    assert "Blocking every line: Copse" in told
    assert any(text.startswith("To see the target without turning, the observer must move at least ") for text in told)
    told = look(driver, (16.0, 5.0), (16.0, 12.0))  # the click pins the first
    assert "1. Aldis Thorn to Dagmar Hail: not seen" in told


def test_an_open_line_says_so_with_its_ends(window: Window) -> None:
    driver = window(toy_session())
    told = look(driver, (3.0, 4.0), (9.0, 7.0))
    assert "Berenike sees Corvane" in told
    assert any(text.startswith("Clear line: ") for text in told)


def test_who_faces_away_is_told_how_far_to_turn(window: Window) -> None:
    driver = window(facing_session())
    told = look(driver, (5.0, 4.0), (3.0, 4.0))  # Aldis faces east
    assert any(text.startswith("It would have to turn by 75") for text in told)


def test_what_is_in_the_way_can_be_changed_where_the_rulebook_does_not_say(window: Window) -> None:
    driver = window(toy_session())
    look(driver, (5.0, 4.0), (16.0, 5.0))
    driver.key("k")
    assert sighting(driver).stops == "terrain"
    driver.key("k")
    assert "Aldis Thorn sees Dagmar Hail" in said(driver)


def test_areas_arcs_and_cut_rings_by_keys(window: Window) -> None:
    driver = window(facing_session())
    driver.key("m")
    driver.move(driver.at(5.0, 4.0))
    driver.keys("s", "a")
    assert (sighting(driver).kept["sees"], sighting(driver).kept["arc"]) == ([ALDIS], [ALDIS])
    assert len(sighting(driver).overlays()) == 2
    area = sighting(driver).seen(ALDIS)
    assert area is not None
    assert area.contains(shapely.Point(9.0, 3.0))
    assert not area.contains(shapely.Point(3.0, 4.5))  # behind it
    assert not area.contains(shapely.Point(15.0, 4.0))  # behind the copse
    driver.key("r")
    measuring = driver.scene.focus.measuring
    whole = measuring.ring(ALDIS)
    driver.key("z")
    cut = measuring.ring(ALDIS)
    assert whole is not None
    assert cut is not None
    assert cut.extent.area < whole.extent.area / 1.9
    assert area.buffer(0.01).contains(cut.extent)
    driver.keys("escape", "delete")
    assert not sighting(driver).shows
    assert not sighting(driver).cuts


def test_the_area_is_drawn_and_named(window: Window) -> None:
    driver = window(facing_session())
    driver.key("m")
    driver.move(driver.at(5.0, 4.0))
    driver.frame()
    table = driver.scene.focus.layout.table
    before = driver.screen.subsurface(table).get_buffer().raw
    driver.key("s")
    assert driver.screen.subsurface(table).get_buffer().raw != before


def test_a_piece_without_facing_has_no_arc_and_terrain_does_not_look(window: Window) -> None:
    driver = window(toy_session())
    driver.key("m")
    driver.move(driver.at(5.0, 4.0))
    assert not [row for row in driver.scene.focus.actions.actions if row.id == "arc"]
    driver.move(driver.at(12.0, 5.0))
    assert driver.row("What is seen from Copse")[0].reason == "a line of sight starts from a piece or a point"
    look(driver, (12.0, 5.0), (3.0, 4.0))
    driver.key("l")
    driver.move(driver.at(3.0, 4.0))
    assert "Only pieces and points can see and be seen" in said(driver)


def test_the_ghost_of_a_move_is_looked_from(window: Window) -> None:
    driver = window(facing_session())
    driver.keys("up", "up", "q", "m", "l")
    driver.move(driver.at(9.0, 7.0))
    receipt = sighting(driver).receipt(Measurable("ghost", "a1"), CORVANE)
    assert receipt is not None
    assert receipt.seen
    disc = sighting(driver).disc(Measurable("ghost", "a1"))
    assert disc is not None
    assert disc.y == pytest.approx(4.1)
    assert disc.facing == 1500


def test_a_rulebook_with_sight_is_asked_and_cited(window: Window) -> None:
    session = facing_session()
    session.ruleset = Watchful()
    driver = window(session)
    assert has_sight(session)
    assert front_arc(session) == 90.0
    told = look(driver, (16.0, 5.0), (9.0, 7.0))
    assert any(text.startswith("It would have to turn by") for text in told)
    lines = [line for section in driver.scene.content().sections for line in section.lines]
    assert {"W-1", "W-3"} <= {line.rule for line in lines}
    assert not [row for row in driver.scene.focus.actions.actions if row.id == "stops"]
    driver.keys("escape")
    told = look(driver, (9.0, 7.0), (3.0, 9.1))  # it faces west and sees past the end of the wall
    assert any(text.startswith("Corvane sees (") for text in told)
    assert "In cover behind Wall" in told


def test_plain_sight_knows_levels_and_leaves_decoration_out() -> None:
    session = toy_session()
    blockers = list(sight_policy(session).blockers(Disc(1, 1, 0.5, "a1"), Disc(9, 9, 0.5, "b1")))
    assert solid_of(KEEP) in blockers
    assert {each.name for each in blockers if isinstance(each, Disc)} == {"a2", "b2"}
    inside = list(sight_policy(session).blockers(Disc(1, 1, 0.5, "a1"), Disc(11, 4, 0.5, "b1")))
    assert solid_of(COPSE) in blockers
    assert solid_of(COPSE) not in inside  # one looks out of what one stands in
    above = list(sight_policy(session).blockers(Disc(1, 1, 0.5, "a1", level=1), Disc(9, 9, 0.5, "b1", level=1)))
    assert above == []
    assert not has_sight(session)
    assert front_arc(session) == 180.0


def test_the_sandbox_looks_by_its_row_and_from_its_menu(dummy_display: None) -> None:
    builder = Builder()
    builder.take("Line of sight...")
    measuring = builder.top.scene.focus.measuring
    assert measuring.on
    assert measuring.sighting.looks
    builder.keys("escape", "escape")
    assert not measuring.on
    builder.key("escape")
    builder.press_row("Line of sight...")
    assert measuring.on
    assert measuring.sighting.looks


def test_the_keys_of_sight_work_while_a_ruler_is_begun(window: Window) -> None:
    driver = window(facing_session())
    driver.key("m")  # from the piece that is asked about
    driver.move(driver.at(9.0, 7.0))
    driver.keys("s", "a", "z")
    kept = sighting(driver).kept
    assert (kept["sees"], kept["arc"], sighting(driver).cuts) == ([CORVANE], [CORVANE], False)


def test_who_sees_what_is_pointed_at_is_told(window: Window) -> None:
    driver = window(facing_session())
    driver.keys("m", "l", "escape")
    driver.move(driver.at(9.0, 7.0))
    assert "Corvane is seen by Aldis Thorn, Berenike" in said(driver)
    driver.move(driver.at(2.0, 6.0))
    assert any(text.endswith(" is seen by Berenike, Corvane") for text in said(driver))
    driver.move(driver.at(16.0, 5.0))
    assert "Dagmar Hail is seen by no piece" in said(driver)


def test_the_area_of_a_dragged_ghost_waits_until_it_rests(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(facing_session())
    driver.key("up")
    looks = sighting(driver)
    looks.kept["sees"].append(Measurable("ghost", "a1"))
    clock = [100.0]
    monkeypatch.setattr("game.ui.aids.instruments.time.monotonic", lambda: clock[0])
    assert len(looks.overlays()) == 1
    driver.key("up")
    assert looks.overlays() == []
    assert looks.waiting(clock[0])
    clock[0] += 1.0
    assert len(looks.overlays()) == 1
    assert not looks.waiting(clock[0])
