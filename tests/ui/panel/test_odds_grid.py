"""Tables of odds: in the drawer, with dice by their colours, and in text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.commands.text.play import Queries
from game.engine.core.dice import KeyedDice
from game.engine.core.pools import Pool
from game.engine.history.fairness import tallies, throws
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.events import DamageRolled, PoolRolled
from game.ui.board.dice_tray import dice_of
from game.ui.widgets.signs import COLOURS
from tests.rulesets.bushido.bushido_kit import acting, fight_session, skirmish_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def splitting(window: Window) -> Driver:
    """A window in which Bob has drawn the curtain to split his dice."""
    session = fight_session()
    while not session.pending().secret:
        decision = session.pending()
        options = [option.key for option in getattr(decision, "options", ())]
        session.answer("pass" if "pass" in options else options[0])
    driver = window(session)
    driver.key("return")
    driver.move((5, 715))
    return driver


def test_the_table_is_in_the_drawer_before_anything_is_pointed_at_and_the_chip_says_what_the_split_means(
    window: Window,
) -> None:
    driver = splitting(window)
    odds = driver.scene.content().odds
    assert odds is not None
    assert len(odds.grids) == 1
    driver.move(driver.row("2 attack")[1].center)
    pointed = driver.scene.content().odds
    assert pointed is not None
    assert len(pointed.grids) == 2
    [row] = [row for row in pointed.grids[0].rows if row.marked]
    assert [verdict.strong for verdict in pointed.verdicts] == [row.cells[0], row.cells[2]]


def chip_says(driver: Driver, label: str) -> list[str]:
    """Return what the chip says, as soon as it says something, and check that it lies beside the row on the table."""
    driver.frames_until(label, lambda: bool(driver.scene.chip.vital()))
    found = driver.scene.chip.content()
    assert found is not None
    assert driver.scene.focus.layout.table.contains(driver.scene.chip.rect)
    assert found[1].centery == driver.row(label)[1].centery
    return [line.text for line in found[0].lines]


def test_a_split_pointed_at_or_under_the_cursor_of_the_keys_says_its_odds_at_once(window: Window) -> None:
    driver = splitting(window)
    driver.frame()
    assert driver.scene.chip.content() is None
    driver.move(driver.row("2 attack")[1].center)
    by_mouse = chip_says(driver, "2 attack")
    assert by_mouse[0].startswith("You hit: ")
    assert by_mouse[1].startswith("Their hit: ")
    driver.move(driver.row("1 attack")[1].center)
    driver.frame()
    assert chip_says(driver, "1 attack") != by_mouse
    driver.move((5, 715))
    driver.frame()
    for _step in range(20):
        driver.key("down")
        pointed = driver.scene.focus.actions.pointed()
        if pointed is not None and pointed.label.startswith("2 attack"):
            break
    assert chip_says(driver, "2 attack") == by_mouse


def test_a_row_that_the_wheel_brings_under_the_mouse_is_pointed_at(window: Window) -> None:
    driver = splitting(window)
    driver.move(driver.row("2 attack")[1].center)
    actions = driver.scene.focus.actions
    actions.rect.height = driver.row("2 attack")[1].height * 2
    actions.clamp()
    before = actions.pointed()
    driver.scene.asked.input(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, flipped=False))
    assert actions.pointed() is not before
    assert actions.hovered == actions.at(driver.scene.focus.mouse)


def test_rows_of_splits_show_their_dice(window: Window) -> None:
    driver = splitting(window)
    assert driver.row("1 attack, 2")[0].dice == (("attack", 1), ("defence", 2))
    driver.row("2 attack")


def test_dice_of_pools_lie_in_the_tray_by_their_colours_and_are_counted() -> None:
    pool = Pool("x", 6, ((4,), (1, 5)))
    events = [
        PoolRolled(model="a", purpose="melee", pool=pool, colour="attack", rule="B-MELEE-7"),
        DamageRolled(model="b", by="a", pool=pool, kept=(4, 5), total=9, level=2, wounds=3),
    ]
    found = list(throws(events))
    assert [throw.faces for throw in found] == [(4,), (1, 5)] * 2
    assert [throw.subject for throw in found] == ["a"] * 4
    assert all(throw.pooled for throw in found)
    dice = dice_of(events, {}, str, {}, {})
    assert [die.colour == COLOURS["attack"] for die in dice] == [True, True, False, False]
    assert [tally.rolls for tally in tallies(events)] == [6]


def test_dice_for_damage_say_so_in_the_tray() -> None:
    pool = Pool("turn 1/a/damage", 6, ((4,), (1,)))
    event = DamageRolled(model="b", by="a", pool=pool, kept=(4, 1), total=5, level=2, wounds=1)
    dice = dice_of([event], {}, str, {}, RULESET.terms.thrown)
    assert [die.purpose for die in dice] == ["damage", "damage"]
    assert dice[0].caption == "damage: 4 + 1 = 5; table row 5, level 2: 1 wound"


def test_dice_of_models_that_are_not_deployed_yet_have_the_colours_of_their_owners(window: Window) -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols")), KeyedDice(5))
    driver = window(session)
    driver.key("1")  # who makes the tactical test
    animation = driver.scene.focus.animation
    found = {die.colour for die in animation.dice_in(session.events)}
    assert found == {livery.colour for livery in animation.owners.values()}


def test_text_play_tells_where_a_walk_may_end_and_what_its_way_costs(tmp_path: Path) -> None:
    session = acting(skirmish_session(), "bell-warden", "walk")
    looking = Queries(SessionModel(session, lambda played: None, tmp_path, {})).commands()
    assert any("for example" in line for line in looking["where"](""))
    assert any(line.strip().startswith("A path of 4.") for line in looking["try"]("10.5, 12"))


def test_text_play_tells_all_odds_without_a_choice_named(tmp_path: Path) -> None:
    session = fight_session()
    while not session.pending().secret:
        options = [option.key for option in getattr(session.pending(), "options", ())]
        session.answer("pass" if "pass" in options else options[0])
    looking = Queries(SessionModel(session, lambda played: None, tmp_path, {}))
    told = list(looking.commands()["odds"](""))
    assert any("you hit" in line and "wounds taken" in line for line in told)
    assert len(list(looking.commands()["odds"]("1"))) > len(told)
