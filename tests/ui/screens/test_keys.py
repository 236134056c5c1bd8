"""Keys can be changed, for everybody and for one seat; a key that is taken is refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from string import ascii_lowercase

import pygame
import pytest

from game import rulesets
from game.ui.decisions.place import PlaceController
from game.ui.pages.texts import help_sheet, own_keys
from game.ui.prefs.letters import check_key, relettered
from game.ui.prefs.settings import Options, load_options, save_options
from game.ui.widgets.keys import COMMANDS, EVERYBODY, KeyTaken, ctrl_held, key_label, rebound
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
PLACING, ORDERING = 3, 4


def with_keys(driver: Driver, **sets: dict[str, str]) -> None:
    key_name = {which.removeprefix("seat"): changed for which, changed in sets.items()}
    driver.window.choose(replace(driver.window.options, keys=key_name))
    driver.frame()


def test_no_key_of_the_window_is_the_letter_of_an_action_of_any_rulebook() -> None:
    own = [command for command in COMMANDS.values() if command.reserved]
    keys = {command.key for command in own} | {f"shift+{command.key}" for command in own if command.shifted}
    letters = [(book.name, option.key, option.letter) for book in rulesets.usable() for option in book.lettered()]
    cure = "choose another key in keys.json, or another `letter` of these options in their rulebooks"
    assert [each for each in letters if each[2] in keys] == [], cure


def test_the_help_lists_every_command_with_a_label_and_also_its_second_key(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "undo", COMMANDS["undo"]._replace(also=("f8", "kp_enter")))
    chapters = help_sheet(window(toy_session()).scene.focus).chapters
    lines = {line.text: line.rule for chapter in chapters for line in chapter.lines}
    assert lines["Undo, redo"] == "Ctrl + Z / F8, Ctrl + Y"
    assert lines["Phases and what can be used"] == "F9"
    assert lines["Show the whole table"] == "F / Home"
    assert lines["Next log entry"] == "Ctrl + Down"
    assert not {"Zoom in", "Left: nudge, or move the view"} & {*lines}


def test_a_changed_key_does_what_the_old_one_did_and_the_old_one_nothing(window: Window) -> None:
    driver = window(toy_session())
    with_keys(driver, all={"measure": "k", "undo": "ctrl+u"})
    measuring = []
    for key in ("m", "k", "k"):
        driver.key(key)
        measuring.append(driver.scene.focus.measuring.on)
    assert measuring == [False, True, False]
    driver.key("1")
    assert driver.session.journal == ["walk"]
    driver.key("ctrl+z")
    assert driver.session.journal == ["walk"]
    driver.key("ctrl+u")
    assert driver.session.journal == []


def test_a_seat_has_keys_of_its_own_only_while_its_player_decides(window: Window) -> None:
    driver = window(toy_session(PLACING))
    with_keys(driver, seat1={"left": "h", "right": "l"}, seat2={"left": "j"})
    x = driver.scene.focus.controller.spot[0]  # type: ignore[union-attr]
    driver.keys("h", "h", "h", "l")
    assert driver.scene.focus.controller.spot[0] == pytest.approx(x - 0.1)  # type: ignore[union-attr]
    driver.key("left")
    assert driver.scene.focus.controller.spot[0] == pytest.approx(x - 0.15)  # type: ignore[union-attr]
    driver.key("j")
    assert driver.scene.focus.controller.spot[0] == pytest.approx(x - 0.15)  # type: ignore[union-attr]


def test_shift_with_a_changed_key_means_what_it_meant_with_the_default_one(window: Window) -> None:
    driver = window(toy_session())
    with_keys(driver, all={"inspect": "k"})
    driver.keys("k", "k")
    assert driver.scene.focus.inspection.selected == "a2"
    driver.key("shift+k")
    assert driver.scene.focus.inspection.selected == "a1"


def test_a_choice_on_the_table_can_have_a_key_with_ctrl(window: Window) -> None:
    driver = window(toy_session(PLACING))
    with_keys(driver, all={"nearest": "ctrl+k", "left": "ctrl+j"})
    controller = driver.scene.focus.controller
    assert isinstance(controller, PlaceController)
    controller.move_to((6.0, 9.0), free=True)  # in a wall
    driver.key("ctrl+j")
    assert controller.spot == (5.95, 9.0)
    driver.key("ctrl+k")
    assert controller.legal


def test_a_gamepad_speaks_in_the_default_keys_whatever_was_changed(window: Window) -> None:
    driver = window(toy_session())
    with_keys(driver, all={"step_back": "k"})
    driver.key("escape")
    assert not driver.scene.focus.sheets
    driver.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", pad=True))
    assert driver.scene.focus.sheets


def held(driver: Driver, key: int, times: int) -> None:
    """Hold a key down while it repeats."""
    for _ in range(times):
        driver.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    driver.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode=""))


def test_a_held_key_answers_once_on_the_table_and_on_sheets_and_arrows_go_on(window: Window) -> None:
    driver = window(toy_session(PLACING))
    x = driver.scene.focus.controller.spot[0]  # type: ignore[union-attr]
    held(driver, pygame.K_RIGHT, 3)
    assert driver.scene.focus.controller.spot[0] == pytest.approx(x + 0.15)  # type: ignore[union-attr]
    held(driver, pygame.K_m, 3)
    assert driver.scene.focus.measuring.on
    driver.window.open("settings")
    driver.frame()
    row = driver.top.sheets[-1].list
    start = row.cursor
    held(driver, pygame.K_DOWN, 3)
    assert row.cursor == start + 4  # a heading was passed over
    held(driver, pygame.K_RETURN, 2)
    assert not driver.window.options.odds


def test_no_row_has_a_key_that_was_given_away(window: Window) -> None:
    driver = window(toy_session())
    first = driver.scene.focus.actions.actions[0].shortcut
    with_keys(driver, all={"measure": first})
    assert first not in [row.shortcut for row in driver.scene.focus.actions.actions]


@pytest.mark.parametrize(
    ("command", "key", "which", "told"),
    [
        ("measure", "x", EVERYBODY, "X is everybody's key for “Threat map”; give that another key first"),
        ("left", "w", "2", "W is everybody's key for “Drawer: the rule in plain words”; give that another key first"),
        ("left", "k", "2", "K is seat 2's key for “Right: nudge, or move the view”; give that another key first"),
        ("measure", "f1", EVERYBODY, "F1 is fixed and cannot be reassigned"),
    ],
)
def test_a_key_that_is_taken_is_refused_with_the_reason(command: str, key: str, which: str, told: str) -> None:
    with pytest.raises(KeyTaken) as caught:
        rebound({"2": {"right": "k"}}, command, key, which)
    assert str(caught.value) == told


def test_a_command_gets_its_default_back_even_if_that_is_fixed_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "measure", COMMANDS["measure"]._replace(key="backspace"))
    assert rebound({"all": {"measure": "j"}}, "measure", "") == {}


def test_two_keys_are_exchanged_by_way_of_a_third() -> None:
    sets = rebound({}, "threats", "k")
    sets = rebound(sets, "measure", "x")
    sets = rebound(sets, "threats", "m")
    assert sets == {"all": {"threats": "m", "measure": "x"}}
    assert rebound(rebound(sets, "measure", "k"), "threats", "") == {"all": {"measure": "k"}}


def test_the_page_changes_a_key_by_pressing_it(window: Window) -> None:
    driver = window(toy_session())
    driver.key("f4")
    driver.press_row("Shortcut keys")
    driver.press_row("Measure anything")
    driver.key("x")  # taken
    sheet = driver.scene.focus.sheets[-1]
    assert any("Threat map" in line.text for line in sheet.lines)
    driver.key("j")
    assert driver.window.options.keys == {"all": {"measure": "j"}}
    assert driver.row("Measure anything")[0].value == "J"
    driver.key("escape")
    assert driver.scene.focus.sheets[-1].title == "Settings"
    assert driver.row("Shortcut keys")[0] is driver.scene.focus.sheets[-1].list.current()
    driver.keys("escape", "j")
    assert driver.scene.focus.measuring.on


def test_the_page_gives_a_seat_its_own_key_by_keyboard_alone_and_takes_it_back(window: Window) -> None:
    driver = window(toy_session())
    driver.key("f4")
    driver.press_row("Shortcut keys")
    driver.keys("down", "right", "down", "down", "return", "j")
    (changed,) = driver.window.options.keys["1"].items()
    assert changed[1] == "j"
    assert own_keys(driver.scene.focus)[0].rule == "J"
    driver.keys("return", "backspace")
    assert driver.window.options.keys == {}


def test_help_and_tips_name_the_key_that_a_command_has_now(window: Window) -> None:
    driver = window(toy_session())
    with_keys(driver, all={"undo": "ctrl+u"})
    lines = {line.text: line.rule for chapter in help_sheet(driver.scene.focus).chapters[1:] for line in chapter.lines}
    assert lines["Undo, redo"] == "Ctrl + U, Ctrl + Y"
    scene = driver.scene
    tip = scene.bar.tip(scene.bar.tools.shown["undo"].rect.center)
    assert tip == ("Undo the last decision (Ctrl + U)", ())


def test_the_help_lists_the_keys_that_were_changed(window: Window) -> None:
    driver = window(toy_session())
    with_keys(driver, all={"undo": "ctrl+u"}, seat2={"left": "a"})
    told = [(line.text, line.rule) for line in own_keys(driver.scene.focus)]
    assert told == [("Undo", "Ctrl + U"), ("Seat 2: Left: nudge, or move the view", "A")]
    assert key_label("return") == "Enter"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"keys": {"all": {"measure": "x"}}}, "Threat map"),
        ({"keys": {"all": {"fly": "k"}}}, "'fly' is not a command with a key"),
        ({"keys": {"all": {"measure": "thumb"}}}, "'thumb' is not a key"),
        ({"keys": {"9": {"measure": "k"}}}, "'9' is not a set of keys"),
        ({"letters": {"godbreakers": {"fly": "j"}}}, "'fly' is not an action of godbreakers"),
        ({"letters": {"godbreakers": {"move": "e"}}}, "E is the letter for “Engage”"),
        ({"letters": {"godbreakers": {"move": "m"}}}, "M is the shortcut key"),
        ({"letters": {"godbreakers": {"move": "!"}}}, "! is not a letter"),
    ],
)
def test_bad_keys_and_letters_in_the_settings_file_give_one_message_and_the_defaults(
    wrong: dict[str, dict[str, dict[str, str]]], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"format": "inchwise-settings", "version": 1, **wrong}), encoding="utf-8")
    options, message = load_options(path)
    assert options == Options()
    assert told in message
    assert "settings.json" in message
    assert all(field in message for field in wrong)
    assert "\n" not in message


def test_changed_keys_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    save_options(Options(keys={"all": {"measure": "k"}, "2": {"left": "a"}}), path)
    assert load_options(path) == (Options(keys={"all": {"measure": "k"}, "2": {"left": "a"}}), "")


# -- the letters of actions --------------------------------------------------------------------


def own_letters(driver: Driver, **letters: str) -> None:
    driver.window.choose(replace(driver.window.options, letters={"godbreakers": letters}))
    driver.frame()


def acting(window: Window) -> Driver:
    """Return a table at which a model that has done nothing yet chooses its action."""
    play = begin(godbreaker("Raven", A, 8, 8), godbreaker("Nova", B, 14, 8))
    play.answer(["raven"])
    return window(play.session)


def shortcuts(driver: Driver) -> dict[str, str]:
    return {row.id: row.shortcut for row in driver.scene.focus.actions.actions}


def test_a_changed_letter_stands_on_the_row_and_works_and_the_old_one_does_nothing(window: Window) -> None:
    driver = acting(window)
    assert shortcuts(driver)["move"] == "v"
    own_letters(driver, move="j", end="shift+j")
    assert shortcuts(driver)["move"] == "j"
    assert shortcuts(driver)["end"] == "shift+j"
    driver.key("v")
    assert driver.scene.focus.controller is not None
    assert driver.scene.focus.controller.decision.kind == "choose"
    assert "V does nothing now" in driver.scene.model.notice.title
    driver.key("j")
    assert driver.scene.focus.controller.decision.kind == "place"


@pytest.mark.parametrize(
    ("key", "letter", "told"),
    [
        ("move", "e", "E is the letter for “Engage”; change that one first"),
        ("move", "shift+t", "Shift + T is the letter for “Thunder”; change that one first"),
        ("move", "m", "M is the shortcut key for “Measure anything”; use another letter"),
        ("move", "shift+i", "I is the shortcut key for “Look at the next piece”; use another letter"),
        ("move", "k", "K is the letter for “Choose which traits to use”; change that one first"),
        ("engage", "j", "J is the shortcut key for “Zoom in”; use another letter"),
        ("engage", "5", "5 is not a letter: use A to Z, with or without Shift"),
        ("engage", "ctrl+e", "Ctrl + E is not a letter: use A to Z, with or without Shift"),
    ],
)
def test_a_letter_that_is_taken_is_refused_with_the_reason(key: str, letter: str, told: str) -> None:
    with pytest.raises(KeyTaken) as caught:
        relettered({}, {"all": {"closer": "j"}}, "godbreakers", key, letter)
    assert str(caught.value) == told


def test_no_key_of_the_window_may_be_the_letter_of_an_action(window: Window) -> None:
    driver = acting(window)
    driver.key("f4")
    driver.press_row("Shortcut keys")
    driver.press_row("Measure anything")
    driver.key("e")
    assert "E is the letter for “Engage”; change that one first" in driver.told()
    assert driver.window.options.keys == {}
    driver.key("j")
    assert driver.window.options.keys == {"all": {"measure": "j"}}
    letters = {"godbreakers": {"engage": "c"}}
    driver.window.choose(replace(driver.window.options, letters=letters))
    driver.press_row("Threat map")
    driver.key("c")
    assert "C is the letter for “Engage”" in driver.told()
    driver.key("e")
    assert "E is the letter for “Melee”" in driver.told(), "of another rulebook than the one played"
    driver.window.choose(
        replace(
            driver.window.options, letters=letters | {"bushido": {"melee": "shift+b"}, "dropzone": {"done": "shift+b"}}
        )
    )
    driver.key("e")
    assert driver.window.options.keys["all"]["threats"] == "e"


def test_shift_with_a_key_that_has_a_second_meaning_is_no_letter_either() -> None:
    with pytest.raises(KeyTaken, match=r"Shift . S is the letter for “Shape”"):
        check_key({"godbreakers": {"sunder": "c"}}, "inspect", "s")
    others = {"bushido": {"simple-feat": "j"}, "aos4": {"shoot": "j"}, "dropzone": {"search": "j"}}
    check_key({"godbreakers": {"sunder": "c"}, **others}, "measure", "s")


def test_one_letter_is_left_for_the_windows_keys_by_every_rulebook_together() -> None:
    taken = {option.letter for book in rulesets.usable() for option in book.lettered()}
    fixed = {command.key for command in COMMANDS.values()}
    assert set(ascii_lowercase) - taken - fixed >= {"j"}


def test_ending_and_doing_nothing_may_share_a_letter_since_they_never_stand_together() -> None:
    letters = relettered({}, {}, "godbreakers", "end", "j")
    letters = relettered(letters, {}, "godbreakers", "nothing", "j")
    assert letters == {"godbreakers": {"end": "j", "nothing": "j"}}
    assert relettered(relettered(letters, {}, "godbreakers", "end", ""), {}, "godbreakers", "nothing", "a") == {}


def test_the_page_of_letters_works_by_keyboard_alone_and_restores_the_rulebooks_own(window: Window) -> None:
    driver = acting(window)
    driver.key("f4")
    driver.press_row("Action letters")
    titles = [row.label for row in driver.scene.focus.sheets[-1].list.actions if row.heading]
    assert "The Godbreaker Saga" in titles
    driver.press_row("Move")
    driver.key("e")
    assert any("Engage" in line.text for line in driver.scene.focus.sheets[-1].lines)
    driver.key("shift+g")
    assert driver.window.options.letters == {"godbreakers": {"move": "shift+g"}}
    assert driver.row("Move")[0].value == "Shift + G"
    assert "V" in driver.row("Move")[0].detail
    assert own_keys(driver.scene.focus)[-1].rule == "Shift + G"
    driver.press_row("Use the rulebook's letters")
    assert driver.window.options.letters == {}
    driver.keys("escape", "escape", "v")
    assert driver.scene.focus.controller is not None
    assert driver.scene.focus.controller.decision.kind == "place"


def test_letters_come_back_as_they_were_kept_also_of_a_rulebook_that_is_gone(tmp_path: Path) -> None:
    options = Options(letters={"godbreakers": {"move": "shift+j"}, "gone": {"jump": "?"}})
    save_options(options, tmp_path / "settings.json")
    assert load_options(tmp_path / "settings.json") == (options, "")


@pytest.mark.parametrize("held", [pygame.KMOD_LCTRL, pygame.KMOD_LMETA])
def test_command_on_a_mac_is_ctrl_for_the_mouse_too(dummy_display: None, held: int) -> None:
    assert not ctrl_held()
    pygame.key.set_mods(held)
    try:
        assert ctrl_held()
    finally:
        pygame.key.set_mods(0)
