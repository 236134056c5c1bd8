"""The rules to look up: from the menu, from a prompt, from the log; by keys alone and by mouse alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import rulesets
from game.engine.rulebook.reference import Rulebook
from game.ui.pages.rules import RulesSheet, rules_sheet
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.ui.driver import Driver, Hands

Window = Callable[..., Driver]
BOOK = Rulebook(rulesets.load("godbreakers").rules())


@pytest.fixture
def hands(dummy_display: None) -> Hands:
    return with_rules()


def with_rules(size: tuple[int, int] = (1280, 720)) -> Hands:
    """Return a window with the rules of the first of several rulebooks."""
    hands = Hands(size)
    hands.window.open("rules")
    hands.frame()
    hands.press_row(rulesets.load("godbreakers").title)
    return hands


def sheet_of(hands: Hands) -> RulesSheet:
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, RulesSheet)
    return sheet


def on_table(window: Window) -> Driver:
    driver = window(begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), dice=[5, 2]).session)
    driver.key("return")  # the hand-over
    return driver


def test_the_rules_to_read_are_chosen_among_those_of_every_rulebook(dummy_display: None) -> None:
    for number, book in enumerate(rulesets.usable()):
        hands = Hands()
        hands.window.open("rules")
        hands.frame()
        assert [row.label for row in hands.top.sheets[-1].list.actions][:-1] == [
            each.title for each in rulesets.usable()
        ]
        hands.keys(*["down"] * number, "return")
        assert sheet_of(hands).book.rules == tuple(book.rules())


def test_every_rule_can_be_reached_and_read_by_arrows_alone(hands: Hands) -> None:
    sheet = sheet_of(hands)
    seen = []
    for _ in BOOK.rules:
        seen.append(sheet.chosen)
        assert sheet.rule is not None
        hands.key("down")
    assert seen == [rule.id for rule in BOOK.rules]
    assert sheet.chosen == seen[0]


def test_typing_searches_and_escape_clears_before_it_closes(hands: Hands) -> None:
    sheet = sheet_of(hands)
    hands.keys(*"vault")
    assert sheet.chosen == "G-MOVE-4"
    assert {row.id for row in sheet.list.actions} == {rule.id for rule in BOOK.search("vault")}
    hands.key("backspace")
    assert sheet.search == "vaul"
    hands.key("escape")
    assert (sheet.search, sheet.closed) == ("", False)
    hands.key("escape")
    assert sheet.closed
    assert hands.top.sheets[-1].title == "Which rulebook?"
    hands.key("escape")
    assert not hands.window.running, "the reference was the only place"


def test_words_that_are_nowhere_say_so_and_show_no_rule(hands: Hands) -> None:
    hands.keys(*"zzz")
    sheet = sheet_of(hands)
    assert [row.label for row in sheet.list.actions] == ["No rule has all these words"]
    assert sheet.rule is None
    assert [row.label for row in sheet.links.actions] == ["Close"]
    hands.key("escape")
    assert sheet.chosen == "G-MEAS-1"


def test_the_search_is_marked_as_a_whole_and_replaced(hands: Hands) -> None:
    sheet = sheet_of(hands)
    hands.keys(*"zzz", "ctrl+a")
    assert sheet.marked_all
    hands.frame()
    hands.keys(*"vault")
    assert sheet.search == "vault"
    hands.keys("ctrl+a", "backspace")
    assert (sheet.search, sheet.marked_all) == ("", False)


def test_closing_stands_apart_from_the_rules_to_see(hands: Hands) -> None:
    sheet = sheet_of(hands)
    hands.keys(*"vault")
    rows = sheet.links.actions
    assert rows[-1].id == "close"
    assert rows[-2].heading
    assert not rows[-2].label


def test_links_lead_on_and_back_by_keys(hands: Hands) -> None:
    sheet = sheet_of(hands)
    hands.keys(*"vault")
    hands.keys("tab", "return")
    second = sheet.chosen
    assert second in {rule.id for rule in BOOK.rules if "G-MOVE-4" in rule.see}
    hands.key("backspace")
    assert sheet.chosen == "G-MOVE-4"


def test_links_lead_on_and_back_by_mouse(hands: Hands) -> None:
    sheet = sheet_of(hands)
    row, rect = next((row, rect) for row, rect in sheet.list.rows() if row.id == "G-MEAS-3")
    hands.click(rect.center)
    assert sheet.chosen == row.id
    link, rect = sheet.links.rows()[0]
    hands.click(rect.center)
    assert sheet.chosen == link.id
    back = next(rect for row, rect in sheet.links.rows() if row.id == "back")
    hands.click(back.center)
    assert sheet.chosen == "G-MEAS-3"
    close = next(rect for row, rect in sheet.links.rows() if row.id == "close")
    hands.click(close.center)
    assert sheet.closed


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((960, 600), 1.0), ((960, 600), 2.0)])
def test_every_rule_fits_its_part_of_the_sheet_or_can_be_scrolled(
    dummy_display: None, size: tuple[int, int], scale: float
) -> None:
    hands = with_rules(size)
    hands.window.rescale(scale)
    hands.frame()
    sheet = sheet_of(hands)
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    for rule in BOOK.rules[::7]:
        sheet.choose(rule.id)
        sheet.place(pygame.Rect((0, 0), size))
        assert sheet.rect.contains(sheet.card.rect)
        assert sheet.rect.contains(sheet.links.rect)
        assert sheet.card.rect.bottom <= sheet.links.rect.top
        assert sheet.links.rect.height >= hands.window.theme.px(4.5)
        while sheet.card.scroll_by(1):
            pass
        assert sheet.card.rect.height >= hands.window.theme.px(9) or not sheet.card.view.offset


def test_a_rule_that_nobody_knows_is_shown_as_the_first(window: Window) -> None:
    driver = on_table(window)
    sheet = rules_sheet(driver.scene.focus, driver.session.ruleset, "X-1")
    assert sheet.chosen == "G-MEAS-1"


# -- from the table ----------------------------------------------------------------------------


def test_shift_w_opens_the_rule_of_what_is_asked(window: Window) -> None:
    driver = on_table(window)
    assert driver.session.decision is not None
    driver.key("shift+w")
    assert sheet_of(driver).chosen == driver.session.decision.rule
    driver.key("escape")
    assert driver.scene.focus.sheets == []


def test_f8_opens_the_rule_of_the_choice_under_the_cursor(window: Window) -> None:
    driver = on_table(window)
    driver.keys("return", "tab")
    marked = driver.scene.focus.actions.current()
    driver.key("f8")
    assert marked is not None
    assert sheet_of(driver).chosen == (marked.rule or driver.session.pending().rule)


def test_a_click_on_an_id_among_the_rules_opens_the_rule(window: Window) -> None:
    driver = on_table(window)
    driver.key("w")
    driver.click(driver.scene.rules.cited[0][0].center)
    assert sheet_of(driver).chosen == driver.session.pending().rule


def test_a_click_on_an_id_in_the_log_opens_the_rule(window: Window) -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    play.answer(["ada"], "engage", ["bo"])
    driver = window(play.session)
    scene = driver.scene
    driver.open("log")
    index, rect = next((n, rect) for n, rect in scene.log.visible() if scene.model.log[n].rule)
    driver.click((rect.right - 3, rect.top + 5))
    assert sheet_of(driver).chosen == scene.model.log[index].rule


def test_a_click_on_an_id_in_the_details_opens_the_rule(window: Window) -> None:
    driver = on_table(window)
    driver.key("i")
    driver.open("odds")
    rect, rule = driver.scene.facts.cited[0]
    driver.click(rect.center)
    assert sheet_of(driver).chosen == rule


def test_the_menu_of_the_table_has_the_rules(window: Window) -> None:
    driver = on_table(window)
    driver.key("escape")
    driver.press_row("Rules")
    assert sheet_of(driver).chosen == driver.session.pending().rule
