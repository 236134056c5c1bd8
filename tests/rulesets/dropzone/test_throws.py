"""A small sample of what `tools/witnesses/throws.py` throws; it throws a million times more."""

from __future__ import annotations

import pytest

from game.rulesets.dropzone.odds import fire
from game.rulesets.dropzone.rules.shooting import numbers
from tools.witnesses.throws import judged, main


def test_d_shoot_13_the_odds_are_those_of_dice_thrown_by_the_rules_text() -> None:
    """D-SHOOT-12 to D-SHOOT-20, D-SPEC-ARE, D-SPEC-DS, D-SPEC-DV, D-SPEC-FOC, D-SPEC-RED, D-CQ-2 to D-CQ-7."""
    assert [(name, off) for name, off in judged(4000, 40).items() if off] == []


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [(numbers, "CRITICAL", 3), (numbers, "UNSAVED", 9), (numbers, "HULL_DOWN", 1),
     (fire, "felled", lambda lefts, points: 0), (fire, "_breaks", lambda *facts: 0.5)],
)  # fmt: skip
def test_odds_that_are_wrong_are_found_out(
    module: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert main(["--throws", "4000", "--situations", "60"]) == 1
    assert "differ" in capsys.readouterr().out
