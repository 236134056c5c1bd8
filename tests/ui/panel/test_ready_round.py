"""A whole round with Ready through the window: by mouse, by keys; whoever reacts is asked without a change of seats."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.core.decisions import Pick, Place
from game.engine.session import Session
from game.rulesets.godbreakers.rules.events import Engaged, ReadySpent, TokensVanished
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, of_kind
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def round_with_ready() -> Session:
    """Return a game in which Anna has three and Bert has three; two of his stand where Ada may want to go."""
    pieces = [
        godbreaker("Ada", A, 10, 10),
        godbreaker("Abe", A, 3, 3),
        godbreaker("Amy", A, 3, 6),
        godbreaker("Bo", B, 14, 10),
        godbreaker("Bea", B, 13, 12.5),
        godbreaker("Ben", B, 27, 17),
    ]
    return begin(*pieces, dice=(5, 5, 5, 5), ready=True, priority=[A, B]).session


class Hand:
    """Takes rows by mouse or by keys alone, and goes on past whatever is handed over."""

    def __init__(self, driver: Driver, kind: str) -> None:
        self.driver, self.kind = driver, kind
        self.handed_over: list[str] = []

    def take(self, *starts: str) -> None:
        for start in starts:
            self.take_seat()
            if self.kind == "mouse":
                self.driver.press_row(start)
                continue
            while not (marked := self.driver.scene.focus.actions.current()) or not marked.label.startswith(start):
                self.driver.key("tab")
            self.driver.key("return")

    def take_seat(self) -> None:
        while self.driver.scene.focus.sheets:
            self.handed_over.append(self.driver.scene.model.decider)
            self.driver.key("return")

    def place(self, x: float, y: float) -> None:
        if self.kind == "mouse":
            self.driver.click(self.driver.at(x, y))
            return
        self.driver.key("t")
        self.driver.keys(*f"{x}, {y}".replace(" ", ""), "return", "return")


@pytest.mark.parametrize("kind", ["mouse", "keys"])
def test_g_adv_1_a_whole_round_with_reactions(window: Window, kind: str) -> None:
    driver = window(round_with_ready())
    hand = Hand(driver, kind)
    hand.take("Abe", "End activation", "Bo", "Ready", "Amy", "End activation", "Bea", "Ready", "Ada", "Move")
    assert hand.handed_over == [B, A, B, A]
    assert isinstance(driver.session.pending(), Place)
    hand.place(12.5, 10.8)

    # Both of Bert's are in reach: he is asked which comes first, from the seat he is in, within Ada's activation.
    reaction = driver.session.pending()
    assert isinstance(reaction, Pick)
    assert (reaction.player, reaction.rule, sorted(reaction.candidates)) == (B, "G-ADV-1", ["bea", "bo"])
    assert driver.scene.focus.sheets == []
    assert "Bert" in driver.scene.heading().who
    assert "Ada" in driver.scene.model.notice.title
    driver.move(driver.row("Bea")[1].center)
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert odds.title == "Bea engages Ada"
    hand.take("Bea")
    assert [event.model for event in of_kind(driver.session.events, ReadySpent)] == ["bea", "bo"]
    assert len(of_kind(driver.session.events, Engaged)) == 2
    assert driver.scene.focus.sheets == []
    assert driver.session.pending().player == A

    hand.take("End activation", "Ben", "Ready")
    assert hand.handed_over == [B, A, B, A, B]
    assert len(of_kind(driver.session.events, TokensVanished)) == 1
    assert driver.session.state.round == 2
