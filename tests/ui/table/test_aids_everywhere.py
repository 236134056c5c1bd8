"""Every aid with every question at random positions of each rulebook: nothing goes wrong, whatever stands where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, product
from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.questions.asking import Question
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.aids.asking import MOST_ASKED, Asking
from game.ui.aids.instruments import Measurable
from game.ui.play.parts.drawer import TABS
from tests.games import NAMES
from tests.samples import SHARE, some
from tests.ui.driver import Driver

Window = Callable[..., Driver]

POSITIONS = some(200) if SHARE >= 1.0 else some(10)  # they take seconds
SHARES = 4
"""The tests among which the positions of a rulebook are shared out."""
APART = 12
"""Answers between two positions of one game, at most."""


def random_positions(book: str, share: int) -> Iterator[tuple[Session, Random]]:
    """Yield positions of random games on changing maps, scenarios and numbers of players."""
    ruleset = rulesets.load(book)
    offers = ruleset.offers()
    wanted = [number for number in range(POSITIONS) if number % SHARES == share]
    for seed in count(share, SHARES):
        rng = Random(seed)
        players = rng.randint(max(2, offers.seats[0]), max(2, min(offers.seats[1], 3)))
        scenario, ground = rng.choice(offers.scenarios).name, rng.choice(offers.maps).name
        plan = GamePlan(NAMES[:players], scenario, ground)
        try:
            session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))
        except ValueError:  # not every scenario is for so many players, nor on every map
            continue
        while session.decision is not None:
            for _answer in range(rng.randint(1, APART)):
                if session.decision is not None:
                    session.answer(random_answer(session.decision, rng))
            if session.decision is not None:
                if not wanted:
                    return
                wanted.pop()
                yield session.fork(), rng


@pytest.mark.parametrize("share", range(min(SHARES, POSITIONS)))
@pytest.mark.parametrize("book", rulesets.names())
def test_every_aid_at_random_positions(
    window: Window, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], book: str, share: int
) -> None:
    monkeypatch.setattr("tests.ui.driver.PATIENCE", 900.0)  # some answers take minutes on a busy machine
    for number, (session, rng) in enumerate(random_positions(book, share)):
        driver = window(session)
        driver.scene.focus.sheets.clear()
        use_every_aid(driver, number, rng)
        assert capfd.readouterr().err == "", f"{book}: {share} after {len(session.journal)} answers"
        assert driver.scene.guard.closed == set()
        assert driver.told() == ""


def use_every_aid(driver: Driver, number: int, rng: Random) -> None:
    """Open all aids one after another, in whatever state the table is."""
    ask_everything(driver, number, rng)
    measure_everything(driver, rng)
    look_at_everything(driver, rng)


def somewhere(driver: Driver, rng: Random) -> tuple[float, float]:
    """Return a pixel on the table: that of a piece, or of bare ground."""
    pieces, field = list(driver.scene.model.pieces.values()), driver.scene.model.battlefield
    if pieces and rng.random() < 0.6:
        piece = rng.choice(pieces)
        return driver.at(piece.x, piece.y)
    return driver.at(rng.uniform(0.0, field.width), rng.uniform(0.0, field.height))


def every_question(asking: Asking, kind_of: Callable[[str], str], number: int, rng: Random) -> Iterator[Question]:
    """Yield questions about a piece: each number of enemies, each kind of target, two of them, and combinations.

    What can hold together does so in sixteen ways; four of them are asked at a position, all at four in a row.
    """
    piece, known = asking.piece, asking.askable
    yield Question(piece)
    yield Question(piece, safest=True)
    yield from (Question(piece, at_most=most) for most in range(MOST_ASKED + 1))
    for kind in sorted({kind_of(foe) for foe in known.foes}):
        yield Question(piece, (rng.choice([foe for foe in known.foes if kind_of(foe) == kind]),))
    for kind in sorted({kind_of(goal) for goal in known.goals}):
        yield Question(piece, (), (rng.choice([goal for goal in known.goals if kind_of(goal) == kind]),))
    yield Question(piece, tuple(rng.sample(known.foes, min(2, len(known.foes)))))
    yield Question(piece, (), tuple(rng.sample(known.goals, min(2, len(known.goals)))))
    for engage, control, most, safest in [*product((False, True), repeat=4)][number % 4 :: 4]:
        foes = (rng.choice(known.foes),) if engage and known.foes else ()
        goals = (rng.choice(known.goals),) if control and known.goals else ()
        yield Question(piece, foes, goals, rng.randint(0, MOST_ASKED) if most else None, safest)


def ask_everything(driver: Driver, number: int, rng: Random) -> None:
    """Ask about some piece what can be asked, alone and together, and look at what fits and what does not."""
    asking, model = driver.scene.focus.asking, driver.scene.model
    able = [piece for piece in model.pieces if asking._can_ask(piece)]
    if not able:
        return
    asking.toggle(rng.choice(able))
    for question in dict.fromkeys(every_question(asking, lambda each: model.pieces[each].kind, number, rng)):
        asking.foes, asking.goals = question.engages, question.controls
        asking.at_most, asking.safest = question.at_most, question.safest
        assert asking.question == question
        driver.frames_until("the answer", lambda: not asking.on or asking.answer is not None)
        driver.move(somewhere(driver, rng))
    driver.frames_until("who could reach it", lambda: not asking._worker.busy)
    assert asking.on
    asking.foes, asking.goals, asking.at_most, asking.safest = (), (), None, False
    for key in ("e", "e", "c", "c", "r", "r", "s", "tab"):  # put together by keys, with no time to answer
        driver.press(key)
        driver.tick()
    driver.frames_until("the answer", lambda: not asking.on or asking.answer is not None)
    driver.press("return")
    driver.tick()
    if asking.on:  # nothing can be taken in hand
        driver.press("escape")
    assert not driver.scene.focus.asking.on
    driver.scene.focus.hands.cancel()
    driver.scene.focus.asked = driver.scene.new_controller()


def measure_everything(driver: Driver, rng: Random) -> None:
    """Use every row of the tape measure between two things, which may be the same."""
    measuring, model = driver.scene.focus.measuring, driver.scene.model
    measuring.toggle("")
    for first in ("piece", "anything"):
        driver.move(somewhere(driver, rng))
        pieces = [Measurable("piece", piece) for piece in model.pieces]
        measuring.first = rng.choice(pieces if first == "piece" and pieces else measuring.measurables.everything())
        driver.move(somewhere(driver, rng))
        for key in ("r", "c", "s", "a", "z", "o", "l", "k", "l", "p", "r", "k", "b", "p"):
            driver.press(key)
            driver.tick()
        driver.press("return")
        driver.key("p")
        measuring.first = rng.choice(measuring.measurables.everything())
        driver.move(somewhere(driver, rng))
        driver.frames_until("the way", lambda: not measuring.paths.waiting)
        driver.press("return")
        driver.key("p")
    assert measuring.on
    driver.keys("delete", "escape", "escape")
    measuring.on = False


def look_at_everything(driver: Driver, rng: Random) -> None:
    """Switch on threats, the coach's weights, the wording and the phases; point at rows, pieces and parts."""
    scene = driver.scene
    driver.key("x")
    for _spot in range(3):
        driver.move(somewhere(driver, rng))
        scene.focus.mouse_since -= 10.0  # it rests
        driver.tick()
    driver.frames_until("the threats", lambda: not scene.threats.awaits_drawing)
    for _action, rect in scene.focus.actions.rows()[:4]:
        driver.move(rect.center)
        scene.focus.mouse_since -= 10.0
        driver.tick()
    for name in ("why", "candidates", "inspect", "inspect_back", "threat_piece"):
        scene.commands()[name]()
        driver.frame()
    scene.focus.inspection.selected = rng.choice([*scene.model.pieces, ""])
    driver.frame()
    for tab in ("", *TABS):
        driver.open(tab)
        for part in (
            scene.focus.layout.dock,
            scene.focus.layout.bar,
            scene.focus.layout.drawer,
        ):
            driver.move(part.center)
            scene.focus.mouse_since -= 10.0
            driver.tick()
