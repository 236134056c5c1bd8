"""The cards of answers in the dock: what they lead with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.engine.core.options import Stock
from game.ui.dock.choices import Choices, name_lines, titled
from game.ui.widgets.text import ink
from game.ui.widgets.theme import Theme
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
    assert choices._lying().shared == {card.id}
    words = [titled(row, card, by_deed=True) for row in choices.actions if row.brief and row.enabled and not row.idle]
    assert ("Searing Ray", "Beaconwright") in words
    assert len({title for title, _remark in words}) == len(words)
    choices.set([row for row in choices.actions if row.brief][:1])
    assert not choices._lying().shared, "a card alone leads with its piece"


def test_a_remark_that_does_not_fit_beside_its_price_takes_two_lines(
    window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Battle("hero", active="ann")
    found.put("beaconwright", (20, 8))
    found.put("wallward-pikes", (10, 8))
    found.put("tide-reeve", (20, 17))
    choices = window(found.begin().session).scene.focus.actions
    assert isinstance(choices, Choices)
    texts = list[str]()

    def noting(theme: Theme, text: str, *more: Any) -> pygame.Surface:
        texts.append(text)
        return ink(theme, text, *more)

    monkeypatch.setattr("game.ui.dock.choices.ink", noting)
    with_card = [row for row in choices.actions if choices.card(row) is not None]
    price = (Stock("counter-command", 2, "2 CP"),)
    choices.set([replace(row, brief="Counter-charge", price=price, reason="", idle=False) for row in with_card[:1]])
    assert [cell.kind for cell in choices._lying().cells] == ["card"]
    choices.draw(pygame.Surface((400, 700)))
    assert "Counter-charge" in texts
    assert not [text for text in texts if text.endswith("…")]


def test_a_long_name_takes_three_small_lines_before_it_is_cut(
    window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Battle("hero", active="ann")
    found.put("beaconwright", (20, 8))
    found.put("tide-reeve", (20, 17))
    choices = window(found.begin().session).scene.focus.actions
    assert isinstance(choices, Choices)
    [row] = [row for row in choices.actions if choices.card(row) is not None][:1]
    card = choices.card(row)
    assert card is not None
    long = replace(card, name="Bastion Command Carrier")
    monkeypatch.setattr(choices, "card", lambda _action: long)
    choices.set([replace(row, label=f"{long.name}: Deed", brief="Deed", reason="", idle=False)])
    [cell] = choices._lying().cells
    lines = list[tuple[str, ...]]()
    usual = name_lines

    def noting(*facts: Any) -> tuple[int, tuple[str, ...]]:
        lines.append(usual(*facts)[1])
        return usual(*facts)

    monkeypatch.setattr("game.ui.dock.choices.name_lines", noting)
    choices.draw(pygame.Surface((400, 700)))
    assert lines[-1] == ("Bastion", "Command", "Carrier")
    assert cell.place.height >= 3 * 14
