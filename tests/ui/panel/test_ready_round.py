"""A whole round with Ready through the window: by mouse, by keys; whoever reacts is asked within the turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.core.decisions import Pick, Place
from game.engine.session import Session
from game.rulesets.godbreakers.rules.events import Engaged, ReadySpent, TokensVanished
from game.ui.play.parts.hand_over import Banner
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
    """Takes rows by mouse or by keys alone; `announced` are the titles of banners that came: none of them waits."""

    def __init__(self, driver: Driver, kind: str) -> None:
        self.driver, self.kind = driver, kind
        self.announced: list[str] = []
        self._banner: Banner | None = None
        self.look()  # the first one may be gone by the first key if the machine is busy

    def take(self, *starts: str) -> None:
        for start in starts:
            if self.kind == "mouse":
                self.driver.press_row(start)
            else:
                self._mark(start)
                self.driver.key("return")
            self.look()

    def _mark(self, start: str) -> None:
        """Press Tab until a row is marked, at most once for each row."""
        actions, marked = self.driver.scene.focus.actions, list[str]()
        while not (row := actions.current()) or not row.label.startswith(start):
            assert len(marked) <= len(actions.actions), f"Tab marks {marked}, and never {start}"
            self.driver.key("tab")
            assert self.driver.scene.focus.sheets == [], f"Tab opens a sheet before {start}"
            marked.append(row.label if (row := actions.current()) else "")

    def look(self) -> None:
        """Note the banner, if it is a new one: it names whoever decides, and no sheet stands before the rows."""
        banner, scene = self.driver.scene.hand_over.banner, self.driver.scene
        assert scene.focus.sheets == []
        if banner is not None and banner is not self._banner:
            assert banner.player == scene.model.decider
            self.announced.append(banner.title)
            self._banner = banner

    def place(self, x: float, y: float) -> None:
        if self.kind == "mouse":
            self.driver.click(self.driver.at(x, y))
        else:
            self.driver.key("t")
            self.driver.keys(*f"{x}, {y}".replace(" ", ""), "return", "return")
        self.look()


@pytest.mark.parametrize("kind", ["mouse", "keys"])
def test_g_adv_1_a_whole_round_with_reactions(window: Window, kind: str) -> None:
    driver = window(round_with_ready())
    hand = Hand(driver, kind)
    hand.take("Abe", "End activation", "Bo", "Ready", "Amy", "End activation", "Bea", "Ready", "Ada", "Move")
    assert hand.announced == ["Anna's turn", "Bert's turn", "Anna's turn", "Bert's turn", "Anna's turn"]
    hand.announced.clear()
    assert isinstance(driver.session.pending(), Place)
    hand.place(12.5, 10.8)

    # Both of Bert's are in reach: he is asked which comes first, within Ada's activation: it is not his turn.
    reaction = driver.session.pending()
    assert isinstance(reaction, Pick)
    assert (reaction.player, reaction.rule, sorted(reaction.candidates)) == (B, "G-ADV-1", ["bea", "bo"])
    assert hand.announced == ["Bert decides while Ada is active"]
    assert "Bert" in driver.scene.heading().who
    driver.move(driver.row("Bea")[1].center)
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert odds.title == "Bea engages Ada"
    hand.take("Bea")
    assert [event.model for event in of_kind(driver.session.events, ReadySpent)] == ["bea", "bo"]
    assert len(of_kind(driver.session.events, Engaged)) == 2
    assert hand.announced == ["Bert decides while Ada is active", "Anna's turn"]
    assert driver.session.pending().player == A

    hand.take("End activation", "Ben", "Ready")
    assert hand.announced == ["Bert decides while Ada is active", "Anna's turn", "Bert's turn", "Anna's turn"]
    assert len(of_kind(driver.session.events, TokensVanished)) == 1
    assert driver.session.state.round == 2
