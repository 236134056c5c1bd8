"""The weapons of the piece that acts, in the dock: a row each, with the numbers of its sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.units import Units
from game.engine.session import Session
from game.rulesets import load
from game.ui.play.parts.dock import MOST_WEAPONS, Dock
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver, part
from tools.situations import session_of

Window = Callable[..., Driver]


@pytest.mark.parametrize(
    ("book", "unit", "weapon"),
    [
        ("aos4", "ann.wallward-pikes", ("Long Pike", "", "2", "4+", "3+", "1", "1")),
        ("bushido", "ann.temple-guard-archer", ("War Bow", "6/12/18", "+0")),
        ("dropzone", "ann.bastion.squad", ("Siege Howitzer", "60/36″", "1", "3+", "11")),
    ],
)
def test_a_card_has_its_weapons_with_their_numbers(book: str, unit: str, weapon: tuple[str, ...]) -> None:
    rules = load(book)
    session: Session = Session(rules, rules.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    card = Units(session.ruleset.view(session.game)).card(unit)
    assert card is not None
    assert weapon in card.weapons
    assert {len(each) - 1 for each in card.weapons} == {len(rules.terms.columns)}


def test_weapons_have_rows_in_the_dock_as_far_as_there_is_room(window: Window) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (20.0, 8.0), (21.5, 8.0))
    driver = window(battle.begin().session, (1920, 1080))
    driver.scene.focus.inspection.selected = "ann.wallward-pikes"
    driver.frame()
    dock = part(driver.scene, Dock)
    assert dock.piece is not None
    assert dock.style.weapons
    high, bare = dock._above(dock.style), dock._above(dock.style._replace(weapons=False))
    assert high - bare >= min(len(dock.piece.weapons), MOST_WEAPONS) * 14


def test_each_number_of_a_weapon_has_a_heading_that_says_what_it_is(window: Window) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (20.0, 8.0), (21.5, 8.0))
    driver = window(battle.begin().session, (1920, 1080))
    driver.scene.focus.inspection.selected = "ann.wallward-pikes"
    driver.frame()
    dock = part(driver.scene, Dock)
    heads = [dock.tip(place.center) for place, _at in dock.columns]
    said = {head: lines[0].text for head, lines in filter(None, heads)}
    assert said["Hit"] == "the lowest roll that hits", "the title says the head already"
    assert said["Wnd"].startswith("Wound: ")
    assert [head[0] for head in heads if head] == ["Atk", "Hit", "Wnd", "Rnd", "Dmg"], "no range: nothing shoots"
    assert heads[3] is not None
    assert heads[3][1][0].text.startswith("Rend: ")


@pytest.mark.parametrize("high", [720, 680, 600])
def test_what_a_piece_has_to_spend_stays_in_view_while_an_action_is_chosen(window: Window, high: int) -> None:
    session = session_of("bushido-walk")
    while not isinstance(session.pending(), Choose):
        session.undo()
    driver = window(session, (1280, high))
    dock = part(driver.scene, Dock)
    assert dock.piece is not None
    assert dock.piece.left
    assert dock.style.facts
    assert dock.focus.actions.bottom <= dock.focus.layout.window.bottom  # type: ignore[attr-defined]
