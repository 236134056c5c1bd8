"""The situations of the pictures: the origin of each game, and the steps before the picture is taken."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import shapely

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.core.flow import Interrupt
from game.engine.history.scores import rounds_of
from game.engine.history.timeline import Timeline
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import Difference, give_answers, start_of
from game.engine.session import Session
from game.ui.aids.instruments import REACHED
from game.ui.play.parts.hand_over import COMING
from game.ui.play.parts.tips import AFTER
from game.ui.play.sheets import greeting
from game.ui.replay.screen import ReplayScreen
from game.ui.score.ending import score_sheet
from game.wording import _
from tests.games import random_game
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, Hands, press
from tools.armies_at_table import BATTLES, charge
from tools.skirmishes import SKIRMISHES, band_in_the_making, show_warbands

SITUATIONS: Final = Path(__file__).resolve().parents[1] / "tests" / "ui" / "situations"

Act = Callable[[Any], None]
"""What is done by a `Driver` at a table, or by `Hands` at any place."""


@dataclass(frozen=True)
class Situation:
    """A picture: its name, the origin of its game, the steps before it is taken.

    A game called "entry:NAME" is no game but the place behind that entry of the main menu, "entry:" the menu itself.
    """

    name: str
    game: str
    act: Act = lambda driver: None
    size: tuple[int, int] = (1280, 720)
    scale: float = 1.0


def keys(*names: str) -> Act:
    """Press keys."""
    return lambda driver: driver.keys(*names)


def hover(x: float, y: float) -> Act:
    """Point at a spot of the table."""
    return lambda driver: driver.move(driver.at(x, y))


def then(*acts: Act) -> Act:
    """Do several things."""

    def act(driver: Driver) -> None:
        for each in acts:
            each(driver)

    return act


def unfinished(hands: Hands) -> None:
    """Open the roster in the making."""
    hands.press_row("The Long Way")


def throw(hands: Hands) -> None:
    """Throw the crucible, and let the die lie."""
    press(hands, "Roll on the gold crucible")
    hands.top.page.tray.settle()
    hands.frame()


def dice_away(hands: Hands) -> None:
    """Take the dice away, for which a lesson waits before its next step."""
    hands.top.scene.focus.animation.tray.clear()
    hands.frame()


def point_at_leader(driver: Driver) -> None:
    """Rest the mouse on a leader until its tooltip shows."""
    leader = next(piece for piece in driver.scene.model.view.pieces if piece.leader)
    driver.move(driver.at(leader.x, leader.y))
    driver.scene.focus.mouse_since -= AFTER + 0.1


def close_up(driver: Driver) -> None:
    """Zoom in on a leader."""
    leader = next(piece for piece in driver.scene.model.view.pieces if piece.leader)
    for _zoom in range(10):
        driver.scene.focus.camera.zoom(1, *driver.at(leader.x, leader.y))


def hand_over(driver: Driver) -> None:
    """Move a piece, end its activation, and let the banner of the next player come."""
    driver.keys("v")
    driver.click(driver.at(18.0, 16.0))
    driver.frame()
    driver.keys("a")
    banner = driver.scene.hand_over.banner
    assert banner is not None
    banner.since -= COMING


def welcome(driver: Driver) -> None:
    """Show the greeting of a new game."""
    driver.scene.focus.show(greeting(driver.scene.focus, "Two circles, one prize."))


def refuse(driver: Driver) -> None:
    """Try to place where it cannot be."""
    field = driver.scene.model.battlefield
    controller = driver.scene.focus.controller
    assert controller is not None
    wall = min(field.barricades, key=lambda barricade: barricade.polygon.centroid.distance(_standing(driver)))
    controller.motion((wall.polygon.centroid.x, wall.polygon.centroid.y), True)
    driver.key("return")


def _standing(driver: Driver) -> shapely.Point:
    about = driver.scene.model.pieces[driver.session.pending().about]
    return shapely.Point(about.x, about.y)


def threats(driver: Driver) -> None:
    """Show where enemies could strike, all of it worked out."""
    driver.key("x")
    while driver.scene.threats.awaits_drawing:
        time.sleep(0.005)
        driver.frame()


def asked(driver: Driver) -> None:
    """Ask where the piece about to move is safest while it could engage somebody, and wait for the answer."""
    driver.keys("ctrl+a", "e")
    while driver.scene.focus.asking.verdicts() is None:
        time.sleep(0.005)
        driver.frame()


def reach_drawn(driver: Driver) -> bool:
    """Return whether all that the way ruler's given move reaches is drawn."""
    scene = driver.scene
    return any(
        getattr(each, "style", None) is REACHED for each in scene.focus.measuring.overlays(scene.focus.camera.scale)
    )


def paths_found(driver: Driver) -> None:
    """Wait until the way in hand and all that its move reaches are drawn."""
    paths = driver.scene.focus.measuring.paths
    driver.frames_until("the ways", lambda: not paths.waiting and reach_drawn(driver))


def answer_first(driver: Driver) -> None:
    """Give the first answer that the list offers, so that the dice fall."""
    row = next(row for row in driver.scene.focus.actions.actions if row.enabled)
    driver.key(row.shortcut)


def row(start: str) -> Act:
    """Click the row whose label starts like that, in the language that is spoken."""
    return lambda driver: driver.press_row(_(start))


def staged(driver: Driver) -> None:
    """Let the dice fall as they do in play, until their result stands beside the pieces."""
    options = driver.window.options
    driver.window.choose(replace(options, pace=1.0))
    driver.scene.focus.call(driver.scene.model.refresh)
    answer_first(driver)
    now = time.monotonic()
    beats = itertools.count(1)
    while driver.scene.focus.animation.playing and driver.scene.focus.animation.stage.beat is not None:
        driver.scene.focus.animation.stage.tick(now + next(beats) / 20)
        if any(stamp.kind == "result" for stamp in driver.scene.focus.animation.stage.stamps):
            break
    driver.frame()


def score_card(driver: Driver) -> None:
    """Show what the last round scored."""
    rounds = rounds_of(driver.session)
    driver.scene.focus.sheets.clear()
    driver.scene.focus.show(score_sheet(driver.scene.window.theme, driver.session, rounds[-1], None))


def concede(hands: Hands) -> None:
    """Let the first player give up."""
    model = hands.top.scene.model
    model.declare(Interrupt("concede", model.view.players[0].id))


def look_back(*pressed: str, differs: bool = False) -> Act:
    """Look back at the game with a note on a moment, and press keys there."""

    def act(driver: Driver) -> None:
        timeline = Timeline(driver.session)
        moment = timeline.moments[timeline.last // 2]
        note = NoteDocument(entries=moment.entries, events=moment.events, text="Here it turned", author="Ann")
        driver.session.notes = [note]
        found = [Difference(0, "G-MOVE-1", "Moved: inches 3.1000 (9.9000)", moment.events)] if differs else []
        place = ReplayScreen(driver.window, timeline, driver.session.notes.append, found)
        driver.window.go(place)
        driver.frame()
        driver.keys(*pressed)
        place.scene.focus.animation.tweens.started.clear()
        place.scene.focus.animation.tray.settle()

    return act


def out_of_the_menu(row: str, *names: str) -> Act:
    """Open what a row of the table's menu opens, press keys there, and wait for all that is worked out beside it."""

    def act(driver: Driver) -> None:
        driver.key("escape")
        driver.press_row(_(row))
        driver.keys(*names)
        settle(driver)

    return act


PLACE, ORDER, ALLOCATE = 3, 4, 5
SMALL: Final = (960, 600)
SANDBOX, REFEREE = "Open this moment in the sandbox", "Referee: correct something..."
MEASURE: Final = (*["tab"] * 3, "return", "tab", "return", *["tab"] * 5, "return", "r", "c")
ALL: Final = (
    Situation("deploying", "deploying", hover(12, 4)),
    Situation("region", "moving-market-ruins", hover(9, 9)),
    Situation("refusal", "moving-market-ruins", refuse),
    Situation("typed-spot", "moving-market-ruins", keys("t")),
    Situation("receipt-terrain", "moving-hollow-wood", hover(16, 11)),
    Situation("map-open-quarry", "moving-open-quarry", hover(17, 8)),
    Situation("map-stone-ford", "moving-stone-ford", hover(15, 12)),
    Situation("map-walled-yard", "moving-walled-yard", hover(12, 10)),
    Situation("behind-walls", "moving-walled-yard", keys("up", "shift+up", "shift+right", "n")),
    Situation("choosing", "choosing", keys("tab")),
    Situation("levels", "levels", keys("tab", "tab")),
    Situation("level-region", "levels", then(keys("2"), hover(12, 11.8))),
    Situation("falling", "falling", keys(*["tab"] * 4)),
    Situation("fall", "falling", then(keys("4"), hover(10.6, 10.2))),
    Situation("picking", "picking", keys("tab")),
    Situation("engage-dice", "picking", answer_first),
    Situation("four-players", "four", hover(10, 10)),
    Situation("solo-forgotten", "solo", hover(14, 8)),
    Situation("second-round", "round"),
    Situation("strip", "ending", keys("escape", "ctrl+r", "down", "right", "right", "right"), (960, 600)),
    Situation("ending", "ending"),
    Situation("ending-four", "played", then(keys("escape"), keys("escape"), row("How the game went")), (960, 600)),
    Situation("ending-200", "played", size=(1920, 1080), scale=2.0),
    Situation("score-card", "played", score_card),
    Situation("score-card-small", "played", score_card, (960, 600)),
    Situation("log-important", "played", then(keys("escape", "ctrl+l", "ctrl+up", "ctrl+up", "ctrl+up")), (1920, 1080)),
    Situation("help", "choosing", keys("f1")),
    Situation("menu", "choosing", keys("f12")),
    Situation("fairness", "ending", then(keys("escape"), keys("f2"))),
    Situation("quit", "choosing", keys("ctrl+q")),
    Situation("hand-over", "choosing", hand_over),
    Situation("greeting", "deploying", welcome),
    Situation("tooltip", "choosing", point_at_leader),
    Situation("close-up", "round", close_up),
    Situation("why", "choosing", keys("w", "i")),
    Situation("small-window", "moving-market-ruins", hover(8, 8), (960, 600)),
    Situation("scale-080", "moving-market-ruins", hover(9, 9), scale=0.8),
    Situation("scale-200", "moving-market-ruins", hover(9, 9), (1920, 1080), 2.0),
    Situation("green-felt", "moving-market-ruins", then(keys("f3"), hover(9, 9))),
    Situation("high-contrast", "moving-market-ruins", then(keys("f3", "f3"), hover(9, 9))),
    Situation("high-contrast-menu", "choosing", keys("f3", "f3", "escape")),
    Situation("threat-map", "choosing", threats),
    Situation("asking", "moving-market-ruins", asked),
    Situation("measuring", "moving-market-ruins", then(hover(9, 9), keys("m", *["tab"] * 11))),
    Situation("ways", "moving-market-ruins", then(keys("m", "p", "k", "."), hover(17.5, 4), paths_found)),
    Situation("measured", "moving-hollow-wood", then(hover(16, 11), keys("m", *MEASURE, "escape"))),
    Situation("bushido-walk", "bushido-walk", hover(10.5, 12.3)),
    Situation("bushido-charge", "bushido-charge", hover(12, 11), (960, 600)),
    Situation("bushido-card", "bushido-walk", keys("i", "i", "i", "i", "i", "i")),
    Situation("bushido-curtain", "bushido-split"),
    Situation("bushido-split", "bushido-split", then(keys("return"), keys("tab", "tab"))),
    Situation("bushido-split-small", "bushido-split", then(keys("return"), keys("tab")), (960, 600)),
    Situation("bushido-sandbox", "bushido-table", out_of_the_menu(SANDBOX, *["tab"] * 3, ".", ".", *["shift+up"] * 4)),
    Situation(
        "bushido-sandbox-change", "bushido-table", out_of_the_menu(SANDBOX, *["tab"] * 3, "e", "down", "right"), SMALL
    ),
    Situation("bushido-sandbox-table", "bushido-table", out_of_the_menu(SANDBOX, "escape", "t"), SMALL),
    Situation("bushido-terrain", "bushido-table", out_of_the_menu(SANDBOX, *["tab"] * 12)),
    Situation(
        "bushido-referee",
        "bushido-table",
        out_of_the_menu(REFEREE, *["tab"] * 3, ",", "e", "down", "right", "escape", "g"),
        SMALL,
    ),
    Situation("bushido-warbands", "entry:", then(show_warbands, keys("down", "down", "down"))),
    Situation("bushido-making", "entry:", then(show_warbands, band_in_the_making), SMALL),
    Situation("aos4-deploying", "aos4-deploying", keys("l", "shift+right", "n")),
    Situation("aos4-charge", "aos4-melee", charge),
    Situation("aos4-fight-odds", "aos4-fighting"),
    Situation("main-menu", "entry:"),
    Situation("main-menu-small", "entry:", keys("down"), (960, 600)),
    Situation("main-menu-200", "entry:", size=(1920, 1080), scale=2.0),
    Situation("new-game", "entry:new", keys("tab", "tab")),
    Situation("new-game-scenarios", "entry:new", keys("s", "right")),
    Situation("new-game-maps", "entry:new", keys("m", "down"), (960, 600)),
    Situation("new-game-circles", "entry:new", keys("2", "right")),
    Situation("new-game-seats", "entry:new", keys("p", "p", "tab"), (960, 600)),
    Situation("new-game-agreed", "entry:new", keys("d", "2")),
    Situation("load", "entry:load"),
    Situation("remove", "entry:load", keys("r", "1"), (960, 600)),
    Situation("lesson", "entry:lesson"),
    Situation("lesson-done", "entry:lesson", keys(*["f10"] * 12), (960, 600)),
    Situation("lesson-hint", "entry:lesson", then(keys("f10", "n", "return"), dice_away, keys("1", "1", "s"))),
    Situation("settings", "entry:settings"),
    Situation("settings-small", "entry:settings", keys(*["tab"] * 6), (960, 600)),
    Situation("rosters", "entry:rosters", keys("down", "down")),
    Situation("rosters-small", "entry:rosters", keys("up", "up", "up", "up"), (960, 600)),
    Situation("roster", "entry:rosters", keys("down", "down", "return")),
    Situation("roster-making", "entry:rosters", then(unfinished, keys("1"))),
    Situation("roster-making-small", "entry:rosters", then(unfinished, keys("1")), (960, 600)),
    Situation("roster-trait", "entry:rosters", then(unfinished, keys("1", "return"))),
    Situation("roster-thrown", "entry:rosters", then(unfinished, keys("1", "return"), throw)),
    Situation("rules", "entry:rules", keys("1")),
    Situation("controls", "entry:help"),
    Situation("credits", "entry:credits"),
    Situation("sagas", "entry:campaigns"),
    Situation("saga", "entry:campaigns", keys("return")),
    Situation("saga-small", "entry:campaigns", keys("return"), (960, 600)),
    Situation("saga-founding", "entry:campaigns", keys("2", "2", "4")),
    Situation("saga-settling", "entry:campaigns", keys("return", "3")),
    Situation(
        "saga-recruiting", "entry:campaigns", keys("return", "3", "up", "up", "return", "3", "return"), (960, 600)
    ),
    Situation("saga-chronicle", "entry:campaigns", keys("return", "4")),
    Situation("saga-game", "entry:campaigns", keys("return", "return")),
    Situation("saga-ending", "entry:campaigns", then(keys("return", "return", "return"), concede)),
    Situation("replay", "ending", look_back("home", *["shift+right"] * 3)),
    Situation("replay-recap", "ending", look_back("home", "shift+right", "f5")),
    Situation("replay-differs", "ending", look_back("right", "right", differs=True), (960, 600)),
    Situation("sandbox", "round", out_of_the_menu(SANDBOX, *["tab"] * 3, "o", *["shift+up"] * 5, *["shift+right"] * 6)),
    Situation("sandbox-drop", "round", out_of_the_menu(SANDBOX, "d"), (960, 600)),
    Situation("sandbox-change", "round", out_of_the_menu(SANDBOX, "tab", "e", "down", "right"), (960, 600)),
    Situation(
        "sandbox-build",
        "round",
        out_of_the_menu(SANDBOX, "escape", "t", "return", "b", "7", *["."] * 3, *["shift+up"] * 8),
    ),
    Situation("sandbox-game", "round", out_of_the_menu(SANDBOX, "escape", "g", "down", "down")),
    Situation(
        "referee",
        "round",
        out_of_the_menu(REFEREE, "tab", "e", "down", "right", "right", "escape", "v", "down", "right"),
    ),
    Situation(
        "referee-asks",
        "round",
        out_of_the_menu(REFEREE, "tab", "e", "down", "right", "right", "escape", "g"),
        (960, 600),
    ),
    Situation("toy-order", f"toy-{ORDER}", keys("tab")),
    Situation("toy-allocate", f"toy-{ALLOCATE}", keys("right", "right", "down", "down")),
    Situation("toy-refusal", f"toy-{PLACE}", then(keys(*["shift+left"] * 4), keys("return"))),
)
STAGED: Final = Situation("animation", "picking", staged)
"""While events are shown; not among the pictures that are compared, as it changes with the time."""
MAIN: Final = (
    *("main-menu", "new-game", "region", "score-card", "ending", "roster", "roster-making", "settings"),
    *("replay", "sandbox", "choosing", "help", "load"),
)
"""The situations that are rendered at every size, scale, language and look."""
README: Final = ("region", "threat-map")


def session_of(name: str) -> Session:
    """Return the game of a situation: a position beside the tests, a whole game, or the toy at a question."""
    if name in SKIRMISHES | BATTLES:
        return (SKIRMISHES | BATTLES)[name]()
    if name == "played":
        return random_game(2, 4)
    if name.startswith("toy-"):
        return toy_session(int(name.removeprefix("toy-")))
    file = str(SITUATIONS / f"{name}.json")
    document = load_document(file, PositionDocument)
    session = start_of(document, rulesets.find, file)
    give_answers(session, document, file)
    return session


def settle(hands: Hands) -> None:
    """Wait until everything is there: saved games are read by and by."""
    hands.frame()
    while hands.window.tick():
        time.sleep(0.005)
        hands.frame()
    hands.frame()
