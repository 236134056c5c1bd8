"""The main menu and the window: entries by themselves, places one upon the other, nothing lost by leaving."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import rulesets, wording
from game.documents.files import previous_of
from game.engine.saving.autosaves import autosaved, legacy_path, take_over
from game.ui import app
from game.ui.menu.menu import ENTRIES, GROUPS, QUIT, MenuScreen, cover_picture
from game.ui.menu.new_game import NewGameScreen
from game.ui.menu.saved_games import OpeningScreen
from game.ui.play.overlays.threats import Threats
from game.ui.play.screen import TableScreen
from game.ui.prefs import memory
from game.ui.prefs.memory import Memory, recall, remember
from game.ui.sandbox.screen import SandboxScreen
from game.ui.shell.window import Window, display_of, displays
from tests.toy.sessions import toy_session
from tests.ui.driver import Hands
from tests.ui.inked import noted

pytestmark = pytest.mark.usefixtures("dummy_display")


def at_the_menu(size: tuple[int, int] = (1280, 720)) -> Hands:
    hands = Hands(size)
    hands.window.go(MenuScreen(hands.window))
    hands.frame()
    return hands


def let_it_load(hands: Hands) -> None:
    """Touch nothing until all that is loaded ahead is there."""
    spare = hands.window.spare
    assert spare is not None
    for _piece in spare:
        hands.frame()


def until_open(hands: Hands) -> None:
    """Let the window live until a saved game is open."""
    for _ in range(2000):
        if not isinstance(hands.top, OpeningScreen):
            return
        hands.frame()
    pytest.fail("the game does not open")


OFFERED = (
    *("campaigns", "continue", "credits", "drills", "help", "lesson", "load", "new", "quit", "records", "replays"),
    *("rosters", "rules", "sandbox", "settings"),
)
"""What the menu offered before it had groups, as recorded then."""


def test_every_entry_and_every_group_has_a_letter_of_its_own() -> None:
    letters = [*(each.shortcut for each in ENTRIES), *(key for _label, key in GROUPS.values())]
    assert all(letters)
    assert len(set(letters)) == len(letters)


def test_nothing_that_the_menu_offered_has_disappeared() -> None:
    assert set(OFFERED) <= {each.name for each in ENTRIES}


def test_every_entry_is_opened_by_clicks_and_by_its_letter_from_any_page(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = at_the_menu()
    opened: list[str] = []
    monkeypatch.setattr(hands.window, "open", lambda name, **more: opened.append(name))
    hands.top.left.why_not = ""
    hands.frame()
    screens = [each for each in hands.top.entries() if each.name not in (QUIT, "quick")]
    for entry in screens:
        hands.key(entry.shortcut)
    assert opened == [each.name for each in screens]
    opened.clear()
    for entry in screens:
        if entry.group:
            hands.press_row(GROUPS[entry.group][0])
        hands.click(next(rect for row, rect in hands.top.sheets[-1].list.rows() if row.id == entry.name).center)
    assert opened == [each.name for each in screens]


def test_before_a_rulebook_is_chosen_words_are_those_of_none() -> None:
    hands = at_the_menu()
    assert hands.row("Campaign")[0].id == "campaigns"
    assert hands.row("Choose a rulebook.")
    hands.key("right")
    assert recall().rulebook == rulesets.DEFAULT
    assert hands.row("Saga")[0].id == "campaigns"
    assert hands.row(rulesets.cover(rulesets.DEFAULT).text)


def test_a_rulebook_is_chosen_by_arrows_and_by_clicks_and_remembered() -> None:
    hands = at_the_menu()
    names = rulesets.names()
    hands.keys("right", "right", "left", "left")
    assert hands.top.chosen == names[-1]
    hands.press_row(rulesets.cover(names[1]).title)
    assert recall().rulebook == names[1]
    assert at_the_menu().top.chosen == names[1]
    hands.key("n")
    assert hands.top.drafting.ruleset.name == names[1]


def test_every_rulebook_has_a_place_for_ones_own_lists() -> None:
    for name in rulesets.names():
        remember(rulebook=name)
        hands = at_the_menu()
        hands.key("o")
        assert any("mport" in row.label for row, _rect in hands.top.sheets[-1].list.rows()), name


def test_every_rulebook_here_has_a_cover_with_a_picture_and_words() -> None:
    for book in rulesets.usable():
        if type(book).__module__.startswith("game."):
            assert cover_picture(book.name) is not None
            assert all(rulesets.cover(book.name))


def test_things_are_called_as_the_rulebook_calls_them_once_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: rulesets.load(name) for name in rulesets.names()}
    monkeypatch.setattr(rulesets, "_loaded", {})
    remember(rulebook=rulesets.DEFAULT)
    hands = at_the_menu()
    hands.keys("down", "down")
    assert hands.row("Campaign")[0].id == "campaigns"
    before = hands.top.sheets[0].list.cursor
    monkeypatch.setattr(rulesets, "load", lambda name: rulesets._loaded.setdefault(name, known[name]))
    let_it_load(hands)
    hands.frame()
    assert hands.row("Saga")[0].id == "campaigns"
    assert hands.top.sheets[0].list.cursor == before


@pytest.mark.parametrize("book", [book.name for book in rulesets.usable()])
def test_play_now_is_one_key_to_a_deployed_game_against_a_recruit(book: str) -> None:
    remember(rulebook=book)
    hands = at_the_menu()
    hands.key("return")
    assert isinstance(hands.top, TableScreen)
    model = hands.top.scene.model
    assert model.session.ruleset.name == book
    assert sorted(model.session.seats.values()) == ["human", "recruit"]
    assert model.session.decision is not None
    assert not model.session.decision.deploys
    assert any(mark.sort == "round" for mark in map(model.session.ruleset.landmark, model.session.events) if mark)
    assert recall().draft is None, "what is set up under New game stays"


def test_the_game_that_was_left_is_shown_with_its_table_and_scores() -> None:
    a_game_left()
    hands = at_the_menu()
    let_it_load(hands)
    hands.frames_until("the picture", lambda: getattr(hands.top.left.saved, "picture", None) is not None)
    hands.frame()
    text = hands.row("Continue")[0].detail
    assert text.startswith("The Score, Setup")
    assert "Player 1 0 · Player 2 0" in text
    assert "left just now" in text


def test_a_rulebook_that_cannot_be_used_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rulesets.load

    def load(name: str) -> Any:
        if name == "ludo":
            raise rulesets.BrokenRulebook("ludo", "", "this rulebook cannot be used")
        return whole(name)

    monkeypatch.setattr(rulesets, "names", lambda: ("godbreakers", "ludo", "bushido"))
    monkeypatch.setattr(rulesets, "load", load)
    hands = at_the_menu()
    let_it_load(hands)
    assert hands.told() == "ludo: this rulebook cannot be used"
    hands.keys("space", "n")
    assert isinstance(hands.top, NewGameScreen)


def test_whoever_opens_something_at_once_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: rulesets.load(name) for name in rulesets.names()}
    monkeypatch.setattr(rulesets, "_loaded", {})
    hands = at_the_menu()
    monkeypatch.setattr(rulesets, "load", lambda name: rulesets._loaded.setdefault(name, known[name]))
    hands.key("right")
    hands.key("i")
    opened = hands.top
    let_it_load(hands)
    assert hands.top is opened
    hands.window.home()
    hands.key("p")
    assert hands.row("Saga")[0].id == "campaigns"


def test_a_rulebook_whose_offers_fail_does_not_end_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulesets.load("bushido")
    monkeypatch.setattr(type(book), "offers", lambda self: 1 // 0)
    hands = at_the_menu()
    let_it_load(hands)
    assert isinstance(hands.top, MenuScreen)


def test_two_keys_from_the_menu_to_a_game() -> None:
    hands = at_the_menu()
    hands.key("n")
    assert isinstance(hands.top, NewGameScreen)
    hands.key("return")
    assert isinstance(hands.top, TableScreen)
    assert len(autosaved()) == 1


def test_two_clicks_from_the_menu_to_a_game() -> None:
    hands = at_the_menu()
    hands.press_row("New game")
    hands.key("return")
    assert isinstance(hands.top, TableScreen)


def test_continue_says_why_not_and_later_goes_on_where_the_game_was_left() -> None:
    hands = at_the_menu()
    refused = hands.row("Continue")[0]
    assert refused.reason == "there is no unfinished game"
    hands.keys("n", "return")
    hands.press_row("Deploy the rest")
    journal = list(hands.top.scene.model.session.journal)
    hands.key("escape")
    hands.press_row("Main menu")
    assert isinstance(hands.top, MenuScreen)
    hands.press_row("Continue")
    until_open(hands)
    table: Any = hands.top
    assert table.scene.model.session.journal == journal
    hands.window.close()
    assert json.loads(autosaved()[0].read_text(encoding="utf-8"))["journal"] == journal


@pytest.mark.parametrize("content", ["{cut sho", "[]", '{"finished": true}'])
def test_continue_is_refused_with_a_reason_where_there_is_nothing_to_go_on_with(content: str) -> None:
    legacy_path().write_text(content, encoding="utf-8")
    assert at_the_menu().row("Continue")[0].reason


def test_the_cursor_stands_on_continue_once_there_is_a_game_to_continue() -> None:
    def current(hands: Hands) -> str:
        action = hands.top.sheets[-1].list.current()
        assert action is not None
        return str(action.id)

    hands = at_the_menu()
    assert current(hands) == "quick"
    hands.keys("n", "return", "space", "escape")
    hands.press_row("Main menu")
    assert current(hands) == "continue"
    hands.keys("up", "s", "escape")
    assert current(hands) == "credits"
    assert current(at_the_menu()) == "continue"


def a_game_left() -> Path:
    """Begin a game by the menu, deploy, leave; return the file it saved itself to."""
    hands = at_the_menu()
    hands.keys("n", "return")
    hands.press_row("Deploy the rest")
    hands.window.close()
    return autosaved()[0]


def test_where_the_last_save_is_damaged_continue_opens_the_one_before_and_says_so() -> None:
    path = a_game_left()
    before = json.loads(previous_of(path).read_text(encoding="utf-8"))["journal"]
    path.write_text("{cut sho", encoding="utf-8")
    hands = at_the_menu()
    hands.press_row("Continue")
    until_open(hands)
    table = hands.top
    assert isinstance(table, TableScreen)
    assert table.scene.model.session.journal == before
    hands.frame()
    assert path.with_name(f"{path.stem}.damaged.json").read_text(encoding="utf-8") == "{cut sho"
    hands.window.close()
    assert json.loads(path.read_text(encoding="utf-8"))["journal"] == before


def test_where_neither_save_can_be_read_continue_tells_it_and_holds_nothing() -> None:
    path = a_game_left()
    path.write_text("{cut sho", encoding="utf-8")
    previous_of(path).write_text("[]", encoding="utf-8")
    hands = at_the_menu()
    hands.press_row("Continue")
    until_open(hands)
    hands.frame()
    assert "is not JSON" in hands.told()
    own = take_over(path)
    assert own is not None
    own.let_go()


def test_a_game_that_is_played_elsewhere_is_not_continued() -> None:
    own = take_over(a_game_left())
    assert own is not None
    assert at_the_menu().row("Continue")[0].reason == "it is being played in another window"
    own.let_go()
    assert at_the_menu().row("Continue")[0].reason == ""


def test_stopping_to_open_a_game_lets_it_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.menu.saved_games.loading_steps", lambda *save: repeat(0.0))  # it is never opened
    path = a_game_left()
    hands = at_the_menu()
    hands.press_row("Continue")
    assert take_over(path) is None
    hands.key("escape")
    assert isinstance(hands.top, MenuScreen)
    own = take_over(path)
    assert own is not None
    own.let_go()


def test_escape_leaves_a_place_but_never_the_menu() -> None:
    hands = at_the_menu()
    hands.keys("escape", "escape")
    assert hands.window.running
    hands.key("n")
    assert isinstance(hands.top, NewGameScreen)
    hands.key("escape")
    hands.key("q")
    assert not hands.window.running


@pytest.mark.parametrize(
    ("size", "scale"), [((960, 600), 1.0), ((1280, 720), 1.0), ((1920, 1080), 2.0), ((960, 600), 1.4)]
)
def test_no_entry_is_out_of_reach(size: tuple[int, int], scale: float) -> None:
    hands = at_the_menu(size)
    hands.window.rescale(scale)
    hands.frame()
    shown = hands.top.sheets[-1].list
    for _ in shown.actions:
        hands.key("down")
        assert shown.rect.contains(shown.rows()[shown.cursor][1])


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("speech", ["en", "de"])
def test_no_text_of_the_menu_lies_on_another_or_is_cut_off(size: tuple[int, int], scale: float, speech: str) -> None:
    try:
        with noted() as texts:
            hands = at_the_menu(size)
            hands.window.choose(replace(hands.window.options, scale=scale, language=speech))
            hands.window.home()
            texts.clear()
            hands.frame()
            shown = [text for text in texts if text.visible[3] == text.box[3]]
        assert len(shown) > 6
        assert [text for text in shown if text.narrowed] == []
        boxes = [pygame.Rect(text.box).inflate(-2, -6) for text in shown]  # letters do not fill the height of a line
        assert [shown[at].text for at, box in enumerate(boxes) if len(box.collidelistall(boxes)) > 1] == []
    finally:
        wording.use("en")


@pytest.mark.parametrize(
    ("size", "scale", "keys"),
    [((960, 600), 1.0, "n"), ((1280, 720), 1.0, "n"), ((1920, 1200), 2.0, "n"), ((960, 600), 2.0, "")],
)
def test_the_menu_and_a_new_game_show_every_row_without_scrolling(
    size: tuple[int, int], scale: float, keys: str
) -> None:
    hands = at_the_menu(size)
    hands.window.rescale(scale)
    hands.frame()
    for key in ("home", *keys):
        hands.key(key)
        shown = hands.top.sheets[-1].list
        assert all(shown.rect.contains(rect) for _, rect in shown.rows())


def test_a_key_that_leads_to_a_place_means_nothing_there_before_it_is_pressed_anew() -> None:
    hands = at_the_menu()

    def x(kind: int) -> pygame.event.Event:
        return pygame.event.Event(kind, key=pygame.K_x, mod=0, unicode="x")

    hands.handle(x(pygame.KEYDOWN), x(pygame.KEYDOWN))  # it repeats while the sandbox is being opened
    hands.frame()
    assert isinstance(hands.top, SandboxScreen)
    threats = next(each for each in hands.top.scene.parts if isinstance(each, Threats))
    assert not threats.on
    hands.handle(x(pygame.KEYUP), x(pygame.KEYDOWN))
    assert threats.on


def test_an_idle_menu_draws_nothing() -> None:
    hands = at_the_menu()
    hands.window.stale = False
    assert not hands.window.tick()
    assert not hands.window.stale


def test_leaving_places_leaves_each_once_the_topmost_first() -> None:
    left: list[str] = []

    class Marked(TableScreen):
        def leave(self) -> None:
            left.append(self.scene.model.decider)

    hands = Hands()
    from game.play.session_model import SessionModel

    for start in (0, 1):
        session = toy_session(start)
        hands.window.go(Marked(hands.window, SessionModel(session, lambda played: None, Path())))
    hands.window.close()
    assert len(left) == 2


# -- what the window remembers -------------------------------------------------------------------


def opened(monkeypatch: pytest.MonkeyPatch, deed: Callable[[Window], None]) -> list[tuple[int, int]]:
    """Open the window, do something in it, close it; return the sizes it had."""
    sizes: list[tuple[int, int]] = []

    def run(window: Window) -> None:
        sizes.append(window.size)
        deed(window)

    monkeypatch.setattr(Window, "run", run)
    app.show(MenuScreen)
    return sizes


def test_the_window_comes_back_at_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    opened(monkeypatch, lambda window: window.resize((1111, 666)))
    assert recall().size == (1111, 666)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    assert opened(monkeypatch, lambda window: None) == [(1111, 666)]


def test_f11_fills_the_screen_at_its_own_size_which_is_remembered_and_returns_to_the_window() -> None:
    f11 = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="")
    (desktop,) = pygame.display.get_desktop_sizes()
    sizes: list[tuple[int, int]] = []

    def deed(window: Window) -> None:
        window.handle(f11)
        sizes.append(window.size)

    with pytest.MonkeyPatch.context() as patch:
        first = opened(patch, deed)
        assert sizes == [desktop]
        assert recall().fullscreen
        assert recall().size == first[0]
        assert opened(patch, deed) == [desktop]
        assert sizes == [desktop, first[0]]
    assert not recall().fullscreen


@pytest.mark.parametrize(
    ("place", "number"),
    [
        ((40, 30), 0),
        ((-60, 30), 0),  # a part of it
        ((5000, 20), None),
        ((40, -300), None),
        ((40, 1060), None),  # too little of it
        ((-950, 30), None),
        ((1900, 200), 1),
        ((2000, 1050), None),
        ((-1000, -200), 2),
        ((-1000, 500), None),
    ],
)
def test_a_window_is_put_back_where_it_can_be_reached_on_some_display(
    place: tuple[int, int], number: int | None
) -> None:
    among = [pygame.Rect(0, 0, 1920, 1080), pygame.Rect(1920, 100, 1280, 1024), pygame.Rect(-1280, -720, 1280, 720)]
    expected = among[number] if number is not None else None
    assert display_of(place, (1000, 640), among) == expected


def test_the_displays_are_known() -> None:
    assert displays() == [pygame.Rect((0, 0), size) for size in pygame.display.get_desktop_sizes()]


def test_a_position_off_the_screen_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[int, int]] = []
    monkeypatch.setattr(pygame.display, "set_window_position", taken.append)
    for place in ((5000, 20), (40, -300), (40, 30)):
        app.open_window((900, 700), place)
    assert taken == [(40, 30)]


def test_a_window_that_a_slow_manager_moves_after_full_screen_goes_back_to_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands, place = Hands(), (60, 70)
    monkeypatch.setattr(pygame.display, "get_window_position", lambda: place)

    def move(to: tuple[int, int]) -> None:
        nonlocal place
        place = to

    monkeypatch.setattr(pygame.display, "set_window_position", move)
    hands.window.toggle_fullscreen()
    hands.window.toggle_fullscreen()
    assert place == (60, 70)
    place = (61, 90)  # the frame has come where the inside was
    hands.window.tick()
    assert place == (60, 70)
    monkeypatch.setattr("game.ui.shell.window.SETTLES", 0.0)
    place = (300, 200)  # a person moves it
    hands.window.tick()
    assert place == (300, 200)


@pytest.mark.parametrize("content", ["{", '{"format": "inchwise-memory", "version": 1, "size": [1e99, 2]}', "[]"])
def test_a_memory_that_cannot_be_read_is_no_trouble(content: str) -> None:
    memory.memory_path().write_text(content, encoding="utf-8")
    assert recall() == Memory()
    remember(size=(1000, 700))
    assert recall().size == (1000, 700)
