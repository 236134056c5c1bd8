"""Reactions: the path of an Aircraft is coloured by the best chance, and the point of a reaction is a bead on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pygame
import pytest

from game.engine.core.decisions import Arrange, Choose, Place
from game.engine.core.dice import KeyedDice
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.shooting.legal import aim, sighted
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.view.fans import exposed
from game.table.path.along import AlongPath
from game.ui.arranging.controller import ArrangeController
from game.ui.decisions.place import PlaceController
from game.ui.play.overlays.exposed import BEAD, Exposed
from game.ui.widgets.theme import LAMP
from tests.ui.driver import Driver, part
from tests.ui.table.battle import answered, battle

Window = Callable[..., Driver]
DROVER = "ann.drover-2"
START, END = (8.0, 20.0), (20.0, 29.0)
SPOTS = {DROVER: START, "bob.gales-1": (30.0, 34.0), "bob.gales-2": (32.0, 34.0)}


@pytest.fixture
def session() -> Session:
    """A Drover in the air flies on; two Gale Walkers may react to it where they see it within 18 inches."""
    session = battle(SPOTS, "ann.armour", declared=["ann.drover-2.squad"])
    session.state.units[DROVER].airborne = True
    session = Session(RULESET, session.setup, KeyedDice(7), state=session.state)
    return answered(session, "ann.drover-2.squad", "move")


def flown(session: Session) -> Session:
    """Let the Drover fly past the Gale Walkers."""
    session.answer([{"id": DROVER, "at": list(END)}])
    asked = session.pending()
    assert isinstance(asked, Choose)
    assert asked.rule == "D-RF-1"
    return session


def test_d_rf_1_the_chances_along_a_path_are_those_of_the_fire_there(session: Session) -> None:
    game, asked = session.game, session.pending()
    [view] = exposed(game, asked, {DROVER: [START, END]})
    assert view.piece == DROVER
    assert (view.points[0], view.points[-1]) == (START, END)
    assert view.chances[0] == 0.0
    assert view.chances[-1] > 0.25
    unit, target = game.state.units["bob.gales-1"], game.state.units[DROVER]
    weapon = next(each for each in game.sheet(unit).weapons if "aa" in each.rules)
    target.x, target.y = END
    seen = sighted(game, unit, weapon, target)
    harm = fire_odds(game, [Fire(unit, weapon, target, aim(game, unit, weapon, target, seen.view, reacting=True))])
    assert not seen.refusals
    assert view.chances[-1] == pytest.approx(1.0 - harm.units[DROVER].points[0])
    assert [line.rule for line in view.lines] == ["D-RF-1", "D-RF-1"]


def test_d_rf_1_nothing_reacts_to_units_on_the_ground(session: Session) -> None:
    squads = battle({f"ann.anvils-{n}": (6.0 + n, 20.0) for n in (1, 2, 3)}, "ann.armour")
    answered(squads, "ann.anvils", "move")
    asked = squads.pending()
    assert isinstance(asked, Arrange)
    assert exposed(squads.game, asked, {"ann.anvils-1": [(7.0, 20.0), (8.0, 24.0)]}) == ()


def test_the_path_is_coloured_while_it_is_decided_on(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    aid, control = part(driver.scene, Exposed), driver.scene.focus.controller
    assert isinstance(control, ArrangeController)
    assert control.paths == {}, "it has not moved"
    driver.frames_until("the view of its region", lambda: not driver.scene.framing.tick(time.monotonic()))
    driver.click(driver.at(*END))
    driver.frames_until("a verdict", lambda: control.draft.judged)
    driver.frames_until("chances", lambda: bool(aid.shown()) and not aid.tick(0.0))
    [view] = aid.shown()
    assert view.points[-1] == pytest.approx(END, abs=0.2)
    assert max(view.chances) > 0.25
    assert [entry.label for entry in aid.legend()] == [
        "no enemy reacts there", "may be hit by a reaction", "likely hit by a reaction",
    ]  # fmt: skip
    x, y = driver.at(*view.points[-2])
    tip = aid.tells((round(x), round(y)))
    assert tip is not None
    assert tip[0] == "Reactions to Drover Dropship B"


def test_the_path_is_coloured_while_a_squad_is_dragged_from_the_question_which_one_acts(window: Window) -> None:
    session = battle(SPOTS, "ann.armour", declared=["ann.drover-2.squad"])
    session.state.units[DROVER].airborne = True
    driver = window(Session(RULESET, session.setup, KeyedDice(7), state=session.state), size=(1280, 720))
    aid = part(driver.scene, Exposed)
    (x, y), end = driver.at(*START), driver.at(*END)
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1))
    for share in (0.3, 0.6, 0.9, 1.0):
        driver.move((x + (end[0] - x) * share, y + (end[1] - y) * share))
    driver.frames_until("chances", lambda: bool(aid.shown()) and not aid.tick(0.0))
    [view] = aid.shown()
    assert view.points[-1] == pytest.approx(END, abs=0.5)


def test_d_rf_1_the_flown_path_is_coloured_where_reactions_are_asked(window: Window, session: Session) -> None:
    driver = window(flown(session), size=(1280, 720))
    aid = part(driver.scene, Exposed)
    driver.frames_until("chances", lambda: bool(aid.shown()) and not aid.tick(0.0))
    [view] = aid.shown()
    assert (view.points[0], view.points[-1]) == (START, END)


def test_d_rf_2_the_point_is_a_bead_that_arrows_and_mouse_slide(window: Window, session: Session) -> None:
    flown(session)
    answered(session, "bob.gales-1|Gale Array|ann.drover-2")
    driver = window(session, size=(1280, 720))
    aid, bead, asked = part(driver.scene, Exposed), driver.scene.focus.controller, session.pending()
    assert isinstance(bead, PlaceController)
    assert isinstance(asked, Place)
    assert isinstance(asked.region, AlongPath)
    assert bead.on_path
    assert bead.spot == pytest.approx(END), "where it ended, which is in range"
    driver.key("left")
    assert math.dist(bead.spot, END) == pytest.approx(0.25, abs=0.01)
    driver.key("shift+left")
    assert math.dist(bead.spot, END) == pytest.approx(1.25, abs=0.01)
    assert bead.legal
    assert bead.bead == bead.spot
    (x, y), radius = driver.at(*bead.spot), aid.theme.px(BEAD)
    driver.frame()
    assert driver.screen.get_at((round(x - 0.7 * radius), round(y)))[:3] == LAMP
    driver.key("up")
    assert math.dist(bead.spot, END) == pytest.approx(1.0, abs=0.01)
    for _press in range(40):
        driver.press("shift+left")
    low, _high = asked.region.spans[0]
    assert math.dist(bead.spot, START) == pytest.approx(low, abs=0.01)
    driver.move(driver.at(19.0, 28.0))
    assert bead.legal
    driver.key("return")
    assert session.journal[-1] == pytest.approx([*bead.spot])
