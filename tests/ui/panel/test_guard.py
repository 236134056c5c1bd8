"""A fault in an aid closes that aid: it is logged and reported once, and the game goes on."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, cast

import pygame
import pytest

from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui import aids
from game.ui.decisions.base import Controller
from game.ui.play.part import LEGEND
from game.ui.play.scene import TableScene
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, table
from tests.samples import apart, few
from tests.ui.driver import Driver

Window = Callable[..., Driver]

AIDS = [
    *(f"play.overlays.{name}" for name in ("around", "coach", "stakes", "threats")),
    *sorted(f"aids.{path.stem}" for path in Path(aids.__file__ or "").parent.glob("[!_]*.py")),
]
PARTS = 4
ENOUGH = 6
"""The functions of which at least one is in use: a small run may draw others alone."""
SPOTS = ((15.0, 13.5), (16.0, 14.5), (9.0, 4.0))
"""An enemy, a marker, and bare ground."""
USES = (
    ((), SPOTS),
    (("x",), SPOTS),
    (("ctrl+a", "e", "c", "r", "s", "tab"), SPOTS),
    (("escape", "m", "return"), SPOTS),
    (("r", "c", "s", "a", "z", "o", "l", "k", "l", "return", "return", "p", "r", "return"), SPOTS),
    (("return", "delete", "escape", "escape", "ctrl+k", "i"), SPOTS[:1]),
)
"""Keys, and where the mouse then points."""
STATE = {"_clear", "clear", "close", "escape", "follow", "cancel"}
"""What brings an aid into a known state must work."""


class Broken(Exception):
    """What goes wrong in these tests."""


def field() -> Play:
    """Wick with an enemy in reach, who may act."""
    return begin(
        godbreaker("Wick", A, 12.5, 13.5, 8, reach=2),
        godbreaker("Marrow", B, 15.0, 13.5, 6, reach=2),
        objective(16.0, 14.5),
        ground=table(),
    )


def functions() -> list[tuple[Any, str, str]]:
    """Return the functions of all aids, and the classes or modules that they belong to."""
    found: list[tuple[Any, str, str]] = []
    for name in AIDS:
        module = import_module(f"game.ui.{name}")
        holders = [module, *(kind for _n, kind in inspect.getmembers(module, inspect.isclass))]
        for holder in holders:
            for key, value in vars(holder).items():
                plain = value.fget if isinstance(value, property) else value
                own = isinstance(plain, FunctionType) and plain.__module__ == module.__name__
                if own and key not in STATE and not key.startswith("__"):
                    found.append((holder, key, name))
    return found


FUNCTIONS = functions()


def is_open(scene: TableScene, aid: str) -> bool:
    """Say whether an aid is in use, by the module that it is in."""
    measuring, inspection = scene.focus.measuring, scene.focus.inspection
    if aid == "aids.asking":
        return scene.focus.asking.on
    if aid == "play.overlays.threats":
        return scene.threats.on
    if aid == "play.overlays.coach":
        return scene.coach._task is not None or scene.coach.told is not None
    if aid == "aids.legend":
        return LEGEND not in scene.guard.closed
    closed: Any = {
        "aids.inspection": inspection,
        "aids.odds_plate": inspection,
        "play.overlays.stakes": scene.stakes,
        "play.overlays.around": scene.chances,
    }.get(aid)
    if closed is not None:
        return not closed.closed
    return measuring.on or bool(measuring.pinned or measuring.rings or measuring.sighting.shows)


def broken(value: Any, fails: Callable[[], bool]) -> object:
    """Return something that goes wrong, as long as it is to fail, in place of a function or property of an aid."""
    plain: Any = value.fget if isinstance(value, property) else value
    head = f"def {plain.__name__}(*given, **named):\n"
    code = head + "    if fails():\n        raise Broken\n    return plain(*given, **named)"
    space: dict[str, Any] = {"Broken": Broken, "fails": fails, "plain": plain, "__name__": plain.__module__}
    exec(code, space)
    return property(space[plain.__name__]) if isinstance(value, property) else space[plain.__name__]


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_goes_wrong_in_an_aid_the_game_goes_on(
    window: Window, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], part: int
) -> None:
    reported, chosen = 0, FUNCTIONS[:: apart(4)][part::PARTS]
    for holder, key, name in chosen:
        with monkeypatch.context() as patch:
            driver = window(field().session)
            driver.scene.focus.call(partial(driver.scene.model.answer, ["wick"]))
            patch.setattr(holder, key, broken(vars(holder)[key], partial(is_open, driver.scene, name)))
            seen = use_all(driver, thinks=name == "play.overlays.coach")
            log, what = capfd.readouterr().err, f"{name}: {holder.__name__}.{key}: {seen}"
            assert len(seen) <= 3, what  # once for each time that it was opened
            assert bool(seen) == ("Broken" in log), what
            reported += len(seen)
            driver.press("f1")
            driver.tick()
            assert driver.top.sheets, what  # the window lives
    assert reported or len(chosen) < ENOUGH


def use_all(driver: Driver, *, thinks: bool = False) -> list[str]:
    """Use every aid by keys and the mouse; return what is reported. With `thinks` the coach is waited for."""
    seen: list[str] = []

    def look() -> None:
        task = driver.scene.coach._task
        while thinks and task is not None and not task.done:
            time.sleep(0.005)
        for _frame in range(2):
            driver.tick()
        if driver.top.sheets:
            if "and was closed" in driver.told():  # else that of an answer that a key gave
                seen.append(driver.told())
            driver.press("escape")
            driver.tick()
        assert not driver.top.sheets

    for keys, spots in USES:
        for key in keys:
            driver.press(key)
            look()
        for spot in spots:
            driver.handle(mouse_at(driver, spot))
            driver.scene.focus.mouse_since -= 10.0  # it rests
            time.sleep(0.01)  # for what is worked out
            look()
    return seen


def test_a_fault_in_an_answer_closes_the_question(
    window: Window, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    driver = window(field().session)
    driver.scene.focus.call(lambda: driver.scene.model.answer(["wick"]))
    monkeypatch.setattr("game.engine.questions.asking.Inquirer.answer", lambda *_arguments: 1 / 0)
    driver.key("ctrl+a")
    driver.frames_until("the report", lambda: bool(driver.top.sheets))
    told = "Asking failed (ZeroDivisionError: division by zero) and was closed."
    assert driver.told().startswith(told)
    assert not driver.scene.focus.asking.on
    assert "ZeroDivisionError" in capfd.readouterr().err
    driver.key("escape")
    driver.frame()
    assert not driver.top.sheets, "once is enough"


DRAWN = ("under", "over", "over_key", "grounds", "shown_region", "marks", "ghost")
PREVIEWED = ("lines", "lines_title", "outlook")


def raising(controller: Controller, *names: str) -> Controller:
    """Return a controller of another module of the same decision, in which some methods or properties go wrong."""

    def broken_one(name: str) -> Any:
        def fails(*_given: object, **_named: object) -> None:
            raise Broken(name)

        return property(fails) if isinstance(inspect.getattr_static(controller, name), property) else fails

    kind = type("Raising", (type(controller),), {name: broken_one(name) for name in names})
    return cast(Controller, kind(controller.model, controller.decision))


def sessions() -> dict[str, Session]:
    """Return a decision of each kind that draws much: a choice, a place, a unit that is arranged."""
    chosen, placed = field().session, field().session
    chosen.answer(["wick"])
    placed.answer(["wick"])
    placed.answer("move")
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(3, 10, 9, 1.5))
    battle.put("hullbreakers", (18, 22), (20, 22))
    arranged = battle.begin().session
    arranged.answer("normal-move ann.wallward-pikes")
    return {"choose": chosen, "place": placed, "arrange": arranged}


@pytest.mark.parametrize(("name", "kind"), few([*product((*DRAWN, *PREVIEWED), ("choose", "place", "arrange"))], 4))
def test_a_fault_in_what_a_controller_draws_does_not_end_the_window(
    window: Window, capfd: pytest.CaptureFixture[str], name: str, kind: str
) -> None:
    driver = window(sessions()[kind])
    scene = driver.scene
    driver.press("x")  # the threats lie beside what is drawn
    driver.frame()
    assert scene.focus.asked is not None
    assert scene.focus.asked.decision.kind == kind
    driver.open("odds")
    scene.focus.asked = raising(scene.focus.asked, name)
    for spot in SPOTS:
        driver.handle(mouse_at(driver, spot))
        driver.tick()
        driver.tick()
    reports = list[str]()
    while driver.top.sheets:
        reports.append(driver.told())
        driver.press("escape")
        driver.frame()
    title = "The preview" if name in PREVIEWED else "What is drawn on the table"
    closed = re.findall(rf"(?:^|game\. )([^.]+) failed \(Broken: {name}\) and was closed\.", " ".join(reports))
    assert bool(closed) == ("Broken" in capfd.readouterr().err)
    assert bool(closed) == bool(reports)
    assert title in closed
    assert len(closed) == len({*closed}), "once is enough"
    driver.press("f1")
    driver.frame()
    assert driver.top.sheets, "the window lives"
    driver.press("escape")
    answers = len(driver.session.journal)
    decision = driver.session.decision
    assert decision is not None
    scene.focus.call(lambda: scene.model.answer(random_answer(decision, Random(1))))
    driver.frame()
    assert len(driver.session.journal) > answers, "the game goes on"
    assert "failed" not in driver.told()


def test_an_overlay_that_a_thread_cannot_paint_is_closed(
    window: Window, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    driver = window(sessions()["place"])
    monkeypatch.setattr("game.ui.board.overlays.RegionOverlay.paint", lambda *_arguments: 1 / 0)
    driver.scene.focus.zoom(1.0, driver.scene.focus.layout.table.center)
    driver.frames_until("the report", lambda: bool(driver.top.sheets))
    assert driver.told().startswith("What is drawn on the table failed (ZeroDivisionError: division by zero)")
    assert "ZeroDivisionError" in capfd.readouterr().err
    driver.key("escape")
    driver.frame()
    assert not driver.top.sheets, "once is enough"


def mouse_at(driver: Driver, spot: tuple[float, float]) -> pygame.event.Event:
    """Return the event of a mouse that moves to a spot of the table."""
    pixel = driver.at(*spot)
    place = round(pixel[0]), round(pixel[1])
    return pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))


def test_a_fault_elsewhere_is_not_hidden(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(field().session)
    monkeypatch.setattr("game.ui.play.parts.bar.Bar.draw", lambda *_arguments: 1 / 0)
    monkeypatch.setattr("game.ui.play.parts.bar.Bar.key", lambda _bar: ("another",))
    with pytest.raises(ZeroDivisionError):
        driver.window.paint(driver.screen)
