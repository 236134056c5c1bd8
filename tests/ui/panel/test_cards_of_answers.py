"""The cards of answers in the dock: what they lead with."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.dock.choices import Choices, titled
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver


def test_cards_about_one_piece_lead_with_what_differs(window: Callable[..., Driver]) -> None:
    found = Battle("hero", active="ann")
    found.put("beaconwright", (20, 8))
    found.put("tide-reeve", (20, 17))
    driver = window(found.begin().session)
    choices = driver.scene.focus.actions
    assert isinstance(choices, Choices)
    cards = {row.label: choices.card(row) for row in choices.actions}
    [card] = {card for card in cards.values() if card is not None}
    assert choices._shared() == {card.id}
    words = [titled(row, card, by_deed=True) for row in choices.actions if row.brief and row.enabled and not row.idle]
    assert ("Searing Ray", "Beaconwright") in words
    assert len({title for title, _remark in words}) == len(words)
    choices.set([row for row in choices.actions if row.brief][:1])
    assert not choices._shared(), "a card alone leads with its piece"
