"""Phases passed over by themselves, and answers that give up much: no key takes them unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.engine.core.decisions import Pick
from game.play.verdicts import of_odds
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.view.preview import _consequences, moved_to
from game.rulesets.aos4.view.rolls import casting
from game.table.lattice import Position
from game.ui.decisions.lists import PickController
from game.ui.play import turned
from game.ui.play.overlays.chip import Chip
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]
RALLY = "rally ann.wallward-pikes"


@pytest.fixture
def rallied(window: Window) -> Driver:
    """A hero phase in which the last ability with an effect was just used: it is over by itself."""
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", *[(30 + 1.5 * at, 30) for at in range(5)])
    driver = window(battle.rolls("rally", *[1] * 10).begin().session)
    driver.frame()
    driver.scene.focus.call(lambda: driver.scene.model.answer(RALLY))
    return driver


@pytest.mark.parametrize("key", ["d", "return"])
def test_a_key_meant_for_a_phase_that_ended_by_itself_does_not_end_the_next(rallied: Driver, key: str) -> None:
    driver = rallied
    assert driver.scene.model.notice.title == "Hero phase over: nothing left that has an effect"
    driver.key(key)
    assert driver.session.journal == [RALLY]
    assert driver.scene.model.notice.title.endswith("did not end the next one")


def test_a_movement_phase_in_which_nothing_moved_is_ended_by_the_second_press(
    rallied: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turned, "MOMENT", -1.0)  # it was read long ago
    driver = rallied
    driver.frame()
    assert driver.row("Done: Movement phase, and nothing moves")[0].keys == "D", "Enter alone does not take it"
    driver.key("return")
    driver.key("d")
    assert driver.session.journal == [RALLY]
    driver.key("d")
    assert driver.session.journal == [RALLY, "pass"]


@pytest.mark.parametrize(("inches", "label"), [(8.0, "Done: Shooting phase, with shots left"), (40.0, "")])
def test_a_shooting_phase_with_shots_left_is_ended_by_the_second_press(
    window: Window, inches: float, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turned, "MOMENT", -1.0)
    battle = Battle("shooting", windows="always")
    battle.put("glarecoil-slingers", (10, 10), (11.5, 10))
    battle.put("hullbreakers", *[(10 + 1.5 * at, 10 + inches) for at in range(5)])
    driver = window(battle.begin().session)
    driver.frame()
    driver.key("return")
    if not label:  # Enter passes, for there is nothing to shoot at
        assert driver.session.journal == ["pass"]
        return
    assert driver.row(label)[0].keys == "D"
    driver.key("d")
    assert driver.session.journal == []
    driver.key("d")
    assert driver.session.journal == ["pass"]


def test_a_phase_that_its_player_ended_is_not_said_to_be_over(window: Window) -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", *[(30 + 1.5 * at, 30) for at in range(5)])
    driver = window(battle.begin().session)
    driver.frame()
    driver.keys("d")
    assert driver.session.journal == ["pass"]
    assert not driver.scene.model.notice.title


def test_what_a_choice_costs_is_said_once_it_is_complete(window: Window) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (11.4, 10), (10.7, 11.3), (13, 10), (14.6, 10), (16, 10), (15.3, 11.3))
    battle.put("hullbreakers", (10.7, 13.5))
    driver = window(battle.rolls("retreat", 3).begin().use("retreat", "wallward-pikes").session)
    asked = battle.asked
    assert isinstance(asked, Pick)
    several = PickController(driver.scene.focus.model, replace(asked, minimum=2, maximum=2))
    several.picked = ["ann.wallward-pikes-4"]
    assert not several.notes(), "with another one, it may cost nothing"
    several.picked = ["ann.wallward-pikes-4", "ann.wallward-pikes-5"]
    assert [line.text for line in several.notes()] == ["This splits the unit: 2 more will be lost"]


def test_whose_turn_it_is_is_said_to_a_player_who_reacts_in_it(window: Window) -> None:
    battle = Battle("movement", active="bob").at("movement", window="opponent")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", (30, 30))
    driver = window(battle.begin().session)
    driver.scene.hand_over.announce("ann")
    assert driver.scene.hand_over.banner is not None
    assert driver.scene.hand_over.banner.title == "Ann may react (Bob's turn)"


@pytest.fixture
def shooting(window: Window) -> Driver:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *[(10 + 1.3 * at, 10) for at in range(10)])
    battle.put("beaconwright", (16, 7))
    battle.put("hullbreakers", (10, 18), (12, 18))
    battle.put("barbcasters", (18, 18), (20, 18))
    battle.put("tide-reeve", (15, 19))
    return window(battle.begin().session)


def test_over_an_enemy_its_own_card_comes_before_what_attacks_would_do_to_it(shooting: Driver) -> None:
    driver, chip = shooting, part(shooting.scene, Chip)
    driver.move(driver.at(10, 18))
    driver.frames_until("the odds", lambda: driver.scene.focus.odds() is not None)
    driver.frames_until("the chip", lambda: (found := chip.content()) is not None and bool(found[0].title))
    content = chip.content()
    assert content is not None
    assert content[0].title.startswith("Hullbreakers · Bob")
    said = [line.text for line in content[0].lines]
    assert said[-2].startswith("Glarecoil Slingers: "), "the best of them first"
    assert any(text.startswith("Glarecoil Slingers: ") and "damage expected" in text for text in said), said
    assert not any("destroyed" in text or "Barbcasters" in text for text in said)


def test_the_preview_of_a_move_names_several_targets_as_shooting_from_there_does() -> None:
    battle = Battle("movement")
    battle.put("glarecoil-slingers", *[(10 + 1.3 * at, 10) for at in range(5)])
    for name, spot in (("hullbreakers", (10, 17)), ("barbcasters", (14, 17)), ("tide-reeve", (18, 17))):
        battle.put(name, spot)
    battle.put("eelback-chargers", (22, 17))
    battle.begin()
    unit = battle.unit("glarecoil-slingers")
    there = {model: Position(x, y + 1) for model, (x, y) in unit.at.items()}
    lines = [line for line in _consequences(battle.game, unit, there, {}, "A-MOVE-7").lines if line.rule == "A-TGT-1"]
    said = {line.verdict.text for line in lines if line.verdict is not None and line.verdict.role == "gain"}
    with moved_to(battle.game, unit, there):
        targets = {name for group in groups(battle.game, unit, ranged=True) for name in group.targets}
    assert len(targets) == 4
    assert said == {"could shoot at Tide Reeve, Hullbreakers and 2 more"}


def test_a_spell_of_mortal_damage_says_how_much_is_expected_of_its_target() -> None:
    battle = Battle("hero")
    battle.put("beaconwright", (16, 10))
    battle.put("hullbreakers", (10, 18), (12, 18))
    battle.begin()
    spec = battle.game.ability("ann", "searing-ray")
    said = [line.text for line in of_odds(casting(battle.game, spec, battle.unit("beaconwright")))]
    assert said == ["Hullbreakers: 2.0 damage expected if it succeeds"]
