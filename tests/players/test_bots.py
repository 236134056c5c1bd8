"""What is known of the program's own bots without loading them."""

from __future__ import annotations

from importlib import import_module

import pytest

from game.players.bots import PLAYERS


@pytest.mark.parametrize("name", PLAYERS)
def test_a_bot_is_called_what_its_name_and_its_class_say(name: str) -> None:
    bot = PLAYERS[name]
    module, _colon, player = bot.entry.partition(":")
    assert player == f"{name.title()}Player"
    assert isinstance(getattr(import_module(module), player), type)
    assert bot.label.lower() == f"computer, {name}"


def test_only_the_levels_are_measured_against_chance_and_one_another_the_weakest_first() -> None:
    measured = {name: bot.level for name, bot in PLAYERS.items() if bot.level}
    assert [*measured.items()] == [
        ("random", "chance"), ("recruit", "recruit"), ("veteran", "veteran"), ("warlord", "warlord")
    ]  # fmt: skip
