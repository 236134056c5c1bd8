"""What the model that acts can do to each enemy, and the enemy back; what answers say before they are taken."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Pick, only_answer
from game.play.verdicts import of_odds
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.actions.shooting import RangedAttack
from game.rulesets.bushido.view import odds
from game.rulesets.bushido.view.meetings import facing_enemies
from tests.rulesets.bushido.bushido_kit import (
    BLADE,
    BOW,
    HALF,
    act,
    card,
    duel,
    moment,
    piece,
    skirmish_session,
    warband,
)


def said(one: dict[str, Any], other: dict[str, Any], gap: float, **enemy: Any) -> list[str]:
    at = duel((), one, other, gap=gap)
    at["a"].counters = at["b"].counters = 2
    for key, value in enemy.items():
        setattr(at["b"], key, value)
    view = facing_enemies(at.game, at["a"])
    assert view is not None
    return [verdict.text for verdict in view.verdicts]


ARCHER: dict[str, Any] = {"ranged": {"value": 1}, "weapons": [BLADE, BOW], "melee": 1}
WEAK: dict[str, Any] = {"melee": 1}


@pytest.mark.parametrize(
    ("one", "gap", "expected"),
    [
        (WEAK, 3.0, ["B: Melee: you hit 72%, they 28%", "can fight back"]),
        (WEAK, 7.0, ["B: Charge: you hit 72%, they 21%", "can charge back"]),
        (WEAK, 20.0, ["B: B is 12.00″ too far from A", "cannot reach A now"]),
        (ARCHER, 16.0, ["B: Shot: 17% to hit", "cannot reach A now"]),
    ],
)
def test_an_enemy_says_what_can_be_done_to_it_and_what_it_can_do_back(
    one: dict[str, Any], gap: float, expected: list[str]
) -> None:
    assert said(one, WEAK, gap) == expected


def test_an_exhausted_enemy_does_nothing_back_and_an_archer_shoots() -> None:
    assert said(WEAK, WEAK, 3.0, counters=0)[1] == "has no counters left to act"
    assert said(WEAK, ARCHER, 7.0)[1] == "can shoot back, can charge back"


def test_the_model_that_acts_compares_its_enemies() -> None:
    session = skirmish_session()
    while session.pending().rule == "B-KI-2":
        session.answer("pass")
    session.answer(["ann.temple-guard-spear"])
    view = odds.compared(session.game, session.pending())
    assert view is not None
    assert len(view.grids[0].rows) == len(session.game.enemies(session.game.state.models["ann.temple-guard-spear"]))


def test_an_action_without_effect_says_so_on_its_button_and_at_the_cursor() -> None:
    at = duel((), {}, {}, gap=8.0)
    model = at["a"]
    model.counters, wait = 2, ACTIONS["wait"]
    assert wait.option(at.game, model).label == "Wait (no effect)"
    assert wait.option(at.game, model).detail == "there is nothing to remove, put out or destroy"
    asked = Choose(player="south", prompt="?", rule="B-MAIN-3", options=(wait.option(at.game, model),))
    view = odds.odds(at.game, asked, f"{model.id} wait")
    assert view is not None
    assert of_odds(view)[0].text == "No effect: there is nothing to remove, put out or destroy"
    model.ki = 6
    assert ACTIONS["focus"].option(at.game, model).label == "Focus (2 counters) (no effect)"
    model.ki, model.markers["Stunned"] = 5, [0]
    assert (wait.option(at.game, model).label, wait.option(at.game, model).detail) == ("Wait", "")
    assert ACTIONS["focus"].option(at.game, model).label == "Focus (2 counters)"


def test_b_ki_8_a_feat_that_would_cure_nobody_says_so_on_its_button() -> None:
    balm = {"name": "Green Balm", "timing": "Simple", "ki": 1, "subject": "Target", "range_in": 4}
    at = duel((), {"feats": [balm], "ki": {"value": 1, "max": 6}}, {}, gap=8.0)
    model, action = at["a"], ACTIONS["simple-feat"]
    model.ki, model.counters = 2, 2
    assert action.option(at.game, model).label.endswith("(no effect)")
    assert action.why_futile(at.game, model) == "Green Balm would help or hurt nobody now"
    at.game.mark(model, "Poisoned", 1)
    assert not action.option(at.game, model).label.endswith("(no effect)")


def test_an_only_target_is_named_on_the_row_or_asked_about_after_a_walk() -> None:
    at = duel((1,), ARCHER, {}, gap=6.0)
    act(at, "a", RangedAttack.key, "stand", ["north.b"])
    stated, targets = at.asked[:2]
    assert isinstance(stated, Choose)
    assert [option.label for option in stated.options] == [
        "Shoot B from here",
        "Walk, then shoot (1 harder)",
        "Shoot B, then walk (1 harder)",
    ]
    assert isinstance(targets, Pick)
    assert only_answer(targets) == ["north.b"]
    at = duel((1,), ARCHER, {}, gap=6.0)
    act(at, "a", RangedAttack.key, "before", [5.5, 12.0, 0], ["north.b"])
    asked_after_a_walk = next(asked for asked in at.asked if isinstance(asked, Pick))
    assert only_answer(asked_after_a_walk) is None


def test_a_choice_of_enemies_says_the_ki_and_the_path_that_each_costs() -> None:
    wall = piece("wall", 9.0, 11.0, 0.5, 2.0, passage="impassable")
    south = warband(card("A", move={"value": 5, "boost": 1}), faction="S")
    at = moment((), south=south, north=warband(card("B"), card("C"), card("D"), faction="N"), terrain=[wall])
    a = at.put("a", 7.5, 12.0)
    at.put("b", 7.5 - 2 * HALF - 6.0, 12.0)
    at.put("c", 11.5, 12.0)
    at.put("d", 7.5, 5.0)
    a.ki, a.counters = 1, 2
    at.game.begin_activation(a)
    asked = next(item for item in carry_out(at.game, a, ACTIONS["melee"]) if isinstance(item, Pick))
    assert asked.note("north.b") == "costs 1 Ki to reach"
    assert re.fullmatch(r"walks \d\.\d\d″ round what is in the way \(2\.82″ straight\)", asked.note("north.c"))
