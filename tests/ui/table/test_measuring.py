"""The tape measure: rulers between any two things, rings, who is closest; by mouse alone and by keys alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event

import pygame
import pytest
import shapely

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.play.verdicts import of_lines
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.ui.aids.instruments import Measurable
from game.ui.aids.measuring import FIRST_RING, LARGEST_RING, Measuring, receipt_lines
from game.ui.decisions.place import REST, PlaceController
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import FIELD, RULER, Toy, ToyGame
from tests.ui.driver import PATIENCE, Driver

Window = Callable[..., Driver]
PLACING = 3


class Knowing(Toy):
    """The toy rulebook with hostile pieces: two of them tie."""

    def closest(self, game: ToyGame, piece: str) -> tuple[str, ...]:
        return ("b1", "b2") if piece == "a1" else ()


def knowing() -> Session:
    return toy_session(rules=Knowing())


def tool(driver: Driver) -> Measuring:
    return driver.scene.focus.measuring


def press(driver: Driver, name: str) -> None:
    """Click a button of the top bar."""
    driver.click(driver.scene.bar.tools.shown[name].rect.center)
    for event in pygame.event.get():
        driver.handle(event)
    driver.frame()


def said(driver: Driver) -> list[str]:
    driver.frame()
    return [text for section in driver.scene.sections() for text in (section.title, *(x.text for x in section.lines))]


@pytest.fixture
def shift() -> Iterator[Callable[[], None]]:
    yield lambda: pygame.key.set_mods(pygame.KMOD_SHIFT)
    pygame.key.set_mods(0)


@pytest.fixture
def alt() -> Iterator[Callable[[], None]]:
    yield lambda: pygame.key.set_mods(pygame.KMOD_ALT)
    pygame.key.set_mods(0)


# -- by mouse alone ----------------------------------------------------------------------------


def test_by_mouse_alone_a_ruler_is_laid_pinned_and_removed(window: Window) -> None:
    driver = window(toy_session())
    press(driver, "measure")
    assert driver.scene.asked.heading.who == "Measuring"
    driver.click(driver.at(5.0, 4.0))
    driver.move(driver.at(9.0, 7.0))
    assert "Aldis Thorn to Corvane" in said(driver)
    assert "Range 4 U" in said(driver)  # 5 inches from middle to middle, half an inch of base at either end
    driver.click(driver.at(9.0, 7.0))
    assert [(one.number, one.first.id, one.second.id) for one in tool(driver).pinned] == [(1, "a1", "b1")]
    assert any(text.startswith("1. Aldis Thorn to Corvane: 4.00″ = 4 U") for text in said(driver))
    driver.press_row("Put the tape")
    assert not tool(driver).on
    assert driver.session.journal == []
    assert tool(driver).pinned
    press(driver, "measure")
    driver.press_row("Remove ruler 1")
    assert tool(driver).pinned == []


def test_the_number_of_a_pinned_ruler_tells_its_whole_receipt(window: Window) -> None:
    driver = window(toy_session())
    press(driver, "measure")
    driver.click(driver.at(5.0, 4.0))
    driver.click(driver.at(9.0, 7.0))
    press(driver, "measure")
    (number,) = tool(driver).numbers.values()
    (ruler,) = tool(driver).pinned
    receipt = tool(driver).receipt(ruler.first, ruler.second)
    assert receipt is not None
    driver.move(number.center)
    told = driver.scene.tips.tip()
    assert told is not None
    assert list(told[1]) == receipt_lines(receipt, RULER.policy)
    driver.move((number.centerx, number.bottom + 40))
    assert told != driver.scene.tips.tip()


def test_w_tells_how_the_move_is_measured(window: Window) -> None:
    driver = window(toy_session(3))
    driver.move(driver.at(6.0, 5.0))
    driver.key("w")
    sections = {section.title: section for section in driver.scene.rules.content.sections}
    assert any("Closest points" in line.text for line in sections["How it is measured"].lines)


def test_by_mouse_alone_a_ring_grows_and_goes(window: Window, shift: Callable[[], None]) -> None:
    driver = window(toy_session())
    press(driver, "measure")
    driver.move(driver.at(5.0, 4.0))
    shift()
    wheel = [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step) for step in (1, 1, 1, -1)]
    for event in wheel:
        driver.handle(event)
    driver.frame()
    thing = Measurable("piece", "a1")
    assert tool(driver).rings == {thing: FIRST_RING + 1}
    for _ in range(FIRST_RING + 2):
        driver.handle(wheel[-1])
    assert tool(driver).rings == {}


def test_by_mouse_alone_whoever_is_closest_is_shown_with_ties(window: Window) -> None:
    driver = window(knowing())
    press(driver, "measure")
    driver.move(driver.at(5.0, 4.0))
    driver.press_row("Closest enemy")
    told = said(driver)
    assert "Closest to Aldis Thorn" in told
    assert any(text.startswith("Corvane: 4.00″ = 4 U") for text in told)
    assert any(text.startswith("Dagmar Hail: ") for text in told)
    assert "These tie: only whole units count" in told


# -- by keys alone -----------------------------------------------------------------------------


def test_by_keys_alone_two_rulers_are_pinned_and_taken_back(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "return", "tab", "return")
    driver.keys("tab", "return", "tab", "return")
    pinned = tool(driver).pinned
    assert [ruler.number for ruler in pinned] == [1, 2]
    assert all(ruler.first != ruler.second for ruler in pinned)
    driver.key("backspace")
    assert [ruler.number for ruler in tool(driver).pinned] == [1]
    driver.key("1")
    assert tool(driver).pinned == []
    assert driver.session.journal == []


def test_by_keys_alone_rings_and_the_closest(window: Window) -> None:
    driver = window(knowing())
    driver.keys("m", "tab", "r", ".", ".", ",", "c")
    assert tool(driver).rings == {Measurable("piece", "a1"): FIRST_RING + 1}
    assert tool(driver).watched == ["a1"]
    driver.keys("r", "c")
    assert tool(driver).rings == {}
    assert tool(driver).watched == []
    driver.keys("r", "c", "delete")
    assert (tool(driver).rings, tool(driver).watched) == ({}, [])


def test_by_keys_alone_a_bare_point_is_nudged(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "return")
    for _ in range(4):
        driver.key("right")
    assert tool(driver).cursor == Measurable("point", spot=(5.2, 4.0))
    driver.keys("shift+up", "return")
    [ruler] = tool(driver).pinned
    assert ruler.second.spot == (5.2, 5.0)


def test_escape_lets_go_of_the_beginning_and_then_of_the_tape(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "return")
    assert tool(driver).first is not None
    driver.key("escape")
    assert (tool(driver).on, tool(driver).first) == (True, None)
    driver.key("escape")
    assert not tool(driver).on
    assert not driver.scene.focus.sheets
    driver.key("escape")
    assert driver.scene.focus.sheets[-1].title == "Menu"


# -- anything, at any time ---------------------------------------------------------------------


def test_terrain_and_bare_points_are_things_too(window: Window, alt: Callable[[], None]) -> None:
    driver = window(toy_session())
    driver.key("m")
    driver.click(driver.at(12.0, 3.0))
    assert tool(driver).first == Measurable("terrain", "copse")
    driver.move(driver.at(16.0, 5.0))
    assert "Copse to Dagmar Hail" in said(driver)
    receipt = tool(driver).live()
    assert receipt is not None
    assert receipt.range == 1  # from the edge of the copse at 14 to the rim at 15.5
    alt()
    driver.move(driver.at(12.0, 3.0))
    point = tool(driver).cursor
    assert point.sort == "point"
    assert point.spot == pytest.approx((12.0, 3.0), abs=0.1)


def test_the_ghost_is_a_thing_and_its_rulers_follow_it(window: Window) -> None:
    driver = window(toy_session(PLACING))
    driver.move(driver.at(6.0, 5.0))
    driver.key("m")
    assert tool(driver).first == Measurable("ghost", "a1")
    driver.click(driver.at(9.0, 7.0))
    driver.key("m")
    [ruler] = tool(driver).pinned
    before = tool(driver).receipt(ruler.first, ruler.second)
    driver.move(driver.at(7.5, 3.0))
    after = tool(driver).receipt(ruler.first, ruler.second)
    assert before is not None
    assert after is not None
    assert after.inches != before.inches
    spot = driver.scene.focus.controller and driver.scene.focus.controller.focus()
    driver.key("return")
    kept = tool(driver).receipt(ruler.first, ruler.second)
    assert kept is not None
    assert driver.session.journal == [[*spot]] if spot else False
    assert kept.inches == pytest.approx(after.inches)


def test_the_ghost_stays_while_something_else_is_measured(window: Window) -> None:
    driver = window(toy_session(PLACING))
    driver.move(driver.at(6.0, 5.0))
    controller = driver.scene.focus.controller
    assert controller is not None
    spot = controller.focus()
    driver.key("m")
    driver.click(driver.at(16.0, 5.0))
    assert controller.focus() == spot
    assert driver.session.journal == []


def test_measuring_goes_on_while_a_bot_thinks(window: Window) -> None:
    thinking = Event()

    def bob(session: Session) -> Answer:
        thinking.wait(PATIENCE)
        return ["bob", "ann"]

    driver = window(toy_session(4), bots={"bob": bob})
    driver.keys("m", "tab", "return", "tab", "return")
    assert driver.session.journal == []
    assert len(tool(driver).pinned) == 1
    thinking.set()
    driver.frames_until("the answer", lambda: bool(driver.session.journal))


def test_a_loaded_game_begins_with_nothing_pinned(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "return", "tab", "return", "r")
    driver.scene.focus.call(lambda: driver.scene.model.open(toy_session(1)))
    assert (tool(driver).pinned, tool(driver).rings) == ([], {})


def test_a_ring_is_the_exact_reach_and_no_circle_behind_terrain(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "tab", "tab", "tab", "r")
    [thing] = tool(driver).rings
    assert thing == Measurable("piece", "b2")
    time.sleep(0.15)
    ring = tool(driver).ring(thing)
    assert ring is not None
    open_circle = shapely.intersection(shapely.Point(16.0, 5.0).buffer(0.5 + FIRST_RING + 1), FIELD.table)
    assert shapely.area(ring.extent) < shapely.area(open_circle) - 3
    disc = Disc(16.0, 5.0, 0.5)
    for x in (3.0, 8.2, 9.2, 11.0, 17.0, 19.0):
        inside = RULER.within(disc, Disc(x, 4.3, 0.0, kind="point"), FIRST_RING)
        assert shapely.intersects_xy(ring.extent, x, 4.3) == inside, x


def test_a_ring_grows_only_so_far(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("m", "tab", "r")
    tool(driver).rings = {Measurable("piece", "a1"): LARGEST_RING}
    driver.key(".")
    assert tool(driver).rings == {Measurable("piece", "a1"): LARGEST_RING}


# -- the receipt in words ----------------------------------------------------------------------


CITED = MeasuringPolicy(citations={"range": "R", "terrain": "T", "blocked": "B"})


def words(a: Disc, b: Disc) -> list[tuple[str, str]]:
    ruler = Ruler(FIELD, CITED)
    return [(line.text, line.rule) for line in receipt_lines(ruler.measure(a, b), CITED)]


def test_a_receipt_tells_legs_terrain_rounding_and_the_margin_with_their_rules() -> None:
    told = words(Disc(8.0, 4.0, 0.5, "Ada"), Disc(16.3, 4.0, 0.5, "Bo"))
    assert told[:4] == [
        ("Range 11″", "R"),
        ("7.30″ rounded down: 7″", "R"),
        ("4.00″ of it in terrain: 4″ more", "T"),
        ("0.70″ farther would be 12″", "R"),
    ]
    assert [text for text, _ in told[4:7]] == ["1.50″ in the open", "4.00″ in Copse", "1.80″ in the open"]
    assert told[-1][0] == "Closest points: 8.50, 4.00 and 15.80, 4.00"


def test_a_receipt_tells_what_blocks_it() -> None:
    told = words(Disc(15.5, 8.4, 0.0, "here", "point"), Disc(15.5, 9.8, 0.0, "there", "point"))
    assert told[0] == ("No clear line, blocked by: Keep", "B")


# -- what others could do where the ghost rests ------------------------------------------------


class Watchful(Toy):
    """The toy rulebook with enemies: they are found out one after another."""

    def outlook(self, game: ToyGame, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
        for count in (1, 2):
            yield (Line(f"{count} could strike at {x:.1f}, {y:.1f}", "T-4"),)


def test_who_could_come_is_told_only_where_the_ghost_rests(window: Window) -> None:
    driver = window(toy_session(PLACING, Watchful()))
    driver.move(driver.at(6.0, 5.0))
    controller = driver.scene.focus.controller
    assert isinstance(controller, PlaceController)
    x, y = controller.spot
    controller._since = time.monotonic() + 60  # as if it had moved just now, however slow this machine is
    assert not any("could strike" in text for text in said(driver))
    assert controller.waiting(time.monotonic())
    controller._since = time.monotonic() - REST
    assert f"2 could strike at {x:.1f}, {y:.1f}" in [*said(driver), *said(driver)]
    assert not controller.waiting(time.monotonic() + 1)


def test_no_number_is_told_while_it_is_still_being_counted(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(toy_session(PLACING, Watchful()))
    driver.move(driver.at(6.0, 5.0))
    controller = driver.scene.focus.controller
    assert isinstance(controller, PlaceController)
    controller._since = time.monotonic() - REST
    monkeypatch.setattr("game.ui.decisions.place.SLICE", 0.0)  # it gets no further in this frame
    [line] = controller.outlook()
    assert line.text == "Counting who could hit you..."
    [words] = of_lines([line])
    assert (words.text, words.tone) == (line.text, "quiet")
    monkeypatch.undo()
    assert ["could strike" in line.text for line in controller.outlook()] == [True]


def test_who_could_come_is_not_told_with_the_threat_aid_switched_off(window: Window) -> None:
    driver = window(toy_session(PLACING, Watchful()))
    driver.move(driver.at(6.0, 5.0))
    controller = driver.scene.focus.controller
    assert isinstance(controller, PlaceController)
    controller._since = time.monotonic() - REST
    assert any("could strike" in text for text in [*said(driver), *said(driver)])
    driver.window.choose(replace(driver.window.options, threat=False))
    assert not any("could strike" in text for text in said(driver))
    assert any("No obstacle" in text for text in said(driver))
