"""The window around the decisions: layout, camera, hand-over, undo, files, bots, leaving."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from game.documents.locks import hold
from game.engine.core.decisions import Answer, Choose
from game.engine.session import Session
from game.play.typed_spots import read_place
from game.players.random_player import random_answer
from game.ui import app
from game.ui.board.camera import Camera
from game.ui.dock.layout import Layout
from game.ui.pages.texts import KEYS
from game.ui.play.input import Commands
from game.ui.play.parts.dock import Dock
from game.ui.play.parts.drawer import TABS, Handles
from game.ui.shell.window import SMALLEST, without_stale_motion
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.keys import RESERVED
from game.ui.widgets.theme import Theme
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, part
from tools.situations import session_of

Window = Callable[..., Driver]
SIZES = [(1280, 720), (1920, 1080), (2560, 1440), (1000, 640)]


def parts_of(layout: Layout) -> dict[str, pygame.Rect]:
    """Return the parts that fill the window, by name."""
    return {name: getattr(layout, name) for name in ("bar", "dock", "table", "drawer")}


def apart(rects: dict[str, pygame.Rect]) -> None:
    for (one, a), (other, b) in itertools.combinations(rects.items(), 2):
        assert not a.colliderect(b), f"{one} {a} lies over {other} {b}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.3, 2.0])
@pytest.mark.parametrize("drawer", [False, True])
def test_the_parts_of_the_layout_fill_the_window_without_overlap(
    size: tuple[int, int], scale: float, drawer: bool
) -> None:
    layout = Layout.of(size, Theme(scale), drawer=drawer)
    apart(parts_of(layout))
    assert sum(rect.width * rect.height for rect in parts_of(layout).values()) == size[0] * size[1]


@pytest.mark.parametrize(
    ("size", "scale", "share"),
    [((1280, 720), 1.0, 0.75), ((1920, 1080), 1.0, 0.75), ((1280, 720), 1.3, 0.74), ((1280, 720), 2.0, 0.70)],
)
def test_the_table_has_most_of_the_window(size: tuple[int, int], scale: float, share: float) -> None:
    table = Layout.of(size, Theme(scale)).table
    assert table.width * table.height >= share * size[0] * size[1]


def test_the_table_stays_where_it_is_below_the_drawer_and_comes_back(window: Window) -> None:
    driver = window(toy_session(1))
    focus = driver.scene.focus
    driver.keys("home", "home")
    driver.frame()
    assert len(focus.rings) > 1
    spots, view = [driver.at(*spot) for spot in ((1.0, 1.0), (19.0, 13.0))], focus.camera.view
    for key in ("ctrl+n", "ctrl+j", "ctrl+shift+r", "w"):
        driver.key(key)
        assert focus.drawer
        assert focus.camera.viewport == focus.layout.table
        assert focus.layout.table.right == focus.layout.drawer.left
        for piece in map(driver.scene.model.pieces.__getitem__, focus.rings):
            assert focus.layout.table.collidepoint(driver.at(piece.x, piece.y))
    driver.key("w")
    assert not focus.drawer
    assert [driver.at(*spot) for spot in ((1.0, 1.0), (19.0, 13.0))] == spots
    assert focus.camera.view == view


def test_the_drawer_opens_by_its_buttons_and_closes_by_its_cross_and_escape(window: Window) -> None:
    driver = window(toy_session())
    focus, handles = driver.scene.focus, next(part for part in driver.scene.parts if isinstance(part, Handles))
    for tab in ("log", "odds"):
        driver.click(handles.rects()[tab].center)
        assert focus.drawer == tab
        assert not handles.rects()
        for other, rect in driver.scene.drawer.buttons().items():
            driver.click(rect.center)
            assert focus.drawer == (other if other in TABS else "")
        driver.click(handles.rects()[tab].center)
        driver.key("escape")
        assert not focus.drawer
        assert not focus.sheets
    assert not driver.session.journal


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("step", range(6))
def test_no_widget_is_cut_off_or_covers_another(window: Window, size: tuple[int, int], step: int) -> None:
    driver = window(toy_session(step), size)
    scene = driver.scene
    whole = pygame.Rect((0, 0), size)
    tools = {name: button.rect for name, button in scene.bar.tools.shown.items()}
    title, phases, players = scene.bar.places()
    parts = {**tools, "title": title, "phases": phases, "players": players}
    apart(parts)
    assert all(scene.focus.layout.bar.contains(rect) for rect in parts.values())
    assert whole.contains(scene.focus.actions.rect)
    assert scene.focus.layout.dock.contains(scene.focus.actions.rect)
    rows = {action.id: rect for action, rect in scene.focus.actions.rows()}
    apart(rows)
    if size[1] >= 720:
        assert all(scene.focus.actions.rect.contains(rect) for rect in rows.values())


@pytest.mark.parametrize("size", SIZES)
def test_sheets_fit_the_window(window: Window, size: tuple[int, int]) -> None:
    driver = window(toy_session(), size)
    for key, title in (("f1", "Keys and signs"), ("escape", ""), ("escape", "Menu")):
        driver.key(key)
        if title:
            sheet = driver.scene.focus.sheets[-1]
            assert sheet.title == title
            assert pygame.Rect((0, 0), size).contains(sheet.rect)
            assert sheet.rect.contains(sheet.list.rect)


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", [(900, 560), (640, 480), (480, 300), (1280, 400), (500, 900)])
def test_in_a_window_smaller_than_the_smallest_everything_is_smaller_and_nothing_cut(
    window: Window, size: tuple[int, int], scale: float
) -> None:
    driver = window(toy_session(), (960, 600))
    driver.scene.window.rescale(scale)
    driver.screen = pygame.display.set_mode(size)
    driver.handle(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    driver.frame()
    scene, whole = driver.scene, pygame.Rect((0, 0), size)
    assert scene.window.theme.scale < scale
    parts = parts_of(scene.focus.layout)
    apart(parts)
    assert all(whole.union(rect) == whole for rect in parts.values())
    assert all(parts[name].height for name in ("bar", "table", "dock"))
    tools = [button.rect for button in scene.bar.tools.shown.values()]
    assert all(scene.focus.layout.bar.contains(rect) for rect in (*scene.bar.places(), *tools))
    driver.key("home")
    assert scene.focus.layout.dock.contains(scene.focus.actions.rows()[scene.focus.actions.cursor][1])
    driver.key("escape")
    menu = scene.focus.sheets[-1]
    assert whole.contains(menu.rect)
    for _ in menu.list.actions:
        driver.key("down")
        assert menu.list.rect.contains(menu.list.rows()[menu.list.cursor][1])
    driver.handle(pygame.event.Event(pygame.VIDEORESIZE, w=1280, h=720, size=(1280, 720)))
    assert scene.window.theme.scale == scale


def test_the_scale_goes_up_and_down_from_what_was_chosen_in_a_small_window_too(window: Window) -> None:
    driver = window(toy_session(), (480, 300))
    driver.key("ctrl+=")
    assert driver.scene.window.options.scale == 1.1
    driver.key("ctrl+-")
    assert driver.scene.window.options.scale == 1.0


def test_the_window_system_is_told_the_smallest_size(dummy_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        app.open_window((300, 200))
        assert pygame.Window.from_display_module().minimum_size == SMALLEST
        assert pygame.display.get_window_size() == SMALLEST
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(640, 480)])
        app.open_window((300, 200))
        assert pygame.Window.from_display_module().minimum_size == (640 - app.FRAME, 480 - app.FRAME)
        assert pygame.display.get_window_size() == (640, 480)


def test_a_resized_window_is_laid_out_anew(window: Window) -> None:
    driver = window(toy_session())
    driver.screen = pygame.display.set_mode((1600, 900))
    driver.handle(pygame.event.Event(pygame.VIDEORESIZE, w=1600, h=900, size=(1600, 900)))
    driver.frame()
    assert driver.scene.focus.layout.window.size == (1600, 900)
    assert driver.scene.focus.camera.viewport == driver.scene.focus.layout.table
    assert driver.scene.focus.camera.view == driver.scene.framing.everything()


# -- the camera --------------------------------------------------------------------------------


@pytest.mark.parametrize("spot", [(0.0, 0.0), (10.0, 7.0), (19.5, 13.25)])
def test_the_camera_finds_its_way_back(spot: tuple[float, float]) -> None:
    camera = Camera(20.0, 14.0, pygame.Rect(0, 56, 900, 640))
    camera.fit()
    camera.zoom(3, 200, 300)
    camera.pan(-40, 25)
    assert camera.to_table(*camera.to_screen(*spot)) == pytest.approx(spot)


def test_zooming_keeps_the_spot_under_the_cursor() -> None:
    camera = Camera(20.0, 14.0, pygame.Rect(0, 56, 900, 640))
    camera.fit()
    before = camera.to_table(500, 400)
    camera.zoom(2, 500, 400)
    assert camera.to_table(500, 400) == pytest.approx(before)
    assert camera.scale > camera.shallowest() * 2


def test_zooming_ends_somewhere() -> None:
    camera = Camera(72.0, 48.0, pygame.Rect(0, 0, 900, 640))
    camera.zoom(100, 450, 320)
    assert camera.scale == camera.deepest()
    assert camera.scale**2 * 72 * 48 <= 12_000_001
    camera.zoom(-200, 450, 320)
    assert camera.scale == camera.shallowest()


def test_the_wheel_zooms_and_a_key_fits(window: Window) -> None:
    driver = window(toy_session())
    scale = driver.scene.focus.camera.scale
    driver.move(driver.at(5.0, 5.0))
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=False))
    assert driver.scene.focus.camera.scale > scale * 1.2
    driver.key("f")
    assert driver.scene.focus.camera.scale == scale


def test_dragging_with_the_right_button_pans(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("=", "=", "=")
    before = driver.at(5.0, 5.0)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=3))
    driver.move((460, 330))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(460, 330), button=3))
    after = driver.at(5.0, 5.0)
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((60, 30))
    assert driver.scene.focus.inspection.selected == ""


# -- deciding and taking back ------------------------------------------------------------------


def test_a_banner_names_who_decides_when_that_changes(window: Window) -> None:
    driver = window(toy_session(3))
    driver.key("return")
    assert driver.scene.focus.sheets == []
    banner = driver.scene.hand_over.banner
    assert banner is not None
    assert banner.title == "Bob's turn"
    assert driver.scene.hand_over.covering() == [("banner", banner.place)]


def test_the_banner_can_be_switched_off(window: Window) -> None:
    driver = window(toy_session(3))
    driver.key("escape")
    driver.press_row("Settings")
    driver.press_row("Announce who decides")
    driver.key("escape")
    driver.key("return")
    assert driver.session.pending().player == "bob"
    assert driver.scene.hand_over.banner is None


def test_a_button_is_pressed_by_letting_go_where_the_mouse_went_down(window: Window) -> None:
    driver = window(toy_session())
    driver.key("2")
    undo, table = driver.scene.bar.tools.shown["undo"].rect.center, driver.scene.focus.layout.table.center
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    for down, up in ((undo, table), (table, undo)):
        for kind, spot in zip(kinds, (down, up), strict=True):
            driver.handle(pygame.event.Event(kind, pos=spot, button=1))
        assert driver.session.journal == ["wait"]
    for kind in kinds:
        driver.handle(pygame.event.Event(kind, pos=undo, button=3))
    assert driver.session.journal == ["wait"]
    driver.click(undo)
    assert driver.session.journal == []


def test_the_button_under_the_mouse_looks_different_and_held_again(window: Window) -> None:
    driver = window(toy_session())
    rect = driver.scene.bar.tools.shown["menu"].rect
    looks = set()
    driver.move(driver.scene.focus.layout.table.center)
    looks.add(driver.screen.subsurface(rect).get_buffer().raw)
    driver.move(rect.center)
    looks.add(driver.screen.subsurface(rect).get_buffer().raw)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1))
    driver.frame()
    looks.add(driver.screen.subsurface(rect).get_buffer().raw)
    assert len(looks) == 3


def test_redo_in_the_menu_does_again_what_was_taken_back(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("2", "1", "ctrl+z", "ctrl+z")
    assert driver.session.journal == []

    def redo() -> None:
        driver.click(driver.scene.bar.tools.shown["menu"].rect.center)
        driver.press_row("Redo")

    redo()
    assert driver.session.journal == ["wait"]
    redo()
    assert len(driver.session.journal) == 2
    driver.click(driver.scene.bar.tools.shown["menu"].rect.center)
    row = next(row for row in driver.table.sheets[-1].actions if row.label.startswith("Redo"))
    assert row.reason == "nothing was undone"


def test_undo_takes_back_one_answer(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("2", "1", "ctrl+z")
    assert driver.session.journal == ["wait"]
    driver.click(driver.scene.bar.tools.shown["undo"].rect.center)
    driver.keys("ctrl+z")
    assert driver.session.journal == []
    driver.key("ctrl+z")
    assert driver.scene.model.notice.title == "There is nothing to undo"


def test_a_held_key_answers_once(window: Window) -> None:
    driver = window(toy_session(3))
    for _ in range(5):
        driver.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
        driver.frame()
    assert len(driver.session.journal) == 1
    assert driver.session.pending().player == "bob"


def test_a_fault_in_the_rules_is_told_and_the_game_stands(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(toy_session(1))

    def stumble(session: Session, answer: Answer) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(Session, "answer", stumble)
    driver.key("1")
    driver.frame()
    assert "ZeroDivisionError" in driver.told()
    assert driver.session.pending().kind == "pick"


def test_every_checkpoint_is_saved(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("1", "1")
    assert driver.saved == [1, 2]


def test_every_answer_of_a_person_is_saved_and_every_undo(window: Window) -> None:
    driver, rng = window(session_of("choosing")), Random(1)
    for _answer in range(6):
        marks, saves = len(driver.session.marks), len(driver.saved)
        driver.scene.model.answer(random_answer(driver.session.pending(), rng))
        assert driver.saved[saves:] == [len(driver.session.journal)]
        if len(driver.session.marks) == marks:
            break
    else:
        pytest.fail("every answer passed a checkpoint")
    driver.scene.model.undo()
    assert driver.saved[-1] == len(driver.session.journal) < driver.saved[-2]


def test_a_failing_autosave_is_told_and_the_game_goes_on(window: Window) -> None:
    driver = window(toy_session())

    def fail(session: Session) -> None:
        raise OSError("no space left")

    driver.scene.model.autosave = fail
    driver.key("1")
    assert driver.session.journal == ["walk"]
    assert "no space left" in driver.told()


def test_refused_declarations_say_why(window: Window) -> None:
    driver = window(toy_session())
    driver.key("escape")
    action, _ = driver.row("Agree on a draw")
    assert action.reason == "nobody may"


# -- files -------------------------------------------------------------------------------------


def test_a_file_that_is_no_game_is_told_and_the_game_goes_on(window: Window, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    driver = window(toy_session())
    session = driver.session
    Commands(driver.scene).load_from(str(broken))
    driver.frame()
    assert driver.scene.focus.sheets[-1].title == "The game was not loaded"
    assert "broken.json" in driver.scene.focus.sheets[-1].lines[0].text
    driver.key("return")
    driver.key("1")
    assert driver.session is session
    assert session.journal == ["walk"]


def test_a_missing_file_is_told(window: Window, tmp_path: Path) -> None:
    driver = window(toy_session())
    Commands(driver.scene).load_from(str(tmp_path / "none.json"))
    assert driver.scene.focus.sheets[-1].title == "The game was not loaded"


def test_save_writes_a_file(window: Window, tmp_path: Path) -> None:
    driver = window(toy_session())
    driver.key("ctrl+s")
    assert driver.dialog_open()
    driver.key("escape")
    assert not driver.dialog_open()
    Commands(driver.scene).save_to(str(tmp_path / "kept.json"))
    assert (tmp_path / "kept.json").read_text(encoding="utf-8").startswith("{")
    assert driver.scene.model.notice.title == "Saved as kept.json"


def test_a_folder_that_cannot_be_written_is_told(window: Window, tmp_path: Path) -> None:
    driver = window(toy_session())
    (tmp_path / "file").write_text("", encoding="utf-8")
    Commands(driver.scene).save_to(str(tmp_path / "file" / "kept.json"))
    assert driver.scene.focus.sheets[-1].title == "The game was not saved"


def test_a_save_over_a_game_in_another_window_is_refused(window: Window, tmp_path: Path) -> None:
    driver, theirs = window(toy_session()), tmp_path / "theirs.json"
    theirs.write_text("their game", encoding="utf-8")
    held = hold(theirs)
    assert held is not None
    Commands(driver.scene).save_to(str(theirs))
    held.let_go()
    assert driver.scene.focus.sheets[-1].title == "The game was not saved"
    assert theirs.read_text(encoding="utf-8") == "their game"


def test_leaving_saves_asks_and_leaves(window: Window) -> None:
    driver = window(toy_session())
    driver.handle(pygame.event.Event(pygame.QUIT))
    driver.frame()
    assert driver.scene.focus.sheets[-1].title == "Quit?"
    assert driver.saved == [0]
    driver.key("escape")
    assert driver.scene.focus.sheets == []
    driver.keys("ctrl+q", "return")
    assert not driver.window.running


# -- looking -----------------------------------------------------------------------------------


def test_a_click_looks_at_a_piece_and_shows_its_reach(window: Window) -> None:
    driver = window(toy_session())
    driver.click(driver.at(16.0, 5.0))
    assert driver.scene.focus.inspection.piece() == "b2"
    titles = [section.title for section in driver.scene.content().sections]
    assert "Dagmar Hail" in titles
    assert driver.scene.focus.inspection.reach("b2").move is not None


def test_a_key_looks_at_one_piece_after_another(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("i", "i")
    assert driver.scene.focus.inspection.selected == "a2"
    driver.key("shift+i")
    assert driver.scene.focus.inspection.selected == "a1"
    driver.key("escape")
    assert driver.scene.focus.inspection.selected == ""


def test_resting_on_things_tells_about_them(window: Window) -> None:
    driver = window(toy_session())
    driver.move(driver.at(9.0, 7.0))
    assert driver.scene.tips.tip() == ("Corvane · Bob, enemy", driver.scene.model.pieces["b1"].details)
    driver.move(driver.at(12.0, 4.0))
    found = driver.scene.tips.tip()
    assert found is not None
    assert found[0] == "Copse"


def test_the_why_key_shows_the_rule_in_our_words(window: Window) -> None:
    driver = window(toy_session())
    driver.key("w")
    assert driver.scene.rules.content.sections[0].lines[0].text == "Rules are meant to be read."


def test_the_interface_scales(window: Window) -> None:
    driver = window(toy_session())
    driver.key("ctrl+=")
    assert driver.scene.window.theme.scale == pytest.approx(1.1)
    driver.key("1")
    assert driver.session.journal == ["walk"]


def test_help_lists_every_key_without_repeating_itself(dummy_display: None) -> None:
    rows = [row for keys in KEYS.values() for row in keys]
    assert len({keys for _, keys in rows}) == len(rows)
    assert len({what for what, _ in rows}) == len(rows)


def test_shortcuts_are_unique_and_leave_the_reserved_keys_alone() -> None:
    actions = with_keys([MenuItem(str(number), str(number)) for number in range(40)])
    given = [action.shortcut for action in actions if action.shortcut]
    assert len(given) == len(set(given)) > 25
    assert not RESERVED & set(given)


@pytest.mark.parametrize(
    ("text", "spot"),
    [("3, 4", (3.0, 4.0)), ("3.5 -1", (3.5, -1.0)), ("@0 2", (1.0, 3.0)), ("@90, 2", (3.0, 1.0)), ("x", None)],
)
def test_typed_places_are_read(text: str, spot: tuple[float, float] | None) -> None:
    found = read_place(text, (1.0, 1.0))
    assert found == (None if spot is None else pytest.approx(spot))


# -- bots --------------------------------------------------------------------------------------


def test_a_bot_answers_for_its_player_and_undo_takes_its_answers_back_too(window: Window) -> None:
    def bob(session: Session) -> Answer:
        return ["bob", "ann"] if session.pending().kind == "order" else {"b1": 0, "b2": 3}

    driver = window(toy_session(3), bots={"bob": bob})
    driver.key("return")
    driver.frames_until("the end", lambda: driver.session.finished)
    assert driver.session.journal[1:] == [["bob", "ann"], {"b1": 0, "b2": 3}]
    driver.key("escape")
    driver.key("ctrl+z")
    assert driver.session.journal == []


def test_a_bot_that_fails_hands_its_player_over(window: Window) -> None:
    def bob(session: Session) -> Answer:
        raise ZeroDivisionError("oh")

    driver = window(toy_session(4), bots={"bob": bob})
    driver.frames_until("the handing over", lambda: not driver.scene.model.bots)
    driver.frame()
    assert "ZeroDivisionError" in driver.told()
    driver.keys("return", "return")
    assert driver.session.journal == [["ann", "bob"]]


def test_a_bot_never_touches_the_game_itself(window: Window) -> None:
    seen: list[Session] = []

    def bob(session: Session) -> Answer:
        seen.append(session)
        session.answer(["ann", "bob"])
        return ["bob", "ann"]

    driver = window(toy_session(4), bots={"bob": bob})
    driver.frames_until("an answer", lambda: bool(driver.session.journal))
    assert driver.session.journal == [["bob", "ann"]]
    assert seen[0] is not driver.session


def test_space_leads_past_all_that_a_bot_does_to_the_next_decision_of_a_person(window: Window) -> None:
    def bob(session: Session) -> Answer:
        return random_answer(session.pending(), Random(len(session.journal)))

    driver = window(session_of("choosing"), bots={"bob": bob})
    driver.window.options.pace = 1.0
    driver.scene.apply_options()
    scene, ends = driver.scene, 0
    while ends < 3:
        if scene.model.bot is None:
            scene.focus.call(lambda: scene.model.answer(random_answer(driver.session.pending(), Random(5))))
            driver.live()
            continue
        assert part(scene, Dock).foot() == ("Space", "to your decision")
        driver.press("space")
        while scene.thinker.rushes:
            playing = scene.focus.animation.stage.beats if scene.focus.animation.playing else None
            driver.live()
            assert not scene.focus.animation.playing or scene.focus.animation.stage.beats is not playing, "it is shown"
        assert driver.session.pending().player == "ann"
        ends += 1


def test_space_shows_the_rest_of_what_happens_and_answers_nothing(window: Window) -> None:
    driver = window(session_of("choosing"))
    driver.window.options.pace = 1.0
    driver.scene.apply_options()
    scene = driver.scene

    def playing() -> bool:
        return scene.focus.animation.playing

    while not (playing() and isinstance(driver.session.decision, Choose)):
        assert driver.session.decision is not None
        scene.focus.call(lambda: scene.model.answer(random_answer(driver.session.pending(), Random(5))))
        driver.live()
    answers, scene.focus.actions.cursor = len(driver.session.journal), 0
    driver.press("space")
    driver.live()
    assert not playing()
    assert len(driver.session.journal) == answers, "it is used up, whatever is marked"
    scene.focus.actions.cursor = -1
    driver.press("space")
    assert len(driver.session.journal) == answers, "Enter takes the harmless answer, Space only a marked one"


def test_space_rushes_nothing_where_no_person_will_decide(window: Window) -> None:
    def bot(session: Session) -> Answer:
        return random_answer(session.pending(), Random(len(session.journal)))

    driver = window(session_of("choosing"), bots={"ann": bot, "bob": bot})
    assert driver.scene.model.people == []
    assert part(driver.scene, Dock).foot() != ("Space", "to your decision")
    driver.press("space")
    assert not driver.scene.thinker.rushes


# -- opening -----------------------------------------------------------------------------------


def test_no_display_without_a_window_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert not app.display_available()


def test_a_window_has_the_icon_of_the_program_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[object] = []
    opened = pygame.display.set_mode

    def open_it(size: tuple[int, int], flags: int) -> pygame.Surface:
        order.append("window")
        return opened(size, flags)

    monkeypatch.setattr(pygame.display, "set_icon", lambda icon: order.append(icon.get_size()))
    monkeypatch.setattr(pygame.display, "set_mode", open_it)
    app.open_window((960, 600))
    assert order == [(128, 128), "window"]


def test_a_driver_without_windows_is_no_display_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":none")
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    assert not app.display_available()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    assert app.display_available()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "dummy")
    assert app.display_available()


def test_run_opens_plays_saves_and_closes(dummy_display: None, tmp_path: Path) -> None:
    saved: list[int] = []
    events = [
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "),  # the greeting
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1"),
        pygame.event.Event(pygame.QUIT),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"),
    ]
    pygame.display.set_mode((10, 10))
    for event in events:
        pygame.event.post(event)
    session = toy_session()
    app.run(
        session,
        autosave=lambda played: saved.append(len(played.journal)),
        save_dir=tmp_path,
        start_banner="Hello",
    )
    assert session.journal == ["walk"]
    assert saved[-1] == 1
    assert not pygame.display.get_init()


def test_stale_mouse_motion_is_dropped() -> None:
    moves = [pygame.event.Event(pygame.MOUSEMOTION, pos=(n, n), rel=(0, 0), buttons=(0, 0, 0)) for n in range(4)]
    press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1)
    kept = without_stale_motion([*moves[:2], press, *moves[2:]])
    assert kept == [moves[1], press, moves[3]]


def test_opening_another_game_changes_the_table(window: Window) -> None:
    scene = window(toy_session()).scene
    scene.model.open(toy_session(3))
    scene.sync()
    assert scene.model.decider == "ann"
    assert scene.focus.controller is not None
    assert scene.focus.controller.decision.kind == "place"


def test_answers_that_last_have_the_same_letters_in_every_question() -> None:
    given = dict[str, str]()
    for moment in ("open", "close", "pool"):
        rows = [MenuItem("one", "One"), MenuItem(f"skip:{moment}.turn", "No", lasting=True)]
        rows.append(MenuItem(f"skip:{moment}", "Never", lasting=True))
        assert [row.shortcut for row in with_keys(rows, given=given)] == ["1", "z", "y"]
