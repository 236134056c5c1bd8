"""Units whose models have different characteristics: a champion with more Health, a crew of two warscrolls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.engine.core.decisions import Pick
from game.rulesets.aos4.documents.armies import ArmyDocument, CharacteristicsDocument, ModelsDocument
from game.rulesets.aos4.odds.exact import slain
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.attacks.damaging import Body, Losses, Rally, allocate, body_of, rallies
from game.rulesets.aos4.rules.attacks.modifiers import target_of
from game.rulesets.aos4.rules.core.moves import inches_of
from game.rulesets.aos4.rules.invariants import broken
from game.rulesets.aos4.rules.objectives import control_score
from game.rulesets.aos4.view.cards import card
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, B, Battle, changed

WARDEN = CharacteristicsDocument(move="4", health=5, save=2, control=3)
CREW = CharacteristicsDocument(move="6", health=1, save=6, control=0)


def mixed_army() -> ArmyDocument:
    """The Hullbreakers (Health 3) with a warden as champion and a crew of two."""
    unit = next(each for each in BRINEBACK.units if each.id == "hullbreakers")
    weapons = unit.models[0].weapons

    def group(count: int, **more: Any) -> ModelsDocument:
        return ModelsDocument(count=count, base_mm=40, weapons=weapons, **more)

    groups = (
        group(1, titles=("champion",), name="Warden", own=WARDEN),
        group(2),
        group(2, name="Crew", own=CREW),
    )
    return changed(BRINEBACK, "hullbreakers", models=groups)


def fought(*standing: int, **changes: Any) -> Battle:
    """A battle in which the first, second, … of the five stand."""
    battle = Battle("combat", armies=(LANTERN, mixed_army()))
    unit = battle.put("hullbreakers", *[(10 + 1.7 * number, 15) for number in range(5)], **changes)
    unit.slain = [model for number, model in enumerate([*unit.at], 1) if number not in standing]
    unit.at = {model: spot for model, spot in unit.at.items() if model not in unit.slain}
    return battle


@pytest.mark.parametrize(
    ("points", "losses"),
    [
        (1, Losses(1, 0)),
        (2, Losses(2, 0)),
        (4, Losses(2, 2)),
        (8, Losses(4, 0)),
        (12, Losses(4, 4)),
        (15, Losses(5, 0, 2)),
    ],
)
def test_a_dmg_5_damage_slays_the_models_with_the_lowest_health_first(points: int, losses: Losses) -> None:
    body = body_of(fought(1, 2, 3, 4, 5).begin().game, fought(1, 2, 3, 4, 5).unit("hullbreakers"))
    assert (body.differing, body.left) == ((1, 1, 3, 3, 5), 13)
    assert allocate(body, points) == losses


def test_a_dmg_5_each_share_of_the_odds_is_what_the_damage_slays() -> None:
    body = Body(1, 5, differing=(1, 1, 3, 3, 5))
    for points in range(16):
        allocated = np.zeros(points + 1)
        allocated[points] = 1.0
        assert slain(allocated, body)[allocate(body, points).slain] == 1.0


def test_a_dmg_5_the_commander_chooses_among_models_of_the_same_health() -> None:
    battle = fought(1, 2, 3, 4, 5)
    battle.at("movement").state.active = B
    battle.put("beaconwright", (11, 12.5))
    battle.rolls("retreat", 1).begin().use("retreat", "hullbreakers")
    asked = battle.asked
    assert isinstance(asked, Pick)
    assert [*asked.candidates] == ["bob.hullbreakers-4", "bob.hullbreakers-5"]
    assert not battle.allows(["bob.hullbreakers-1"])
    battle.say("suggested")
    assert len(battle.unit("hullbreakers").at) == 4
    assert {"bob.hullbreakers-4", "bob.hullbreakers-5"} - {*battle.unit("hullbreakers").at}


def test_a_dmg_5_without_a_choice_the_weakest_fall_unasked() -> None:
    battle = fought(1, 2, 3, 4, 5)
    battle.at("movement").state.active = B
    battle.put("beaconwright", (11, 12.5))
    battle.rolls("retreat", 5).begin().use("retreat", "hullbreakers")
    unit = battle.unit("hullbreakers")
    assert ([*unit.at], unit.damage) == ([f"bob.hullbreakers-{number}" for number in (1, 2, 3)], 1)


def test_a_atk_4_attacks_meet_the_save_of_most_models_of_equally_many_the_worse() -> None:
    for standing, save in (((1, 2, 3, 4, 5), 6), ((1, 2, 3, 4), 4), ((1, 4), 6), ((1,), 2)):
        battle = fought(*standing)
        assert target_of(battle.begin().game, battle.unit("hullbreakers")).save == save


def test_a_obj_6_control_adds_up_model_by_model() -> None:
    battle = fought(1, 2, 4)
    marker = battle.setup.objectives["west"]._replace(x=12.0, y=15.0, radius=20.0)
    common = next(each for each in BRINEBACK.units if each.id == "hullbreakers").control or 0
    assert control_score(battle.begin().game, battle.unit("hullbreakers"), marker) == 3 + common + 0


def test_a_move_8_the_unit_moves_as_far_as_its_slowest_model() -> None:
    for standing, inches in (((1, 2), 4), ((4, 5), 6)):
        battle = fought(*standing)
        assert inches_of(battle.begin().game, battle.unit("hullbreakers"), "move") == inches


def test_a_ab_13_a_rally_pays_each_model_its_own_health_the_lowest_first() -> None:
    assert rallies(5, 1, (1, 3, 5)) == (Rally(2, 1, 0),)
    battle = fought(1, 2, damage=2)
    game, unit = battle.begin().game, battle.unit("hullbreakers")
    assert mixed.healths(game, unit, slain=True) == [1, 1, 3]


def test_the_damage_count_stays_below_the_health_of_the_weakest_model() -> None:
    battle = fought(2, 3, damage=1)
    assert not [*broken(battle.state, battle.setup)]
    battle = fought(2, 4, damage=1)
    assert any("A-DMG-5" in text for text in broken(battle.state, battle.setup))


def test_a_unit_shows_the_characteristics_of_its_models() -> None:
    battle = fought(1, 2, 3, 4, 5)
    shown = [line.text for line in card(battle.begin().game, battle.unit("hullbreakers"))]
    assert "Warden: Move 4″ · Health 5 · Save 2+ · Control 3" in shown
    assert "Crew: Move 6″ · Health 1 · Save 6+ · Control 0" in shown
