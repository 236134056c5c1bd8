"""An enemy that cannot be attacked says why under the mouse and by a click, for each weapon, in every rulebook."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.session import Session
from game.engine.sighting import bars
from game.refusal import Refusal, each_said
from game.rulesets.dropzone.rules.shooting.offering import why_no_fire
from game.ui.play.overlays.chip import Chip
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.ui.driver import Driver, part
from tests.ui.table.battle import battle
from tests.ui.table.test_arranging import drag

Window = Callable[..., Driver]


def engaging() -> tuple[Session, str]:
    session = begin(godbreaker("Nova", A, 4.0, 4.0, 8), godbreaker("Scoria", B, 25.0, 16.0, 8)).session
    session.answer(["nova"])
    return session, "scoria"


def skirmish() -> tuple[Session, str]:
    session = skirmish_session(ferry_brute={"x": 22.5, "y": 1.5}, temple_guard_spear={"x": 2.0, "y": 22.0})
    session.answer("pass")
    session.answer(["ann.temple-guard-spear"])
    return session, "bob.ferry-brute"


def shooting() -> tuple[Session, str]:
    session = battle({"ann.bastion": (20.0, 6.0), "bob.glaives-1": (20.0, 44.0)}, "ann.hq")
    session.answer("ann.bastion.squad")
    return session, "bob.glaives-1"


def volley() -> tuple[Session, str]:
    started = Battle("shooting")
    started.put("glarecoil-slingers", *row(5, 10.0, 4.0, 1.4))
    started.put("beaconwright", (30.0, 4.0))
    started.put("hullbreakers", *row(5, 10.0, 27.0, 1.8))
    started.put("barbcasters", *row(5, 30.0, 14.0, 1.8))
    return started.begin().session, "bob.hullbreakers-1"


def charging() -> tuple[Session, str]:
    started = Battle("charge")
    started.put("beaconwright", (10.0, 4.0))
    started.put("hullbreakers", *row(5, 10.0, 27.0, 1.8))
    started.put("barbcasters", *row(5, 10.0, 14.0, 1.8))
    return started.begin().session, "bob.hullbreakers-1"


@pytest.mark.parametrize(
    ("asked", "reasons"),
    [
        (engaging, ["attack range is 0 U"]),
        (skirmish, ["Melee: ", "Charge: "]),
        (shooting, ["Siege Howitzer: ", "Hull Gun: "]),
        (volley, ["Glarecoil Slingers: Glass-bolt Sling: 21.65″ away, its range is 15″"]),
        (charging, ["Beaconwright: Hullbreakers: "]),
    ],
)
def test_an_enemy_out_of_reach_says_why_at_the_cursor_and_by_a_click(
    window: Window, asked: Callable[[], tuple[Session, str]], reasons: list[str]
) -> None:
    session, enemy = asked()
    driver = window(session)
    piece, focus = driver.scene.model.pieces[enemy], driver.scene.focus
    driver.keys("home", "home")
    driver.move(driver.at(piece.x, piece.y))
    focus.mouse_since -= 10.0
    driver.frame()
    content = part(driver.scene, Chip).content()
    assert content is not None
    said = [line.text for line in content[0].lines][: len(reasons)]
    assert [reason in line for reason, line in zip(reasons, said, strict=True)] == [True] * len(reasons), said
    driver.click(driver.at(piece.x, piece.y))
    assert driver.scene.model.notice.title == f"{piece.name} cannot be attacked now"
    assert [refusal.text for refusal in driver.scene.model.notice.refusals][: len(said)] == said


def test_a_refused_shot_names_the_reason_of_each_weapon() -> None:
    session, _enemy = shooting()
    text = why_no_fire(session.game, session.state.squads["ann.bastion.squad"]).text
    assert [part.partition(" at ")[0] for part in text.split("\n")] == ["Siege Howitzer", "Hull Gun"]


def test_a_unit_in_combat_says_so_for_its_weapon() -> None:
    started = Battle("shooting")
    started.put("glarecoil-slingers", *row(5, 10.0, 4.0, 1.4))
    started.put("beaconwright", (26.0, 4.0))
    started.put("barbcasters", *row(5, 10.0, 6.0, 1.8))
    started.put("hullbreakers", *row(5, 10.0, 27.0, 1.8))
    session = started.begin().session
    [refusal] = bars(session, "ann.glarecoil-slingers", "bob.hullbreakers")
    assert str(refusal) == "Glass-bolt Sling: not while the unit is in combat (A-SHOOT-2)"


def test_equal_reasons_are_one_line_and_only_a_whole_word_names_a_weapon() -> None:
    away = Refusal("9″ away")
    causes = {"Bow": away, "Javelin": away, "Sling": Refusal("Slingers not visible"), "Net": Refusal("the Net is torn")}
    lines = ["Bow, Javelin: 9″ away", "Sling: Slingers not visible", "the Net is torn"]
    assert [refusal.text for refusal in each_said(causes)] == lines


def dragged(window: Window, phase: str, at: tuple[float, float]) -> tuple[Session, Driver]:
    """Return a window in which Slingers were dragged to a spot; an enemy is far away, in a shooting phase one near."""
    started = Battle(phase)
    started.put("glarecoil-slingers", *row(5, 10.0, 4.0, 1.4))
    if phase == "shooting":
        started.put("barbcasters", *row(5, 10.0, 14.0, 1.8))
    else:
        started.put("beaconwright", (14.0, 20.0))
    started.put("hullbreakers", *row(5, 10.0, 27.5, 1.8))
    session = started.begin().session
    driver = window(session)
    driver.keys("home", "home")
    piece = driver.scene.model.pieces["ann.glarecoil-slingers-1"]
    drag(driver, (piece.x, piece.y), at)
    return session, driver


def test_a_unit_dragged_onto_an_enemy_out_of_range_shoots_nobody_else(window: Window) -> None:
    session, driver = dragged(window, "shooting", (10.0, 27.5))
    assert not session.journal
    notice = driver.scene.model.notice
    assert notice.title == "Hullbreakers cannot be attacked now"
    assert [refusal.rule for refusal in notice.refusals] == ["A-TGT-5"]
    session, driver = dragged(window, "shooting", (10.0, 14.0))
    assert session.journal


def test_a_drop_that_would_come_to_nothing_does_nothing(window: Window) -> None:
    session, driver = dragged(window, "charge", (10.0, 27.5))
    assert not session.journal
    assert "too far for any roll" in driver.scene.model.notice.refusals[0].text
