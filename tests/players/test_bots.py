"""What is known of the program's own bots without loading them."""

from __future__ import annotations

from importlib import import_module

import pytest

from game.players.bots import PLAYERS
from tests.commands.calls import call


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


def test_the_help_of_a_new_game_lists_every_bot_the_strongest_first() -> None:
    help_text = " ".join(call("play", "--help").output.split())
    assert "human, warlord, veteran, recruit, greedy, random or an installed bot" in help_text
