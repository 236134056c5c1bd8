"""Dice tumble, and lie with the values the game has drawn; the page that counts them."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.engine.core.pools import Pool
from game.engine.history.fairness import Throw, throws
from game.engine.session import Entry
from game.players.random_player import random_answer
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.rules.events import Attacked, CastRolled
from game.rulesets.dropzone import RULESET as DROPZONE
from game.rulesets.dropzone.rules import play as course
from game.rulesets.dropzone.rules.activation import activate
from game.rulesets.dropzone.rules.letters import FIRE
from game.ui.board.dice_tray import LASTS, MOST, READ, SHOWN, DiceTray, Die, _texts_below, dice_of, row, tumble
from game.ui.widgets.theme import GOOD, Theme
from tests.conformance.listed import DUELS
from tests.conformance.test_window import by_keys, dismiss
from tests.rulesets.aos4.battles import Battle
from tests.rulesets.aos4.battles import row as ranks
from tests.rulesets.dropzone.dropzone_kit import Moment
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tests.ui.inked import noted

Window = Callable[..., Driver]
BLUE, RED = (63, 143, 210), (217, 101, 59)


def die(face: int = 5, *, faces: tuple[int, ...] = (), result: int | None = None) -> Die:
    shown = faces or (face,)
    return Die(Throw(8, shown, shown[-1] if result is None else result, "a", "attack"), "Aldis", BLUE)


def picture(*dice: Die, motion: str = "full", passed: float = LASTS + 0.1) -> bytes:
    pygame.font.init()
    tray = DiceTray(Theme(), motion)
    tray.throw(dice, 100.0)
    tray.place(pygame.Rect(0, 0, 800, 500))
    target = pygame.Surface((800, 500), depth=32)
    tray.draw(target, 100.0 + passed)
    return pygame.image.tobytes(target, "RGB")


def test_a_tumble_stays_in_the_tray_ends_in_a_row_and_is_the_same_for_the_same_throw() -> None:
    shown = tumble(5, 10.0, 3.2, "seed")
    assert shown.pictures == tumble(5, 10.0, 3.2, "seed").pictures
    assert shown.pictures != tumble(5, 10.0, 3.2, "other").pictures
    for poses in shown.pictures:
        assert all(0.0 <= pose.x <= 10.0 and 0.0 <= pose.y <= 3.2 for pose in poses)
    assert shown.at(LASTS) == row(5, 10.0, 3.2)
    assert all(pose.turn == 0.0 for pose in shown.at(LASTS))
    assert 0.6 <= LASTS <= 0.9


def test_dice_move_while_they_tumble_and_lie_still_then() -> None:
    assert picture(die(), passed=0.1) != picture(die(), passed=0.3)
    assert picture(die(), passed=LASTS + 0.01) == picture(die(), passed=LASTS + 1.0)


def test_dice_at_rest_fold_into_one_line_once_a_person_is_asked(dummy_display: None) -> None:
    tray = DiceTray(Theme())
    tray.throw([die(5)], 100.0)
    tray.place(pygame.Rect(0, 0, 800, 500))
    height = tray.rect.height
    assert not tray.lively(100.0 + LASTS + READ + 0.1)
    tray.asked = True
    assert not tray.lively(100.0 + LASTS + READ - 0.1)
    assert tray.lively(100.0 + LASTS + READ + 0.1)
    tray.place(pygame.Rect(0, 0, 800, 500))
    assert tray.folded
    assert tray.rect.height * 3 < height
    assert not tray.lively(100.0 + LASTS + READ + 0.2)
    tray.throw([die(3)], 200.0)
    assert not tray.folded


def test_dice_in_question_neither_fold_nor_go(dummy_display: None) -> None:
    tray = DiceTray(Theme(), asked=True, in_question=True)
    tray.throw([die(5)], 100.0)
    assert not tray.lively(200.0)
    assert tray.dice
    assert not tray.folded
    tray.in_question = False
    assert tray.lively(200.0)
    assert not tray.dice


def test_the_tray_knows_whether_a_person_is_asked(window: Window) -> None:
    driver = window(toy_session())
    driver.frame()
    tray, focus = driver.scene.focus.animation.tray, driver.scene.focus
    assert tray.asked
    focus.watched = True
    driver.frame()
    assert not tray.asked


@pytest.mark.parametrize("motion", ["full", "reduced", "off"])
def test_every_way_of_moving_ends_in_the_same_picture(motion: str) -> None:
    assert picture(die(), motion=motion) == picture(die())


def test_reduced_motion_fades_in_and_off_shows_at_once() -> None:
    assert picture(die(), motion="reduced", passed=0.05) != picture(die(), motion="reduced", passed=0.5)
    assert picture(die(), motion="off", passed=0.0) == picture(die(), motion="off", passed=0.5)


def test_long_names_of_few_dice_are_whole() -> None:
    with noted() as notes:
        tray = DiceTray(Theme(), "off")
        tray.throw([Die(Throw(6, (5,), 5), name, BLUE, "initiative") for name in ("Glarecoil Slingers", "Tide")], 0.0)
        tray.place(pygame.Rect(0, 0, 900, 500))
        target = pygame.Surface((900, 500))
        tray.draw(target, 1.0)
        assert {"Glarecoil Slingers", "Tide", "initiative"} <= {each.text for each in notes if each.whole}


def test_the_value_drawn_a_reroll_and_a_zeroed_result_all_show() -> None:
    plain = picture(die(5))
    assert len({plain, picture(die(6)), picture(die(faces=(1, 5))), picture(die(5, result=0))}) == 4


def test_of_many_dice_the_last_are_shown() -> None:
    tray = DiceTray(Theme())
    tray.throw([die(1 + number % 8) for number in range(MOST + 3)], 0.0)
    assert (len(tray.dice), tray.left_out) == (MOST, 3)


def test_a_atk_1_every_die_of_an_attack_says_what_it_is_for() -> None:
    pools = {name: Pool(f"round 1/ann.pikes/{name}", 6, ((5,), (2,))) for name in ("hit", "wound", "save")}
    none = Pool("", 6, ())
    event = Attacked(
        unit="ann.pikes", target="bob.hounds", weapon="Pike", attacks=2, attack_pool=none,
        hit_pool=pools["hit"], hits=1, mortal_pool=none, mortal=0, wound_pool=pools["wound"], wounds=1,
        save_pool=pools["save"], unsaved=1, damage_pool=none, damage=1, hits_on=3, wounds_on=4,
    )  # fmt: skip
    cast = CastRolled(
        unit="ann.pikes", ability="ray", pool=Pool("round 1/ann.pikes/cast ray", 6, ((3,), (4,))),
        total=7, needed=5, outcome="cast",
    )  # fmt: skip
    found = dice_of([event, cast], {}, str, {}, RULESET.terms.thrown)
    captions = ("hits on 3+", "wounds on 4+", "saves", "casting")
    assert [die.caption for die in found] == [each for each in captions for _ in range(2)]


def test_d_shoot_13_dice_of_fire_say_who_rolled_them_what_for_and_what_each_needs() -> None:
    at = Moment(dice=(5, 5, 5, 5))
    at["anvils-2"].place = at["anvils-3"].place = "destroyed"
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 30, -90)
    at.run(activate(at.game, at.squad("anvils-1")), FIRE.key, "north.glaives-1", "end")
    dice = dice_of(at.game.events, {}, str, {}, DROPZONE.terms.thrown)
    ours, theirs = at["anvils-1"].id, at["glaives-1"].id
    assert [(die.name, die.caption) for die in dice] == [
        (ours, "hits on 2+"), (ours, "damage 2+, double 4+"), *2 * [(theirs, "saves on 5+")],
    ]  # fmt: skip


@pytest.mark.parametrize(("face", "doubled"), [(5, True), (3, False)])
def test_d_shoot_15_a_die_that_does_two_damage_is_marked(face: int, *, doubled: bool) -> None:
    """Three dice that do four Damage explain themselves."""
    shown = Die(Throw(6, (face,), face, needed=2, doubled=4), "Ferret", BLUE, "damage")
    assert [text for text, _struck in _texts_below(shown)] == ["×2"] * doubled


def test_every_purpose_for_which_dropzone_dice_are_thrown_has_words() -> None:
    sources = Path(course.__file__).parent.rglob("*.py")
    keys = [key for each in sources for key in re.findall(r'\bthrow(?:_d3)?\(\s*f?"([a-z]+)', each.read_text("utf-8"))]
    assert len(keys) > 20
    assert {*keys} <= {*DROPZONE.terms.thrown}


def test_new_dice_keep_clear_of_other_pieces_too_and_those_that_lie_do_not_jump_for_them() -> None:
    tray, table = DiceTray(Theme(), "off"), pygame.Rect(0, 0, 1200, 500)
    tray.throw([die()], 0.0)
    tray.place(table)
    usual = tray.rect.copy()
    tray.place(table, [], [usual])
    assert tray.rect == usual
    tray.throw([die()], 100.0)
    tray.place(table, [], [usual])
    assert not tray.rect.colliderect(usual)
    elsewhere = tray.rect.copy()
    tray.throw([die()], 200.0)
    tray.place(table, [elsewhere], [usual])
    assert not tray.rect.colliderect(elsewhere)


def test_dice_fall_beside_the_pieces_that_rolled_and_hide_none_of_them() -> None:
    tray, table = DiceTray(Theme(), "off"), pygame.Rect(0, 0, 1200, 600)
    for spot in ((300, 200), (900, 450), (40, 40)):
        base = pygame.Rect(spot, (0, 0)).inflate(60, 60)
        tray.throw([die()], 0.0)
        tray.place(table, [base], [], base.center)
        assert not tray.rect.colliderect(base)
        assert tray.rect.colliderect(base.inflate(80, 80)), "beside it"
        lies = tray.rect.copy()
        tray.place(table, [base], [], (600, 300))
        assert tray.rect == lies, "dice that lie stay"


def test_dice_of_one_roll_share_a_caption_and_take_less_room() -> None:
    widths = []
    for names in (["Wandering Transport"] * 6, [f"Wandering Transport {number}" for number in range(6)]):
        tray = DiceTray(Theme(), "off")
        with noted() as notes:
            tray.throw([Die(Throw(6, (5,), 5), name, BLUE, "saving") for name in names], 0.0)
            tray.place(pygame.Rect(0, 0, 1200, 600))
            tray.draw(pygame.Surface((1200, 600)), 1.0)
        assert {*names} <= {each.text for each in notes if each.whole}
        widths.append(tray.rect.width)
    assert widths[0] < 0.7 * widths[1]


def test_the_tray_leaves_its_corner_only_for_what_it_hides_there() -> None:
    tray, table = DiceTray(Theme(), "off"), pygame.Rect(0, 0, 1200, 500)
    tray.throw([die()], 0.0)
    tray.place(table)
    usual = tray.rect.copy()
    below = pygame.Rect(0, 0, 1200, 10)
    below.bottom = usual.bottom
    tray.place(table, [usual, below])
    away = tray.rect.copy()
    assert away.left == usual.left
    assert away.top < usual.top - 100
    tray.place(table, [])
    assert tray.rect == away, "dice that lie stay there"
    tray.throw([die()], 1.0)
    tray.place(table, [])
    assert tray.rect == usual


def test_what_is_written_above_the_tray_hides_no_more_than_the_tray() -> None:
    tray, table = DiceTray(Theme(), "off"), pygame.Rect(0, 0, 1200, 500)
    tray.throw([die()] * (MOST + 1), 0.0)
    tray.place(table)
    usual = tray.rect.copy()
    above = pygame.Rect(0, 0, 1200, 10)
    above.bottom = usual.top - 5
    tray.place(table, [above])
    assert tray.rect.top < usual.top - 100


def test_dice_hide_no_unit_that_is_decided_about(window: Window) -> None:
    battle = Battle("charge")
    battle.put("glarecoil-slingers", *ranks(5, 2, 2, 1.3))
    battle.put("tide-reeve", (4, 7))
    battle.rolls("charge", 3, 3).begin()
    driver = window(battle.session)
    battle.use("charge", "glarecoil-slingers").no_reaction()
    driver.scene.focus.call(driver.scene.model.refresh)
    driver.frame()
    tray, models = driver.scene.focus.animation.tray, driver.scene.model.units.models["ann.glarecoil-slingers"]
    assert tray.dice
    assert not any(tray.rect.collidepoint(driver.at(each.x, each.y)) for each in models)


def test_dice_hide_no_ring_nor_name_of_a_unit_that_is_decided_about(window: Window) -> None:
    for high in (6.0, 7.0, 8.0, 8.5, 9.0):
        battle = Battle("charge")
        battle.put("glarecoil-slingers", *ranks(5, 2, high, 1.3))
        battle.put("tide-reeve", (4, high + 5))
        battle.rolls("charge", 3, 3).begin()
        driver = window(battle.session)
        battle.use("charge", "glarecoil-slingers").no_reaction()
        driver.scene.focus.call(driver.scene.model.refresh)
        driver.frame()
        tray, models = driver.scene.focus.animation.tray, driver.scene.model.units.models["ann.glarecoil-slingers"]
        lowest = min(each.y for each in models)
        below = [(x, y + 24) for x, y in (driver.at(each.x, lowest) for each in models)]
        assert tray.dice
        assert not any(tray.rect.collidepoint(spot) for spot in below), high


def test_how_many_dice_are_left_out_is_legible_on_any_ground() -> None:
    pygame.font.init()
    grounds = []
    for ground in ((20, 22, 26), (150, 150, 150)):
        tray = DiceTray(Theme(), "off")
        tray.throw([die()] * (MOST + 1), 0.0)
        tray.place(pygame.Rect(0, 0, 1200, 500))
        target = pygame.Surface((1200, 500), depth=32)
        target.fill(ground)
        tray.draw(target, 1.0)
        above = pygame.Rect(0, 0, 40, 8)
        above.midbottom = tray.rect.centerx, tray.rect.top - 12
        grounds.append(pygame.image.tobytes(target.subsurface(above), "RGB"))
    assert grounds[0] == grounds[1]


def test_the_tray_needs_frames_only_while_something_moves_and_is_cleared_in_the_end() -> None:
    tray = DiceTray(Theme())
    tray.throw([die()], 10.0)
    assert tray.lively(10.1)
    assert not tray.lively(11.0)
    assert tray.lively(10.0 + LASTS + SHOWN + 0.1)
    assert tray.dice == ()
    assert not tray.lively(20.0)


def until_dice(driver: Driver) -> None:
    rng = random.Random(5)
    for _ in range(400):
        dismiss(driver)
        if driver.scene.focus.animation.tray.dice:
            return
        by_keys(driver, rng)
    pytest.fail("no die was rolled")


@cache
def until_the_first_dice() -> tuple[Entry, ...]:
    """Return answers of a game whose next brings its first dice: nobody plays that far before each test."""
    session, rng = DUELS[0].session(), random.Random(5)
    while not list(throws(session.events)):
        session.answer(random_answer(session.pending(), rng))
    return tuple(session.journal[:-1])


@pytest.fixture
def rolled(window: Window) -> Driver:
    session = DUELS[0].session()
    for entry in until_the_first_dice():
        session.give(entry)
    driver = window(session)
    until_dice(driver)
    return driver


def test_dice_of_the_game_come_into_the_tray_with_their_values(rolled: Driver) -> None:
    drawn = list(throws(rolled.session.events))
    assert [each.throw for each in rolled.scene.focus.animation.tray.dice] == drawn[
        -len(rolled.scene.focus.animation.tray.dice) :
    ]


def clicked(driver: Driver, spot: tuple[int, int]) -> None:
    """Press and let go where the mouse has been for long."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.handle(pygame.event.Event(kind, pos=spot, button=1))
    driver.frame()


def test_a_click_on_tumbling_dice_lets_them_lie_and_the_next_takes_the_tray_away(rolled: Driver) -> None:
    scene = rolled.scene
    rolled.move(scene.focus.animation.tray.rect.center)
    scene.focus.animation.tray.motion = "full"
    scene.focus.animation.tray.throw(scene.focus.animation.tray.dice, time.monotonic())
    rolled.frame()
    spot = scene.focus.animation.tray.rect.center
    clicked(rolled, spot)
    assert scene.focus.animation.tray.dice
    assert not scene.focus.animation.tray.running(time.monotonic())
    before = scene.focus.inspection.selected
    scene.focus.mouse_since = 0.0  # the mouse has not moved since
    clicked(rolled, spot)
    assert scene.focus.animation.tray.dice == ()
    assert scene.focus.inspection.selected == before


def test_the_table_shines_through_the_tray_under_a_mouse_that_moves_there_and_takes_the_click(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(toy_session())
    scene = driver.scene
    scene.focus.animation.tray.motion = "off"
    scene.focus.animation.tray.throw([die()], 0.0)
    monkeypatch.setattr("game.ui.board.dice_tray.SHOWN", 1e9)
    driver.move(driver.at(10.0, 11.0))
    driver.frame()
    spot = scene.focus.animation.tray.rect.center
    solid = driver.screen.subsurface(scene.focus.animation.tray.rect).get_buffer().raw
    scene.focus.camera.show(3.0, 4.0)
    x, y = scene.focus.camera.to_screen(3.0, 4.0)
    scene.focus.camera.pan(spot[0] - x, spot[1] - y)
    driver.move(spot)
    assert scene.focus.animation.tray.yields(scene.focus.mouse, scene.focus.mouse_since)
    assert driver.screen.subsurface(scene.focus.animation.tray.rect).get_buffer().raw != solid
    clicked(driver, spot)
    assert scene.focus.animation.tray.dice == ()
    assert scene.focus.inspection.selected == "a2"


def test_any_key_lets_them_lie_and_a_click_clears_the_tray(rolled: Driver) -> None:
    rolled.scene.focus.animation.tray.throw(rolled.scene.focus.animation.tray.dice, time.monotonic())
    rolled.key("end")
    assert not rolled.scene.focus.animation.tray.running(time.monotonic())
    rolled.frame()
    answers = len(rolled.session.journal)
    rolled.click(rolled.scene.focus.animation.tray.rect.center)
    assert rolled.scene.focus.animation.tray.dice == ()
    assert len(rolled.session.journal) == answers


def test_what_fell_is_seen_beside_a_hand_over(rolled: Driver) -> None:
    scene = rolled.scene
    scene.focus.animation.tray.settle()
    rolled.frame()
    felt = scene.focus.animation.tray.rect.inflate(-24, -24)  # its corners are round
    bright = pygame.image.tobytes(rolled.screen.subsurface(felt), "RGB")
    scene.hand_over.announce(scene.model.decider)
    rolled.frame()
    [(_kind, banner)] = scene.hand_over.covering()
    assert not banner.colliderect(felt)
    assert pygame.image.tobytes(rolled.screen.subsurface(felt), "RGB") == bright


def test_taking_back_takes_the_dice_away(rolled: Driver) -> None:
    rolled.keys("ctrl+z", "return")
    assert rolled.scene.focus.animation.tray.dice == ()


def test_the_fairness_page_by_key_and_by_mouse(rolled: Driver) -> None:
    rolled.key("f2")
    assert rolled.scene.focus.sheets[-1].title == "How evenly the dice fell"
    rolled.key("escape")
    rolled.key("escape")
    rolled.press_row("How evenly the dice fell")
    assert rolled.scene.focus.sheets[-1].figure is not None
    assert rolled.scene.focus.sheets[-1].figure.height(rolled.scene.window.theme, 400) > 0


def test_the_fairness_page_without_dice_says_so(window: Window) -> None:
    driver = window(toy_session())
    driver.key("f2")
    assert driver.scene.focus.sheets[-1].lines[0].text == "No die has been rolled yet."


def test_how_dice_move_is_chosen_in_the_menu(window: Window) -> None:
    driver = window(toy_session())
    driver.key("escape")
    driver.press_row("Settings")
    assert driver.row("Motion")[0].value == "pieces glide, dice tumble"
    driver.press_row("Motion")
    assert driver.row("Motion")[0].value == "dice fade in"
    driver.press_row("Motion")
    assert driver.scene.window.options.motion == driver.scene.focus.animation.tray.motion == "off"


def test_a_die_that_shows_what_it_needs_is_underlined_and_one_that_does_not_is_pale() -> None:
    def needing(face: int, needed: int) -> Die:
        return Die(Throw(6, (face,), face, "a", "attack", needed=needed), "Aldis", BLUE)

    def pixels(one: Die, colour: tuple[int, ...]) -> int:
        raw = picture(one)
        return sum(raw[at : at + 3] == bytes(colour[:3]) for at in range(0, len(raw), 3))

    assert [needing(face, needed).succeeds for face, needed in ((4, 3), (2, 3), (2, 0))] == [True, False, None]
    assert pixels(needing(4, 3), GOOD) > 20
    assert pixels(needing(2, 3), GOOD) == pixels(needing(2, 0), GOOD) == 0
    assert picture(needing(2, 3)) != picture(needing(2, 0))
