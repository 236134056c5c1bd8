"""Secret decisions at one computer: a curtain before each, and nothing told before all have chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.engine.core.decisions import Choose
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.new_session import Seated
from game.ui.play.parts.hand_over import Curtain
from inchwise_conformance.typed import conversation
from tests.rulesets.bushido.bushido_kit import fight_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def at_the_first_commit() -> Session:
    """A game that waits for the first secret split."""
    session = fight_session()
    while not session.pending().secret:
        decision = session.pending()
        assert isinstance(decision, Choose)
        session.answer(next(each.key for each in reversed(decision.options) if "boost" not in each.key))
    return session


def test_the_window_hides_behind_a_curtain_before_each_secret_decision(window: Window) -> None:
    driver = window(at_the_first_commit(), size=(960, 600))
    asked = []
    for _each in range(2):
        curtain = driver.scene.focus.sheets[-1]
        assert isinstance(curtain, Curtain)
        name = driver.scene.model.player_name(driver.scene.model.decider)
        assert curtain.title == f"{name} decides in secret"
        driver.frame()
        assert len({tuple(driver.screen.get_at(spot)) for spot in ((5, 5), (955, 300), (300, 595))}) == 1
        driver.key("return")
        assert not driver.scene.focus.sheets
        assert driver.scene.focus.actions.current() is None
        asked.append(driver.scene.model.decider)
        driver.key("1")
    assert len(set(asked)) == 2
    assert not any(isinstance(sheet, Curtain) for sheet in driver.scene.focus.sheets)


def test_no_curtain_falls_against_a_program(window: Window) -> None:
    session = at_the_first_commit()
    person = session.pending().player
    other = next(player for player in session.ruleset.players(session.setup) if player != person)
    driver = window(session, size=(960, 600), bots={other: Seated("random")})
    driver.frame()
    assert not any(isinstance(sheet, Curtain) for sheet in driver.scene.focus.sheets)


def test_nothing_is_told_of_the_first_choice_before_the_second_is_made(tmp_path: Path) -> None:
    session = at_the_first_commit()
    desk = SessionModel(session, lambda played: None, tmp_path)
    before = len(desk.log), len(session.events)
    first = session.pending()
    assert isinstance(first, Choose)
    desk.answer(first.options[1].key)
    assert session.pending().secret
    assert (len(desk.log), len(session.events)) == before
    assert first.options[1].key not in str(desk.view)
    second = session.pending()
    assert isinstance(second, Choose)
    desk.answer(second.options[0].key)
    told = [event.kind for event in session.events[before[1] :]]
    assert told[:2] == ["SplitRevealed", "SplitRevealed"]


def test_as_text_the_typed_choice_scrolls_away_and_the_next_person_is_awaited(tmp_path: Path) -> None:
    printed = conversation(at_the_first_commit(), tmp_path, "", "1", "", "1")
    aways = [place for place, line in enumerate(printed) if "look away" in line]
    blanks = [place for place, line in enumerate(printed) if line.count("\n") >= 40]
    assert len(aways) == 2
    assert "press Enter" in printed[aways[0]]
    assert aways[0] < blanks[0] < aways[1] < blanks[1]
    assert not any("dice in attack" in line for line in printed[: blanks[1]])
