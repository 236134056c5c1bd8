"""Best results of games played alone, where people see them: in the form of a new game and at the end of one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game import rulesets
from game.engine.campaigns import campaigns_of
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.records import best_results, record_result, records_path, result_of
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.campaign.screen import CampaignGameScreen
from game.ui.menu.menu import MenuScreen
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from tests.ui.driver import Driver, Hands

BOOK = rulesets.load(rulesets.DEFAULT)


def alone(seed: int = 1, *, but_the_last: bool = False) -> Session:
    """A game of one person, played at random to its end, or to the last answer before it."""
    setup = BOOK.new_setup(GamePlan(("Player 1",), rounds=3))
    session, rng = Session(BOOK, setup, KeyedDice(seed)), Random(seed)
    session.seats = {"player-1": "human"}
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
    if but_the_last:
        session.undo()
    return session


def best_told(hands: Hands) -> str | None:
    """What the form says of the best result; None if nothing."""
    hands.frame()
    return next(
        (
            each.label.removeprefix("Best solo result: ")
            for each in hands.top.sheets[-1].list.actions
            if each.id == "records"
        ),
        None,
    )


@pytest.mark.usefixtures("dummy_display")
def test_the_form_says_the_best_result_of_what_is_chosen_and_lists_all() -> None:
    drafting = NewGameDraft()
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, drafting))
    hands.frame()
    hands.key("d")
    assert best_told(hands) is None
    hands.top.drafting.change(players=1, rounds=3)
    hands.top._refresh()
    assert best_told(hands) == "none yet"
    assert record_result(alone()) is not None
    (best,) = best_results()
    hands.top._refresh()
    assert (best_told(hands) or "").startswith(f"{best.points} VP - ")
    drafting.change(map="hollow-wood")
    hands.top._refresh()
    assert best_told(hands) == "none yet"
    form = hands.top.sheets[-1]
    form.list.mark("records")
    hands.key("return")
    page = hands.top.sheets[-1]
    assert page.title == "Best solo results"
    assert page.list.actions[0].detail.startswith(f"{best.roster}: The Score on Market Ruins, 3 rounds")
    hands.key("escape")
    assert hands.top.sheets[-1].title == "Details"


@pytest.mark.usefixtures("dummy_display")
def test_the_main_menu_leads_to_the_results_of_every_rulebook() -> None:
    hands = Hands()
    hands.window.go(MenuScreen(hands.window))
    hands.frame()
    hands.key("e")
    page = hands.top.sheets[-1]
    assert (page.title, [each.id for each in page.list.actions]) == ("Best solo results", ["close"])
    assert page.lines[0].text.startswith("No results yet")
    hands.key("escape")
    assert record_result(alone()) is not None
    hands.key("e")
    heading, best, _back = hands.top.sheets[-1].list.actions
    assert (heading.label, heading.heading) == ("The Godbreaker Saga", True)
    assert " VP - " in best.label
    hands.key("escape")
    assert isinstance(hands.top, MenuScreen)


@pytest.mark.usefixtures("dummy_display")
def test_a_record_that_cannot_be_read_is_said_on_its_page() -> None:
    records_path().parent.mkdir(exist_ok=True)
    records_path().write_text("nonsense", encoding="utf-8")
    drafting = NewGameDraft()
    drafting.change(players=1)
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, drafting))
    hands.frame()
    hands.key("d")
    assert best_told(hands) == "none yet"
    hands.top.sheets[-1].list.mark("records")
    hands.key("return")
    assert "is not JSON" in hands.top.sheets[-1].lines[0].text


def test_the_end_of_a_game_alone_says_how_good_it_was(window: Callable[..., Driver]) -> None:
    session = alone(but_the_last=True)
    driver = window(session)
    driver.frame()
    driver.scene.model.answer(random_answer(session.pending(), Random(0)))
    driver.frame()
    assert driver.scene.model.recorded is not None
    assert any("Your first result here." in line.text for line in driver.scene.focus.sheets[-1].lines)
    assert len(best_results()) == 1


@pytest.mark.usefixtures("dummy_display")
def test_a_saga_of_one_circle_is_played_alone() -> None:
    campaigns = campaigns_of(BOOK)
    assert campaigns is not None
    content = campaigns.found("Alone", ["the-mended"], 1)
    hands = Hands()
    hands.window.go(CampaignGameScreen(hands.window, BOOK.name, campaigns, content))
    hands.frame()
    hands.key("d")
    assert best_told(hands) == "none yet"
    hands.keys("escape", "return")
    session = hands.top.scene.model.session
    assert session.game.solo
    assert [each.name for each in session.ruleset.view(session.game).players] == ["Player 1"]
    assert result_of(session) is None  # it is not over
