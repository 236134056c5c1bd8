"""What asks for base contact: half an inch is too far (B-GEN-11, B-RNG-11, B-KI-8)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.feats import targets
from game.rulesets.bushido.rules.moving.forced import SidestepRegion
from game.rulesets.bushido.rules.shooting.attack import friend_at_risk
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import HALF, Moment, card, moment, warband


def three(**target: Any) -> Moment:
    """Return a moment of A and C in the south, of the Mudwater clan, and B in the north."""
    return moment(
        south=warband(card("A", types=["Mudwater"]), card("C", types=["Mudwater"]), faction="South"),
        north=warband(card("B", **target), faction="North"),
    )


@pytest.mark.parametrize(("gap", "in_line"), [(0.0, True), (0.5, False), (-1.0, False)])
def test_b_rng_11_a_friend_is_hit_in_place_of_a_target_that_it_touches(gap: float, in_line: bool) -> None:
    """A Huge target is hit itself, whoever touches it."""
    at = three(**({"traits": ["Huge"]} if gap < 0.0 else {}))
    a, b = at.put("a", 5.0, 5.0), at.put("b", 15.0, 5.0)
    c = at.put("c", 15.0, 5.0 + 2 * HALF + max(gap, 0.0))
    assert friend_at_risk(at.game, a, b) is (c if in_line else None)


@pytest.mark.parametrize(
    ("range_in", "gap", "meant"), [(None, 0.0, True), (None, 0.5, False), (4, 4.0, True), (4, 4.1, False)]
)
def test_b_ki_8_a_feat_without_a_range_is_for_models_in_contact(range_in: int | None, gap: float, meant: bool) -> None:
    at = three()
    a, c = at.put("a", 5.0, 5.0), at.put("c", 5.0 + 2 * HALF + gap, 5.0)
    for state in ("Bleeding", "Poisoned"):
        at.game.mark(c, state, 0)
    for name in ("Rush the Bank", "Green Balm"):
        plain = {"name": name, "timing": "Simple", "ki": 1, "subject": "Target", "range_in": range_in}
        document = FeatDocument.model_validate_json(json.dumps(plain))
        assert (c in targets(at.game, a, document)) is meant


def test_b_tr_25_a_single_patient_is_healed_without_a_question() -> None:
    at = three()
    a, c = at.put("a", 5.0, 5.0), at.put("c", 7.0, 5.0)
    heal: Any = ACTIONS["heal"]
    assert at.run(heal.choose(at.game, a, [c])) is c
    assert at.run(heal.choose(at.game, a, [a, c]), [c.id]) is c


def test_amb_23_some_end_of_a_sidestep_is_the_nearest_one() -> None:
    at = moment(south=warband(card("A"), faction="South"), north=warband(card("B"), faction="North"))
    a = at.put("a", 5.0, 12.0, facing=0)
    b = at.put("b", 5.0 + 2 * HALF, 12.0, facing=18000)
    at.game.begin_activation(a)
    region = SidestepRegion.of(at.game, a, b)
    assert region is not None
    end = region.nearest(region.start)
    assert end is not None
    assert is_legal(region, end)
    assert region.nearest(end) == end == region.nearest((a.x, a.y))
