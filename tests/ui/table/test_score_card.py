"""The card that follows a round: shown once, over the hand-over, with the figures of the events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pygame
import pytest

from game.engine.history.scores import RoundScore, ScoreLine, closed_turns, rounds_of
from game.players import Player, answer_with, make_player
from game.players.random_player import random_answer
from game.rulesets.aos4.rules.events import Destroyed
from game.rulesets.dropzone.rules.events import Claimed
from game.ui.prefs.settings import Options
from game.ui.score.ending import CardWatch, Columns, ScoreSheet, explained, score_sheet
from game.ui.widgets.theme import Theme
from tests.games import random_game
from tests.rulesets.godbreakers.kit import FAR, A, B, begin, forgotten, godbreaker
from tests.ui.driver import Driver
from tests.ui.table.battle import battle
from tools.stage import began

Window = Callable[..., Driver]


def bot(session: object) -> str:
    """A machine that is never asked here."""
    raise AssertionError


def play_round(driver: Driver) -> list[str]:
    """Answer at random, putting sheets away, until another round begins or the game is over; return their titles."""
    rng, model, before, seen = Random(1), driver.scene.model, driver.session.state.round, list[str]()
    while driver.session.decision is not None and driver.session.state.round == before:
        seen += [sheet.title for sheet in reversed(driver.scene.focus.sheets)]
        driver.scene.focus.sheets.clear()
        driver.scene.focus.call(partial(model.answer, random_answer(driver.session.decision, rng)))
    return seen


def cards(driver: Driver) -> list[ScoreSheet]:
    return [sheet for sheet in driver.scene.focus.sheets if isinstance(sheet, ScoreSheet)]


def test_a_scored_round_is_followed_by_its_card_which_any_key_puts_away(window: Window) -> None:
    driver = window(random_game(3, before_round=2))
    driver.scene.focus.sheets.clear()
    play_round(driver)
    card = driver.scene.focus.sheets[-1]
    assert isinstance(card, ScoreSheet)
    rounds = rounds_of(driver.session)
    assert (rounds[2].lines, card.title) == ([], "Round 2 is over: nobody scores")  # round 3 below is scored
    aim = driver.session.ruleset.view(driver.session.game).aim
    assert aim in card.lines, "where nobody scores, the card says when the next points come"
    assert isinstance(card.figure, Columns)
    assert card.figure.score == rounds[2]
    assert [player.id for player in card.figure.players] == ["ann", "bob"]
    event = driver.session.events[rounds[3].led_by]
    first = driver.session.ruleset.tell(driver.session.game, event)
    assert (f"Next round: {first}", event.rule) in [(line.text, line.rule) for line in card.lines]
    driver.key("a")
    assert cards(driver) == []
    driver.frame()
    assert cards(driver) == []


def test_the_card_comes_again_when_its_round_does(window: Window) -> None:
    driver = window(random_game(3, before_round=2))
    play_round(driver)
    driver.scene.focus.sheets.clear()
    driver.scene.focus.call(driver.scene.model.undo)
    assert cards(driver) == []
    play_round(driver)
    assert [card.title for card in cards(driver)] == ["Round 2 is over: nobody scores"]


def test_the_card_can_be_switched_off_and_is_for_people_only(window: Window) -> None:
    driver = window(random_game(3, before_round=2))
    driver.window.choose(Options(score_card=False))
    play_round(driver)
    assert cards(driver) == []
    driver.window.choose(Options())
    driver.scene.model.bots = {"ann": bot, "bob": bot}
    play_round(driver)
    assert cards(driver) == []


def test_the_last_round_has_its_card_before_the_end_of_the_game(window: Window) -> None:
    driver = window(random_game(2, 4, before_round=3))
    seen = play_round(driver)
    assert driver.session.finished
    driver.frame()
    while driver.scene.focus.sheets and driver.scene.focus.sheets[-1].title != "The game is over":
        seen.append(driver.scene.focus.sheets[-1].title)
        driver.key("space")
    assert seen.count("Round 3 is scored") == 1
    assert [sheet.title for sheet in driver.scene.focus.sheets] == ["The game is over"]


def test_a_card_that_is_too_high_sums_up_what_does_not_fit(window: Window) -> None:
    driver = window(random_game(2, 4), size=(640, 360))
    score = rounds_of(driver.session)[3]
    score.lines[:] = [line._replace(points=1, player="ann") for line in score.lines * 12]
    figure = Columns(driver.scene.model.view.players, score, "VP")
    sheet = ScoreSheet(driver.scene.window.theme, "Round 3", any_key=True, figure=figure, wide=100)
    sheet.place(pygame.Rect(0, 0, 640, 360))
    assert sheet.rect.height <= 360
    assert figure.height(driver.scene.window.theme, sheet.rect.width) < figure.most + 1
    driver.scene.focus.show(sheet)
    driver.frame()


def with_a_show(window: Window) -> Driver:
    """A window in which the last answer of round 2 is still being shown."""
    driver = window(random_game(3, before_round=2))
    scene, rng = driver.scene, Random(1)
    driver.window.choose(Options(pace=1.0, motion="full", ask_forced=True))
    while driver.session.state.round == 2:
        scene.hurry()
        scene.focus.sheets.clear()
        scene.focus.call(partial(scene.model.answer, random_answer(driver.session.pending(), rng)))
    return driver


def test_the_card_waits_until_everything_has_been_shown(window: Window) -> None:
    driver = with_a_show(window)
    scene = driver.scene
    assert scene.focus.animation.playing
    driver.frame()
    assert cards(driver) == []
    driver.key("space")
    assert not driver.scene.focus.animation.playing
    driver.frame()
    assert [card.title for card in cards(driver)] == ["Round 2 is over: nobody scores"]
    driver.key("space")
    assert cards(driver) == []


def test_the_click_that_ends_the_show_does_not_put_the_card_away(window: Window) -> None:
    driver = with_a_show(window)
    driver.click((600, 300))
    assert [card.title for card in cards(driver)] == ["Round 2 is over: nobody scores"]
    driver.click((600, 300))
    assert cards(driver) == []


def test_the_card_says_who_was_lost_in_recovery() -> None:
    wild = forgotten("Forgotten-2", 15, 5, damage=9)
    play = begin(
        godbreaker("Raven", A, 5, 5, damage=9), godbreaker("Nova", B, *FAR), wild, step="recovery", dice=[4, 1, 6, 1]
    )
    session = play.session
    score, *_later = rounds_of(session)
    card = score_sheet(Theme(), session, replace(score, end=len(session.events)), None)
    lines = [line.text for line in card.lines]
    assert "Raven fell in recovery (5 damage points left)" in lines
    assert "Forgotten-2 is removed as a casualty" in lines, "by its name, also once it is gone"


def test_a_row_accounts_for_all_points_of_a_round(window: Window) -> None:
    """In Dropzone, objectives that are held count, and nobody scores."""
    session = battle({}, "ann.armour")
    objective = next(iter(session.state.objectives))
    claimed = Claimed(player="ann", objective=objective, rule="D-OBJ-3")
    session.events.append(claimed)
    score = RoundScore(1, 0, {"ann": 1, "bob": 2}, {"ann": 2, "bob": 1}, end=len(session.events))
    lines = {line.player: line for line in explained(session, score).lines}
    assert lines["ann"].points == 1
    assert lines["ann"].reason == session.ruleset.tell(session.game, claimed)
    assert (lines["bob"].points, lines["bob"].reason) == (-1, "holds less than before")
    assert explained(session, replace(score, after=dict(score.before))).lines == []


def test_a_turn_with_points_has_its_own_card_unless_it_ends_the_round(window: Window) -> None:
    driver = window(random_game(3, before_round=2))
    lines = [ScoreLine("ann", 2, "holds", "A-1", 5), ScoreLine("bob", 3, "holds", "A-1", 12)]
    score = RoundScore(1, 1, {"ann": 0, "bob": 1}, {"ann": 2, "bob": 4}, lines, 15, leads={2: "ann", 8: "bob"})
    [(turn, player)] = closed_turns([score], 5)
    assert (player, turn.before, turn.after, turn.lines) == (
        "ann",
        {"ann": 0, "bob": 1},
        {"ann": 2, "bob": 1},
        lines[:1],
    )
    assert closed_turns([score], 9) == []
    card = score_sheet(Theme(), driver.session, turn, None, "ann")
    assert card.title == "Round 1, Ann's turn, is scored"


def test_the_cards_of_turns_and_rounds_are_read_in_the_order_in_which_they_ended(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(random_game(3, before_round=2))
    none, some = {"ann": 0, "bob": 0}, {"ann": 2, "bob": 0}
    leads, points = {2: "ann", 8: "bob"}, ScoreLine("ann", 2, "holds", "A-1", 5)
    first = RoundScore(1, 1, none, some, [points], 15, leads=leads)
    later = RoundScore(2, 15, some, {"ann": 3, "bob": 0}, [ScoreLine("ann", 1, "holds", "A-1", 17)], 30,
                       leads={16: "ann", 20: "bob"})  # fmt: skip
    monkeypatch.setattr("game.ui.score.ending.rounds_of", lambda _session: [first, later])
    driver.scene.focus.sheets.clear()
    driver.scene.hand_over.cards = CardWatch(driver.session, 1)
    driver.scene.hand_over._show()
    titles = [card.title for card in reversed(cards(driver))]
    assert titles == ["Round 1, Ann's turn, is scored", "Round 1 is scored", "Round 2, Ann's turn, is scored"]


def test_a_piece_that_left_the_table_without_being_lost_is_on_the_card() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 12), godbreaker("Nova", B, 11, 10, 8), dice=[12, 3])
    play.answer(["raven"], "engage", ["nova"])
    points = {A: 0, B: 0}
    score = RoundScore(1, 0, points, points, [], len(play.session.events))
    texts = [line.text for line in score_sheet(Theme(), play.session, score, None).lines]
    assert "Raven ascends: a Triumph on a d12 takes it off the table" in texts


def test_the_card_of_a_round_names_the_units_that_were_destroyed_in_it() -> None:
    session, machines = began("aos4", 3), dict[str, Player]()
    while session.state.round < 3:
        player = session.pending().player
        machine = machines.setdefault(player, make_player("recruit", 3 + len(machines)))
        session.answer(answer_with(machine, session, len(session.journal)))
    destroyed = 0
    for score in rounds_of(session):
        texts = [line.text for line in score_sheet(Theme(), session, score, None).lines]
        fallen = [event for event in session.events[score.first : score.end] if isinstance(event, Destroyed)]
        told = [session.ruleset.tell(session.game, event) for event in fallen]
        assert [text for text in texts if "destroyed" in text] == told
        destroyed += len(told)
    assert destroyed
