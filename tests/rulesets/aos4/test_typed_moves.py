"""Moves of units typed as lines: contact that rounding made too deep is snapped out, as for a single spot."""

from __future__ import annotations

import math

from game.engine.core.decisions import Arrange
from game.play.answers import read_arranging
from game.table.lattice import LATTICE_STEP
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import Battle, row


def test_a_geo_4_typed_contact_of_a_unit_that_is_too_deep_by_rounding_is_snapped_out() -> None:
    battle = Battle("movement", active="ann")
    battle.put("beaconwright", (17, 5))
    battle.put("duskmoth-riders", (20, 9), (23, 9), (26, 9))
    battle.put("hullbreakers", *row(5, 30, 25, 2))
    battle.begin().use("normal-move", "beaconwright")
    decision = battle.asked
    assert isinstance(decision, Arrange)
    [model], rider = battle.unit("beaconwright").at, next(iter(battle.unit("duskmoth-riders").at))
    bases = [battle.setup.models_of(battle.unit(name))[one].base for name, one in
             (("beaconwright", model), ("duskmoth-riders", rider))]  # fmt: skip
    contact = sum(base.radius for base in bases if isinstance(base, Disc))
    snapped = 0
    for bearing in range(0, 360, 7):
        angle = math.radians(bearing)
        x, y = (round(start + contact * turn, 4) for start, turn in ((20, math.cos(angle)), (9, math.sin(angle))))
        refusals = decision.why_not([{"id": model, "at": [x, y]}])
        if refusals and all((refusal.short_by or 1.0) <= LATTICE_STEP for refusal in refusals):
            assert decision.allows(read_arranging(decision, f"move to {x}, {y}", lambda _name: model))
            snapped += 1
    assert snapped > 5
    deep = read_arranging(decision, f"move to {20 - contact + 0.01:.4f}, 9", lambda _name: model)
    assert not decision.allows(deep), "what is plainly too deep stays refused"
