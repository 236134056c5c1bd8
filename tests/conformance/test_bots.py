"""A bot that is meant to be good beats chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from game.lab.batch import BatchPlan
from game.lab.grid import Cell, Grid
from game.lab.trials import Trials
from tests.conformance.listed import BOTS, DUELS, Bot
from tests.samples import few, some


@pytest.mark.parametrize("bot", few(BOTS), ids=str)
def test_a_bot_that_is_meant_to_be_good_beats_chance(bot: Bot) -> None:
    wins: Counter[str] = Counter()
    games = some(bot.games)
    case = next(each for each in DUELS if each.ruleset == bot.ruleset)
    for kinds in ((bot.name, "random"), ("random", bot.name)):
        plan = replace(case.plan(), names=kinds, map=None, rounds=bot.rounds)
        wins += Trials(Grid((Cell(BatchPlan(bot.ruleset, plan, kinds, seed=11)),), games)).run().whole.wins
    assert wins[bot.name] >= 1.4 * games
    assert wins[bot.name] > 2 * wins["random"]
