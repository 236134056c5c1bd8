"""The rail of phases below the rosters, and the rows of many units, by mouse and keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Entry, Session
from game.players.random_player import random_answer
from game.ui.arranging.choosing import Groups
from game.ui.dock.choices import Choices
from game.ui.widgets.actions import MenuItem
from tests.toy.unit_rulebook import unit_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
PIKES = "ann.wallward-pikes"
EIGHT = 8


def begun() -> Session:
    book = rulesets.load("aos4")
    return Session(book, book.new_setup(GamePlan(("Ann", "Bob"), "three-wells")), KeyedDice(1))


@cache
def answers() -> tuple[Entry, ...]:
    """Return the answers up to a movement phase in which four units may do two things each."""
    session, rng = begun(), Random(1)
    while (
        session.pending().rule != "A-TURN-2" or len(options(session)) < EIGHT or f"run {PIKES}" not in options(session)
    ):
        session.answer(random_answer(session.pending(), rng))
    return tuple(session.journal)


def options(session: Session) -> list[str]:
    return [option.key for option in getattr(session.pending(), "options", ()) if option.key != PASS]


def moving() -> Session:
    session = begun()
    for entry in answers():
        session.give(entry)
    return session


def rows(driver: Driver) -> list[str]:
    return [row.id for row in driver.scene.focus.actions.actions if row.enabled]


@pytest.fixture
def table(window: Window) -> Driver:
    driver = window(moving())
    while driver.scene.focus.sheets:
        driver.key("space")
    return driver


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_bar_names_the_phases_of_a_turn_and_marks_the_one_that_is_on(window: Window, size: tuple[int, int]) -> None:
    driver = window(moving(), size)
    bar, layout = driver.scene.bar, driver.scene.focus.layout
    shown = bar.phases()
    assert [bar.phase_name(number) for number in shown] == ["Hero", "Move", "Shoot", "Charge", "Fight", "End"]
    assert bar.phase_name(driver.scene.model.view.phase) == "Move"
    assert bar.rail.phases[bar.rail.on].name == "Movement phase"
    for one, other in pairwise(shown.values()):
        assert one.right <= other.left
    assert all(layout.bar.contains(rect) for rect in shown.values())
    assert not any(rect.colliderect(plate) for rect in shown.values() for plate in bar.plates().values())


def test_a_narrow_bar_names_the_phase_that_is_on(window: Window) -> None:
    bar = window(moving(), (640, 480)).scene.bar
    assert [bar.phase_name(number) for number in bar.phases()] == ["Movement phase"]


def test_the_bar_says_what_can_be_used_and_why_the_rest_cannot(table: Driver) -> None:
    bar = table.scene.bar
    table.move(bar.phases()[bar.rail.on].center)
    told = table.scene.tips.tip()
    assert told is not None
    assert told[0] == "Movement phase"
    texts = [line.text for line in told[1]]
    assert "Run: 4 units" in texts
    assert any(text.startswith("Retreat") and "is not in combat" in text for text in texts)


def test_the_phases_are_read_by_a_key_and_by_a_click(table: Driver) -> None:
    table.key("f9")
    assert table.scene.focus.sheets[-1].title == "The phases"
    table.key("escape")
    table.click([*table.scene.bar.phases().values()][-1].center)
    assert table.scene.focus.sheets[-1].title == "The phases"


def test_a_rulebook_without_a_rail_has_none(window: Window) -> None:
    driver = window(unit_session())
    assert driver.scene.bar.plan.phases != "named"
    driver.key("f9")
    assert not driver.scene.focus.sheets
    assert driver.scene.model.notice.title


# -- the rows of many units


def test_the_rows_of_many_units_are_grouped(table: Driver) -> None:
    groups = [name for name in rows(table) if name.startswith("unit:")]
    assert len(groups) == 4
    assert rows(table)[-1] == PASS
    row, _rect = table.row("Wallward Pikes")
    assert (row.detail, row.brief) == ("Normal Move, Run", "Normal Move, Run")
    actions = table.scene.focus.actions
    assert isinstance(actions, Choices)
    kinds = {cell.action.id: cell.kind for cell in actions._lying().cells}
    assert {kinds[each] for each in groups} == {"card"}, "with the face of the unit"


def test_a_unit_is_chosen_in_the_list_then_what_it_does(table: Driver) -> None:
    table.press_row("Wallward Pikes")
    assert rows(table) == [f"normal-move {PIKES}", f"run {PIKES}", "all units", PASS]
    table.key("escape")
    assert f"unit:{PIKES}" in rows(table)
    table.press_row("Wallward Pikes")
    table.press_row("Normal Move")
    assert table.session.pending().kind == "arrange"


def test_a_unit_is_chosen_on_the_table_then_another_one(table: Driver) -> None:
    for unit in (PIKES, "ann.duskmoth-riders"):
        piece = next(piece for piece in table.scene.model.view.pieces if piece.unit == unit)
        table.click(table.at(piece.x, piece.y))
        assert rows(table)[:2] == [f"normal-move {unit}", f"run {unit}"]
        assert table.scene.focus.inspection.selected == unit


def test_an_ability_is_chosen_by_its_letter_or_among_the_phases_then_the_unit(table: Driver) -> None:
    letter = next(option.letter for option in table.session.pending().options if option.key == f"run {PIKES}")  # type: ignore[attr-defined]
    table.key(letter)
    runs = [name for name in rows(table) if name.startswith("run ")]
    assert len(runs) == 4
    assert not [name for name in rows(table) if name.startswith(("unit:", "normal-move"))]
    table.key("escape")
    table.key("f9")
    table.press_row("Use Run: 4")
    assert [name for name in rows(table) if name.startswith("run ")] == runs
    piece = next(piece for piece in table.scene.model.view.pieces if piece.unit == PIKES)
    for _twice in range(2):  # what could be a slip is spent by a second click
        table.click(table.at(piece.x, piece.y))
    assert len(table.session.journal) > len(answers())


def test_the_row_of_a_unit_is_no_answer_that_is_weighed(table: Driver) -> None:
    table.move(table.row("Wallward Pikes")[1].center)
    time.sleep(0.01)
    table.frame()
    assert table.scene.focus.controller is not None
    assert table.scene.focus.inspection.weighed(table.scene.focus.controller) is None


def test_what_a_unit_can_do_comes_with_the_options_not_out_of_their_labels(table: Driver) -> None:
    options = table.session.pending().options  # type: ignore[attr-defined]
    assert {option.brief for option in options if option.key != PASS} == {"Normal Move", "Run"}
    groups, model = Groups(table.scene.model.units), f"{PIKES}-1"
    rows = [MenuItem(brief, f"The Pikes {brief}", subject=(model,), brief=brief) for brief in ("march", "wait")]
    [group] = groups.overview(rows)
    assert (group.label, group.detail) == ("Wallward Pikes", "march, wait")


def test_a_unit_that_has_moved_stays_pale_in_its_place_and_the_others_keep_their_numbers(table: Driver) -> None:
    def units() -> list[tuple[str, bool, str]]:
        groups = Groups(table.scene.model.units)
        rows = table.scene.focus.actions.actions
        return [
            (groups.unit_of(row), row.enabled, row.shortcut) for row in rows if groups.unit_of(row) and not row.idle
        ]

    before = units()
    assert len({unit for unit, _enabled, _key in before}) > 2
    moved = before[0][0]
    model = table.scene.model
    table.scene.focus.call(lambda: model.answer(f"normal-move {moved}") and model.answer("stay"))
    table.frame()
    after = units()
    assert [unit for unit, _enabled, _key in after] == [unit for unit, _enabled, _key in before]
    assert not after[0][1]
    assert after[1:] == before[1:]
