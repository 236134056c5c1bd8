"""The hand of cards: open for its owner alone, behind the curtain at a shared screen, with what can be used raised."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.engine.core.decisions import Answer
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.arranging.choosing import _without_repeated_details
from game.ui.play.overlays.cards import Cards
from game.ui.play.parts.hand_over import Banner
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import ReaderSheet
from tests.ui.driver import Driver, part
from tests.ui.table.battle import answered, battle

Window = Callable[..., Driver]
SPOTS = {**{f"ann.rifles-{n}": (18.0 + n, 21.0) for n in (1, 2, 3)}, "ann.bastion": (20.0, 18.0)}
HANDS = {"ann": ("C01", "C07", "C10"), "bob": ("C02", "C03")}


@pytest.fixture
def session() -> Session:
    """The Rifles act, beside a Commander; Forced March suits their Move."""
    return answered(battle(SPOTS, "ann.frontline", hands=HANDS), "ann.rifles")


def cards(driver: Driver) -> Cards:
    driver.frame()
    return part(driver.scene, Cards)


def names(hand: Cards) -> list[str]:
    return [card.name for card, _place in hand.places()]


def test_d_core_11_at_a_shared_screen_the_hand_lies_face_down(window: Window, session: Session) -> None:
    hand = cards(driver := window(session, size=(1280, 720)))
    assert (hand.owner(), hand.is_open()) == ("ann", False)
    assert len(hand.places()) == 3, "how many they are is open"
    driver.move(hand.places()[0][1].center)
    assert hand.read() is None
    assert hand.tells(hand.places()[0][1].center) is None


def test_d_card_4_behind_the_curtain_it_is_open_and_what_can_be_played_is_raised(
    window: Window, session: Session
) -> None:
    answered(session, "move")
    assert session.pending().concealed
    driver = window(session, size=(1280, 720))
    assert [sheet.title for sheet in driver.table.sheets] == ["Ann decides in secret"]
    assert cards(driver).places() == [], "the curtain hides everything"
    driver.key("return")
    hand = cards(driver)
    assert hand.is_open()
    assert names(hand) == ["Steady Hands", "Forced March", "Rough Riders"]
    places = {card.name: place for card, place in hand.places()}
    assert places["Forced March"].top < places["Steady Hands"].top == places["Rough Riders"].top
    driver.move(places["Rough Riders"].center)
    read = hand.read()
    assert read is not None
    assert read.text == "Your squad pays nothing extra for Tough ground in this Move."
    assert read.moment == "You are asked when your squad is about to move."
    driver.click(places["Rough Riders"].center)
    assert session.pending().rule == "D-CARD-4", "it cannot be played now"


def test_d_card_4_a_click_plays_a_card_and_a_second_one_confirms_it_in_a_window(
    window: Window, session: Session
) -> None:
    driver = window(answered(session, "move"), size=(1280, 720))
    driver.key("return")
    place = next(place for card, place in cards(driver).places() if card.rule == "C07")
    driver.click(place.center)
    driver.click(place.center)
    assert session.journal[-1] == "C07|ann.rifles"
    assert "C07" in session.state.discards["ann"]


def test_the_row_that_keys_mark_shows_its_card(window: Window, session: Session) -> None:
    driver = window(answered(session, "move"), size=(1280, 720))
    driver.key("return")
    driver.key("tab")
    read = cards(driver).read()
    assert read is not None
    assert read.rule == "C07"


def test_d_core_11_a_lone_person_always_sees_the_own_hand_and_never_another(window: Window, session: Session) -> None:
    def bot(played: Session) -> Answer:
        return random_answer(played.pending(), Random(1))

    hand = cards(window(session, size=(1280, 720), bots={"bob": bot}))
    assert hand.owner() == "ann"
    assert hand.is_open()
    assert names(hand) == ["Steady Hands", "Forced March", "Rough Riders"]
    session.answer("end")
    hand.focus.model.refresh()
    assert hand.owner() == "ann", "whoever decides"


def test_the_key_shows_the_hand_as_text_behind_a_curtain(window: Window, session: Session) -> None:
    driver = window(session, size=(1280, 720))
    driver.key("ctrl+h")
    assert driver.table.sheets[-1].title == "Ann's cards"
    assert "Look away, Bob" in driver.told()
    driver.key("return")
    shown = driver.table.sheets[-1]
    assert isinstance(shown, ReaderSheet)
    assert [section.title for section in shown.chapters] == ["Steady Hands", "Forced March", "Rough Riders"]
    driver.key("escape")
    assert driver.table.sheets == []
    assert not cards(driver).is_open()


def test_without_cards_nothing_lies_there_and_the_key_says_so(window: Window) -> None:
    driver = window(battle(SPOTS, "ann.frontline"), size=(1280, 720))
    assert cards(driver).places() == []
    driver.key("ctrl+h")
    assert driver.scene.model.notice.title == "You hold no cards"


def test_the_hand_makes_way_for_what_can_be_chosen(window: Window) -> None:
    spots = {**{f"ann.rifles-{n}": (41.0 + 1.5 * n, 2.0) for n in (1, 2, 3)}, "ann.bastion": (40.0, 5.0)}
    session = answered(battle(spots, "ann.frontline", hands=HANDS), "ann.rifles", "move")
    driver = window(session, size=(1000, 700))
    driver.key("return")
    hand = cards(driver)
    table = driver.scene.focus.layout.table
    for card, place in hand.places():
        assert table.contains(place), card.name
        for name in ("ann.rifles-1", "ann.rifles-2", "ann.rifles-3"):
            piece = driver.scene.model.pieces[name]
            assert not place.collidepoint(driver.at(piece.x, piece.y)), card.name


def test_d_core_11_the_hand_does_not_cover_a_unit_that_gets_out(window: Window) -> None:
    held = {**HANDS, "ann": ("C01", "C02", "C07", "C10")}
    spots = {"ann.mule-a": (44.0, 2.5), "ann.bastion": (20.0, 18.0)}
    session = battle(spots, "ann.frontline", declared=["ann.mule-a.squad"], hands=held)
    answered(session, "ann.rifles", "move")
    assert session.pending().rule == "D-TRANS-12"
    driver = window(session, size=(1280, 720), bots={"bob": lambda played: random_answer(played.pending(), Random(1))})
    hand = cards(driver)
    assert len(hand.vital()) == 4
    for piece in hand.focus.ghost.pieces:
        x, y = driver.at(piece.x, piece.y)
        assert not hand.covers((round(x), round(y)))


def test_the_hand_shows_whole_names_and_no_banner_lies_over_it(window: Window) -> None:
    """Beside a long name all cards are higher; the banner goes elsewhere, since it may ask about these cards."""
    held = {**HANDS, "ann": ("C01", "C05", "C07", "C10")}
    session = answered(battle(SPOTS, "ann.frontline", hands=held), "ann.rifles")
    driver = window(session, size=(1280, 720), bots={"bob": lambda played: random_answer(played.pending(), Random(1))})
    hand, over = cards(driver), driver.scene.hand_over
    assert hand.is_open()
    for card, place in hand.places():
        assert hand._name_height(card, place.width) <= place.height, card.name
    over.banner = Banner("ann", "A question for Ann", 0.0, words=("Kite Lifter B and 1 other arrived",))
    driver.frame()
    assert over.banner is not None
    assert over.banner.place.width
    assert [*over.spared()] == [*hand.vital()] != []
    over.spared = lambda: [before]
    before = over.banner.place.copy()
    driver.frame()
    assert not over.banner.place.colliderect(before)


def test_what_a_card_does_stands_below_the_answer_that_plays_it(window: Window, session: Session) -> None:
    answered(session, "move")
    driver = window(session, size=(1280, 720))
    driver.key("return")
    driver.frame()
    row, _place = driver.row("Play Forced March")
    assert row.detail == "Your Infantry squad moves 2″ farther in this Move."


def test_a_detail_that_neighbours_share_stands_below_the_first() -> None:
    rows = [MenuItem("a", "On A", detail="Rerolls."), MenuItem("b", "On B", detail="Rerolls."), MenuItem("no", "No")]
    assert [row.detail for row in _without_repeated_details(rows)] == ["Rerolls.", "", ""]
