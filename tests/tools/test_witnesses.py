"""The witness of odds through the rules' own functions: both parts run, and what is off by little is seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.rulesets.aos4.odds.exact import volley_odds
from tests.samples import some
from tools.witnesses.attacks import OneStream, batches_thrown, greatest, main
from tools.witnesses.volleys import ERRORS, situations


def test_all_situations_are_thrown_and_the_greatest_deviation_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--volleys", str(some(60))]) == 0
    *rows, last = capsys.readouterr().out.splitlines()
    assert len(rows) == len(situations()) + 4
    assert all("standard errors at most (" in line for line in rows)
    assert 0.0 < float(last.split()[0]) <= ERRORS


def test_a_promise_without_its_critical_hits_is_far_off() -> None:
    batches, body = situations()["two hits, a ward"]
    wrong = [replace(batch, crit="") for batch in batches]
    thrown = batches_thrown(batches, body, OneStream(Random(1)), 2_000)
    right, off = (volley_odds(each, body) for each in (batches, wrong))
    by_odds = [
        greatest({"points": odds.points, "allocated": odds.allocated, "slain": odds.slain}, thrown).errors
        for odds in (right, off)
    ]
    assert by_odds[0] < ERRORS < by_odds[1]
