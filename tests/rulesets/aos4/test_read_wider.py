"""Conditions and effects of wider wording, each played: nearness, what attacks did, changed rolls, shots kept off."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import IllegalAnswer
from game.engine.core.pools import Pool
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.attacks.eligible import attackable
from game.rulesets.aos4.rules.conditions import is_target, meets, note_aim, note_damage
from game.rulesets.aos4.rules.effects import boost_of, effect_of
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import A, row
from tests.rulesets.aos4.test_effects_as_data import battle_with, used, written
from tests.rulesets.aos4.test_hands_at_the_table import by, offer
from tests.rulesets.aos4.test_read_conditions import at_the_table
from tests.rulesets.aos4.test_read_handlers import SPELL, taken, two


@pytest.mark.parametrize(
    ("condition", "unit", "holds"),
    [
        ("close 1 INFANTRY", "wallward-pikes", True),
        ("close 1 MONSTER", "wallward-pikes", False),
        ("not close 1 MONSTER", "wallward-pikes", True),
        ("near 3 ANY", "wallward-pikes", True),
        ("not near 3 ANY", "wallward-pikes", False),
        ("not near 3 MONSTER", "wallward-pikes", True),
        ("fought 1", "wallward-pikes", True),
        ("fought 2", "wallward-pikes", False),
        ("terrain 3", "wallward-pikes", False),
        ("reduced", "beaconwright", False),
        ("reinforced", "wallward-pikes", False),
        ("army not used RUN", "beaconwright", True),
        ("with champion", "beaconwright", False),
    ],
)
def test_a_abil_2_units_meet_wider_conditions(condition: str, unit: str, holds: bool) -> None:
    game = at_the_table().game
    assert meets(game, game.state.units[f"ann.{unit}"], (condition,)) == holds


def test_a_abil_2_an_army_remembers_what_any_of_its_units_used() -> None:
    battle = at_the_table()
    game, wright = battle.game, battle.unit("beaconwright")
    game.note(battle.unit("wallward-pikes"), "TIDAL SONG")
    assert not meets(game, wright, ("army not used TIDAL SONG",))
    assert not meets(game, wright, ("army not just used TIDAL SONG",))
    assert meets(game, wright, ("not used TIDAL SONG",)), "it did not itself"
    assert meets(game, battle.unit("hullbreakers"), ("army not used TIDAL SONG",)), "the enemy does not count"


def test_a_abil_2_a_unit_that_lost_a_model_is_reduced() -> None:
    battle = at_the_table()
    pikes = battle.unit("wallward-pikes")
    assert not meets(battle.game, pikes, ("reduced",))
    fallen = [*pikes.at][-1]
    pikes.slain, pikes.at = [*pikes.slain, fallen], {model: spot for model, spot in pikes.at.items() if model != fallen}
    assert meets(battle.game, pikes, ("reduced",))


@pytest.mark.parametrize(("inches", "near"), [(4, True), (1, False)])
def test_a_tgt_1_targets_may_have_to_be_around_the_attacker(inches: int, near: bool) -> None:
    battle = at_the_table(gap=2.0)
    pikes, axes = battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    conditions = [(f"around {inches}",), (f"beyond {inches}",)]
    assert [meets(battle.game, axes, each, pikes) for each in conditions] == [near, not near]
    assert not meets(battle.game, axes, ("around 1",)), "of whom?"


def test_a_tgt_1_what_attacks_targeted_and_slew_is_known() -> None:
    struck, thinned = "struck combat turn", "thinned combat turn"
    battle = two(written("modify", target="enemy", what="run", which=f"{struck}, {thinned}")).begin()
    game, pikes, axes, reeve = (
        battle.game, *map(battle.unit, ("wallward-pikes", "hullbreakers", "tide-reeve"))
    )  # fmt: skip
    note_aim(game, pikes, [axes.id, reeve.id], "combat")
    assert all(meets(game, foe, (struck,), pikes) for foe in (axes, reeve))
    assert not meets(game, axes, (struck,), battle.unit("beaconwright"))
    note_damage(game, axes, pikes, "combat", 0)
    assert not meets(game, axes, (thinned,), pikes), "no model was slain"
    note_damage(game, axes, pikes, "combat", 1)
    assert meets(game, axes, (thinned,), pikes)
    assert not meets(game, reeve, (thinned,), pikes)


@pytest.mark.parametrize(("points", "destroyed"), [(1, False), (99, True)])
def test_a_abil_2_abilities_destroy_units_too(points: int, destroyed: bool) -> None:
    spec = written("mortal-damage", ("modify", {"what": "run", "target": "self", "if": "destroyed any turn"}),
                   target="enemy", keyword="Hullbreakers", amount=points)  # fmt: skip
    battle = used(two(spec))
    assert bool(battle.unit("beaconwright").effects) == destroyed
    assert not meets(battle.game, battle.unit("beaconwright"), ("destroyed turn",)), "that is for attacks"


@pytest.mark.parametrize(("amount", "shoots"), [(0, False), (30, True), (3, False)])
def test_a_tgt_1_shots_may_be_kept_off_a_unit(amount: int, shoots: bool) -> None:
    battle = battle_with(written("modify", what="run"), gap=5.0)
    battle.put("glarecoil-slingers", *row(10, 20, 5, 1.6, 5))
    battle.begin()
    axes, slingers = battle.unit("hullbreakers"), battle.unit("glarecoil-slingers")
    for place in [unit for unit in battle.game.state.units.values() if unit.owner != A and unit is not axes]:
        place.place, place.at = "reserve", {}
    axes.effects = [Effect("x", "unshot", amount, "turn", axes.owner)]
    assert bool([*attackable(battle.game, slingers, ranged=True)]) == shoots
    assert battle.game.sees(slingers, axes), "it is seen all the same"


def test_a_abil_5_the_user_may_be_a_target_whatever_its_keywords() -> None:
    battle = at_the_table()
    wright, pikes = battle.unit("beaconwright"), battle.unit("wallward-pikes")
    needs = {"target": "friend", "keyword": "Wallward Pikes"}
    assert not is_target(battle.game, needs, wright, wright)
    needs["or-self"] = "1"
    assert is_target(battle.game, needs, wright, wright)
    assert is_target(battle.game, needs, wright, pikes)


def test_a_cp_5_an_ability_gives_command_points() -> None:
    battle = battle_with(written("command-points", amount=2)).begin()
    before = battle.game.state.command[A]
    used(battle)
    assert battle.game.state.command[A] == before + 2


def test_a_dice_6_a_roll_can_have_less_added() -> None:
    battle = at_the_table()
    wright, axes = battle.unit("beaconwright"), battle.unit("hullbreakers")
    assert boost_of(battle.game, {"plus": -1, "plus-keyword": "INFANTRY"}, wright, axes) == -1


@pytest.mark.parametrize(("added", "cast"), [(0, False), (1, True), (-9, False)])
def test_a_dice_6_a_reaction_changes_a_casting_roll(added: int, cast: bool) -> None:
    lift = AbilityDocument(id="lift", name="Lift", timing="Reaction: You declared a Spell ability",
                           phases=("anyHero",), used_by=("Wallward Pikes",), handler="adjust",
                           params={"amount": added})  # fmt: skip
    short = SPELL.model_copy(update={"value": 7})
    battle = two(short, lift).rolls("cast", 2, 4).begin()
    battle.use("curse", "beaconwright").at_unit("hullbreakers").at_unit("tide-reeve")
    while "lift wallward-pikes" not in battle.reactions():
        battle.done()
    battle.use("lift", "wallward-pikes").no_reaction()
    [change] = battle.events(events.RollChanged)
    assert (change.amount, change.total) == (added, max(0, 6 + added))
    assert bool(battle.unit("hullbreakers").effects) == cast


@pytest.mark.parametrize(("lifts", "total"), [("6", 10), ("4", 8), ("highest", 8)])
def test_a_dice_6_a_reaction_lifts_the_lowest_charge_die(lifts: str, total: int) -> None:
    battle = at_the_table()
    game, pikes = battle.game, battle.unit("wallward-pikes")
    charge = Use(game, game.ability(A, "charge"), A, pikes)
    charge.pool, charge.total = Pool("x", 6, ((2,), (4,))), 6
    spec = written("adjust", lifts=lifts)
    answer = Use(game, spec, A, pikes, trigger=charge)
    taken(game, effect_of("adjust").apply(answer, pikes, spec.params, 0, 0))
    assert charge.total == total


def test_a_turn_5_what_follows_each_use_is_ended_by_hand_but_not_given() -> None:
    battle = at_the_table()
    pikes = battle.unit("wallward-pikes")
    pikes.effects = [Effect("deed", "echo", 0, "battle", A, "heal 1")]
    [ending] = offer(battle).endings
    assert ending.more is not None
    by(battle, ending.more)
    assert not pikes.effects
    with pytest.raises(IllegalAnswer, match="is not available"):
        by(battle, {**ending.more, "amount": 1})
