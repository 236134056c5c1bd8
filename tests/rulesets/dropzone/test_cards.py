"""Command cards: Influence, hands, when each card may be played, and what it does (D-CMD, D-CARD, section 20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Decision
from game.engine.core.pools import Pool
from game.engine.core.windows import PASS
from game.rulesets.dropzone.documents.armies import ArmyDocument, CommanderDocument
from game.rulesets.dropzone.documents.cards import CARDS, Timing
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.activation import act, activate, activation, move, search
from game.rulesets.dropzone.rules.cards.hands import deck, expire, lend, offer_discards, replenish, total
from game.rulesets.dropzone.rules.cards.playing import (
    DOING,
    MOMENTS,
    OCCASIONS,
    TARGETS,
    Occasion,
    Target,
    carry_out,
    of_all,
    of_one,
    offer,
    reaches,
    targets,
)
from game.rulesets.dropzone.rules.cargo import ramp_limit
from game.rulesets.dropzone.rules.close_quarters.choosing import check_fortitude, fires_at, strike
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.moving.asking import budget, policies
from game.rulesets.dropzone.rules.objectives import receivers
from game.rulesets.dropzone.rules.play import (
    KEEP,
    LEAVE,
    REROLL,
    before_the_round,
    deal,
    end,
    initiate,
    initiative,
    round_up,
)
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.shooting.declaring import react, reallocate, resolve, shoot
from game.rulesets.dropzone.rules.shooting.legal import why_silent
from game.rulesets.dropzone.rules.shooting.numbers import Fire, Strike, surged
from game.rulesets.dropzone.rules.state import Objective
from game.table.path.region import PathRegion
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, N, S, rectangle, with_rules, with_weapon

COIL, BOW = "Coil Cannon", "Bow Gun"
HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def keys(asked: Decision) -> list[str]:
    """Return the options of a question."""
    assert isinstance(asked, Choose)
    return [each.key for each in asked.options]


def commanded(*mounts: tuple[int, str], army: ArmyDocument = CINDER) -> ArmyDocument:
    """Return an army with other Commanders: their values and the units that carry them."""
    made = tuple(CommanderDocument(name=unit, value=value, unit=unit) for value, unit in mounts)
    return army.model_copy(update={"commanders": made})


def piece(at: Moment, name: str) -> Feature:
    """Return a piece of scenery."""
    return next(each for each in at.game.features if each.id == name)


def inside(at: Moment, slot: str, *names: str) -> None:
    """Let units be in a Garrison."""
    for name in names:
        at.put(name, 22.0, 22.0)
        at[name].place, at[name].slot = "inside", slot


def play(at: Moment, player: str, timing: Timing, squad: str, *answers: str) -> list[Decision]:
    """Let a player answer a window of a squad."""
    return at.run(offer(at.game, Occasion({player: timing}, at.squad(squad))), *answers)


# -- Influence


def test_d_setup_4_a_deck_has_thirty_different_cards_and_every_card_does_something() -> None:
    assert len(CARDS) == len({each.name for each in CARDS.values()}) == 30
    assert set(TARGETS) == set(CARDS)
    for card in CARDS.values():
        assert card.timing in MOMENTS
        assert card.timing in OCCASIONS
        assert bool(card.changes) + (card.id in DOING) + (card.id == "C23") == 1, card


@pytest.mark.parametrize(
    ("y", "moved", "reached"), [(20.0, True, True), (20.1, True, False), (24.0, False, True), (24.1, False, False)]
)
def test_d_cmd_2_influence_is_four_inches_per_value_and_four_more_with_a_still_relay_mast(
    y: float, moved: bool, reached: bool
) -> None:
    at = Moment(armies=(commanded((4, "bastion")), TESSALINE))
    at.put("bastion", 10, 4).turned = moved
    assert reaches(at.game, S, [at.put("anvils-1", 10, y)]) == reached


def test_d_cmd_2_influence_begins_at_the_transport_or_at_the_outline_of_the_garrison() -> None:
    """D-GARR-13."""
    at = Moment(HOUSE, armies=(commanded((1, "rifles-1")), TESSALINE))
    anvil = at.put("anvils-1", 10, 10)
    at.put("mule-a", 10, 13.9)
    at["rifles-1"].place, at["rifles-1"].carrier = "aboard", "south.mule-a"
    assert reaches(at.game, S, [anvil])
    at["mule-a"].y = 14.1
    assert not reaches(at.game, S, [anvil])
    inside(at, "house:centre", "rifles-1")
    anvil.x, anvil.y = 22.0, 16.1
    assert reaches(at.game, S, [anvil])
    anvil.y = 15.9
    assert not reaches(at.game, S, [anvil])


def test_d_cmd_2_any_unit_of_a_squad_and_any_point_of_a_piece_is_enough() -> None:
    """R-17."""
    house = rectangle("house", "medium-building", 20, 20, 25, 25)
    at = Moment(house, armies=(commanded((1, "bastion")), TESSALINE))
    at.put("bastion", 22, 16.1).turned = True
    assert reaches(at.game, S, piece(at, "house"))
    at["bastion"].y = 15.9
    assert not reaches(at.game, S, piece(at, "house"))
    units = [at.put("anvils-1", 22, 10), at.put("anvils-2", 22, 12)]
    assert not reaches(at.game, S, units[:1])
    assert reaches(at.game, S, units)


def test_d_cmd_3_scouts_relay_cards_even_without_a_commander() -> None:
    at = Moment(armies=(commanded(), TESSALINE))
    at.put("ferrets-1", 10, 10)
    anvil = at.put("anvils-1", 10, 18)
    assert reaches(at.game, S, [anvil])
    anvil.y = 18.1
    assert not reaches(at.game, S, [anvil])
    at["ferrets-1"].place, anvil.y = "off", 12
    assert not reaches(at.game, S, [anvil])


def test_d_cmd_3_what_is_off_the_table_or_embarked_is_never_in_influence() -> None:
    """D-TRANS-11."""
    at = Moment()
    at.put("bastion", 10, 10)
    assert not reaches(at.game, S, [at["rifles-1"], at["anvils-1"]])


# -- shots at a Commander


@pytest.mark.parametrize("answer", ["stand", "south.anvils-2"])
def test_d_cmd_4_shots_at_a_commander_go_to_another_unit_of_the_squad(answer: str) -> None:
    """R-40."""
    at = Moment(armies=(commanded((3, "anvils-1")), TESSALINE), dice=(2, 1))
    at.put("anvils-1", 10, 10)
    at.put("anvils-2", 12, 10)
    at.put("oracle", 10, 20, 270).fired = ["Scatter Motes"]
    asked = at.run(shoot(at.game, at.squad("oracle")), "south.anvils-1", answer)
    assert [(each.player, each.rule) for each in asked] == [(N, "D-SHOOT-5"), (S, "D-CMD-4")]
    [fired] = [each for each in at.game.events if isinstance(each, events.Fired)]
    assert fired.target == ("south.anvils-1" if answer == "stand" else answer)


@pytest.mark.parametrize("answer", ["stand", "north.kite-1-2"])
def test_d_cmd_4_reaction_fire_at_a_commander_goes_to_another_aircraft_of_the_squad(answer: str) -> None:
    """D-CMD-4, D-RF-2: with the penalty for Reaction Fire; a kill ends the path of the one that is hit."""
    flying = with_rules(TESSALINE, "kite", "Command Centre", squad=(1, 2), evasion=0)
    pair = [each if each.id != "kite-1" else each.model_copy(update={"size": 2}) for each in flying.auxiliaries]
    groups = [
        each.model_copy(update={"squads": tuple(squad.model_copy(update={"aboard": ()}) for squad in each.squads)})
        for each in flying.groups
    ]
    leader = flying.commanders[0].model_copy(update={"unit": "kite-1-1"})
    army = flying.model_copy(update={"auxiliaries": tuple(pair), "groups": tuple(groups), "commanders": (leader,)})
    at = Moment(armies=(CINDER, army), dice=(6, 6, 6, 6, 6, 6, 3))
    at.put("parasols-1", 10, 10)
    at.put("kite-1-1", 16, 20, airborne=True)
    at.put("kite-1-2", 12, 20, airborne=True)
    at.game.state.order = [S, N]
    paths = {"north.kite-1-1": [(0.0, 20.0), (16.0, 20.0)], "north.kite-1-2": [(0.0, 24.0), (12.0, 20.0)]}
    key = "south.parasols-1|Quad Flak, tracking|north.kite-1-1"
    asked = at.run(react(at.game, at.squad("kite-1-1"), paths), key, [10.0, 20.0], answer)
    assert (asked[2].player, asked[2].rule) == (N, "D-CMD-4")
    [fired] = [each for each in at.game.events if isinstance(each, events.Fired)]
    hit = "north.kite-1-1" if answer == "stand" else answer
    assert (fired.target, fired.needed) == (hit, 5)
    assert at.game.state.units[hit].place == "destroyed"


def test_d_cmd_4_a_combined_shot_stays_combined() -> None:
    """D-CMD-4, D-SPEC-RED: one shot, whoever takes it."""
    at = Moment(armies=(commanded((3, "anvils-1")), with_weapon(TESSALINE, "glaive", "Arc Cannon", "Reduced-1")))
    at.put("anvils-1", 10, 12)
    at.put("anvils-2", 13, 12)
    at.put("glaives-1", 10, 29, 270)
    fire = at.fire("glaives-1", "Arc Cannon", "anvils-1", combined=True)
    at.run(reallocate(at.game, [fire]), "south.anvils-2")
    assert (fire.target.id, fire.aim.shots) == ("south.anvils-2", 1)


@pytest.mark.parametrize("hull_down", [True, False])
def test_d_cmd_4_a_hull_down_unit_takes_them_only_if_the_commander_is_hull_down_too(hull_down: bool) -> None:
    wall = rectangle("wall", "medium-building", 12.7, 13, 15, 13.5, 5)
    at = Moment(wall, armies=(commanded((3, "anvils-1")), TESSALINE))
    at.put("anvils-1", 10, 12)
    at.put("anvils-2", 13, 12)
    at.put("glaives-1", 10, 29, 270)
    assert at.aim("glaives-1", "Arc Cannon", "anvils-2").hull_down
    fire = at.fire("glaives-1", "Arc Cannon", "anvils-1")
    assert not fire.aim.hull_down
    fire.aim = replace(fire.aim, hull_down=hull_down)
    assert len(at.run(reallocate(at.game, [fire]), *["stand"] * hull_down)) == hull_down


def test_d_cmd_4_nobody_is_asked_for_other_units_or_for_a_squad_of_one() -> None:
    at = Moment(dice=(2, 1))
    at.put("bastion", 10, 10)
    at.put("oracle", 10, 20, 270).fired = ["Scatter Motes"]
    asked = at.run(shoot(at.game, at.squad("oracle")), "south.bastion")
    assert len(asked) == 1


# -- hands


def test_d_card_3_an_empty_deck_gives_nothing_and_discards_never_return() -> None:
    """R-14."""
    at = Moment(dice=(1,))
    at.put("bastion", 10, 10)
    at.game.state.discards = {**at.game.state.discards, S: [each for each in CARDS if each != "C07"]}
    assert deck(at.game, S) == ["C07"]
    replenish(at.game, S)
    assert at.game.state.hands[S] == ["C07"]
    assert deck(at.game, S) == []
    assert [each.count for each in at.game.events if isinstance(each, events.CardsDrawn)] == [1]
    at.done()


def test_d_card_7_a_player_without_a_commander_draws_one_card() -> None:
    at = Moment(dice=(3,))
    replenish(at.game, N)
    assert at.game.state.hands[N] == ["C03"]
    at.done()


def test_d_cmd_5_the_next_highest_value_on_the_table_is_the_limit() -> None:
    """D-CMD-1."""
    at = Moment(armies=(commanded((4, "bastion"), (2, "ferrets-1")), TESSALINE))
    bastion = at.put("bastion", 10, 10)
    at.put("ferrets-1", 20, 10)
    at.hand(S, "C01", "C02", "C03")
    at.game.destroy(bastion, "D-SHOOT-21")
    assert at.game.state.bereft == [S]
    at.game.state.waiting, at.game.state.order, at.game.state.step = [], [S, N], "effects"
    [asked] = at.run(before_the_round(at.game), "C02")
    assert asked.rule == "D-CMD-5"
    assert asked.private
    assert at.game.state.hands[S] == ["C01", "C03"]
    assert at.game.state.bereft == []


def test_d_init_7_cards_are_kept_all_or_after_a_discard_the_others() -> None:
    at = Moment()
    at.hand(S, "C01", "C02")
    asked = at.run(offer_discards(at.game, S), "C01", PASS)
    assert [each.options[-1].label for each in asked if isinstance(each, Choose)] == [
        "Keep all cards", "Keep the other cards",
    ]  # fmt: skip
    assert at.game.state.hands[S] == ["C02"]


# -- the window


def test_d_card_1_a_card_for_influence_is_offered_only_in_influence_and_a_global_one_anywhere() -> None:
    at = Moment()
    at.put("bastion", 10, 10).turned = True
    at.put("anvils-1", 10, 27)
    at.hand(S, "C08")
    assert play(at, S, "MOVE", "anvils-1") == []
    at["anvils-1"].y = 26
    [asked] = play(at, S, "MOVE", "anvils-1", "pass")
    assert keys(asked) == ["C08|south.anvils", "pass"]
    at.empty("drover-1")
    at.put("drover-1", 40, 40, airborne=True)
    at.hand(S, "C09")
    assert len(play(at, S, "MOVE", "drover-1", "pass")) == 1


def test_d_card_4_nobody_is_asked_without_a_card_for_the_moment() -> None:
    at = Moment()
    at.put("bastion", 10, 10)
    at.put("anvils-1", 10, 12)
    at.hand(S, "C01", "C23", "C24")
    assert play(at, S, "MOVE", "anvils-1") == []


def test_d_card_4_players_have_priority_in_turn_from_the_active_one_on() -> None:
    at = Moment(armies=(CINDER, TESSALINE, CINDER))
    at.game.state.order = [S, N, "east"]
    assert [*of_one(at.game, N, "DECL", "E-DECL").items()] == [(N, "DECL"), ("east", "E-DECL"), (S, "E-DECL")]
    assert of_one(at.game, N, None, "SAVE") == {"east": "SAVE", S: "SAVE"}
    assert [*of_all(at.game, "UP")] == [S, N, "east"]
    at.game.state.player = "east"
    assert [*of_all(at.game, "FORT")] == ["east", S, N]


def test_d_card_4_after_a_card_the_next_player_may_cancel_it_and_be_cancelled() -> None:
    """R-18."""
    at = Moment(armies=(CINDER, TESSALINE, CINDER))
    at.game.state.order = [S, N, "east"]
    at.hand(S, "C23", "C26")
    at.hand(N, "C23")
    at.hand("east", "C01")
    asked = at.run(offer(at.game, Occasion({S: "INIT"})), "C26|", "C23|", "pass")
    assert [each.player for each in asked] == [S, N, S]
    assert at.game.state.hands == {S: ["C23"], N: [], "east": ["C01"]}
    assert [type(each).__name__ for each in at.game.events] == ["CardPlayed", "CardPlayed", "CardCancelled"]
    again = Moment(dice=(1, 1))
    again.game.state.order = [S, N]
    again.hand(S, "C23", "C26")
    again.hand(N, "C23")
    again.run(offer(again.game, Occasion({S: "INIT"})), "C26|", "C23|", "C23|")
    assert again.game.state.hands[S] == ["C01", "C02"]
    assert again.game.state.bereft == [S]


def test_d_card_2_a_cancelled_card_is_spent() -> None:
    at = Moment()
    at.game.state.order = [S, N]
    at.hand(S, "C26")
    at.hand(N, "C23")
    at.run(offer(at.game, Occasion({S: "INIT"})), "C26|", "C23|")
    assert at.game.state.discards == {S: ["C26"], N: ["C23"]}


def test_d_card_5_a_card_whose_target_has_vanished_does_nothing_and_is_spent() -> None:
    """North's card resolves first and leaves nothing for South's: the last card of North is on the stack."""
    at = Moment(dice=(1,))
    at.game.state.order = [S, N]
    at.hand(S, "C01", "C24")
    at.hand(N, "C24")
    at.run(offer(at.game, Occasion({S: "INIT", N: "INIT"})), f"C24|{N}", f"C24|{S}")
    assert at.game.state.hands == {S: [], N: []}
    assert at.game.state.discards == {S: ["C24", "C01"], N: ["C24"]}


@pytest.mark.parametrize(("kind", "asked"), [("Tank", 1), ("Behemoth", 0)])
def test_d_card_6_behemoths_are_no_targets(kind: str, asked: int) -> None:
    units = tuple(each.model_copy(update={"type": kind}) if each.id == "anvil" else each for each in CINDER.units)
    at = Moment(armies=(CINDER.model_copy(update={"units": units}), TESSALINE))
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    at.hand(S, "C01")
    fires = [at.fire("anvils-1", BOW, "glaives-1")]
    answers = ["pass"] * asked
    assert len(at.run(offer(at.game, Occasion({S: "DECL"}, at.squad("anvils-1"), fires)), *answers)) == asked


@pytest.mark.parametrize("hand", [("C07",), ("C01",)])
def test_d_eng_5_players_may_agree_to_be_asked_whatever_they_hold(hand: tuple[str, ...]) -> None:
    """D-ENG-5: who is asked then follows from what all know; with an empty hand nobody is."""
    at = Moment(asked="possible")
    at.put("bastion", 12, 8)
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 10 + number, 10)
    at.game.state.order = [S, N]
    at.hand(S, *hand)
    occasion = Occasion({S: "MOVE"}, at.squad("rifles-1"))
    [asked] = at.run(offer(at.game, occasion), "pass")
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == [
        *(("C07|south.rifles",) if hand == ("C07",) else ()),
        "pass",
    ]
    at.game.state.discards = {S: ["C07", "C10", "C08", "C09", "C11"], N: []}
    assert at.run(offer(at.game, occasion)) == []
    at.game.state.discards = {S: [], N: []}
    at.hand(S)
    assert at.run(offer(at.game, occasion)) == []


def test_d_eng_5_a_question_for_a_card_is_private_and_names_its_timing() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 10)
    at.hand(S, "C08")
    [asked] = play(at, S, "MOVE", "anvils-1", "pass")
    assert asked.private
    assert (asked.window, asked.rule, asked.about) == ("move", "D-CARD-4", "south.anvils")


# -- fire


def battle(*hand: str, dice: Sequence[int] = (), foes: Sequence[str] = ()) -> Moment:
    """Return a table on which an Anvil looks at a Glaive; both players have their Commanders nearby."""
    at = Moment(dice=dice)
    at.put("bastion", 10, 6)
    at.put("oracle", 10, 26)
    at.put("flickers-1", 14, 14)
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    at.hand(S, *hand)
    at.hand(N, *foes)
    return at


def shots(at: Moment, weapon: str, *answers: str, unit: str = "anvils-1", target: str = "glaives-1") -> list[Decision]:
    """Let a unit fire a weapon with some answers for cards."""
    return at.run(resolve(at.game, [at.fire(unit, weapon, target)]), *answers)


def last_fired(at: Moment) -> events.Fired:
    """Return the last weapon that fired."""
    return [each for each in at.game.events if isinstance(each, events.Fired)][-1]


def test_c01_steady_hands() -> None:
    at = battle("C01", dice=(3, 2, 1))
    shots(at, BOW, "C01|south.anvils")
    assert (last_fired(at).needed, last_fired(at).hits) == (3, 1)


def test_c02_spotters_mark() -> None:
    at = Moment(rectangle("wall", "medium-building", 19, 5, 21, 20.05, 5), dice=(4, 3, 1))
    at.put("bastion", 5, 20)
    at.put("anvils-1", 10, 20, 0)
    at.put("glaives-1", 30, 20)
    at.hand(S, "C02")
    shots(at, BOW, "C02|south.anvils")
    assert (last_fired(at).needed, last_fired(at).hits) == (4, 1)
    other = battle("C02", dice=(1, 1))
    assert shots(other, BOW) == []


def test_c03_walk_the_fire() -> None:
    at = battle("C03", dice=(3, 5, 4, 1, 1))
    shots(at, BOW, f"C03|south.anvils|{BOW}")
    [again] = [each for each in at.game.events if isinstance(each, events.Rolled)]
    assert (again.pool.dice, again.total) == (((3, 4), (5,)), 2)
    assert shots(battle("C03", dice=(5, 5, 1, 1)), BOW) == []


def test_the_question_about_dice_says_how_many_missed_and_is_about_them() -> None:
    at = battle("C03", dice=(3, 3, 2, 2))
    [asked, *_rest] = at.run(resolve(at.game, [at.fire("anvils-1", BOW, "glaives-1")]), f"C03|south.anvils|{BOW}")
    assert asked.prompt == "Anvil Battle Tank has rolled to hit: 2 of 2 missed. Play a card?"
    assert asked.on_dice


def test_d_core_5_a_die_is_rerolled_only_once() -> None:
    at = battle("C03", dice=(3, 3, 2, 2))
    fire = at.fire("anvils-1", BOW, "glaives-1")
    at.run(resolve(at.game, [fire]), f"C03|south.anvils|{BOW}")
    assert fire.missed == []


@pytest.mark.parametrize(("card", "left"), [((), 1), (("C04",), 0)])
def test_c04_hot_loads(card: tuple[str, ...], left: int) -> None:
    """Energy 10 against Armour 12: a 3 is a Critical only with one more; the saves are natural ones."""
    at = battle(*card, dice=(2, 3, 1, *([1] * len(card))))
    shots(at, COIL, *([f"C04|south.anvils|{COIL}"] if card else []))
    assert at.game.left(at["glaives-1"]) == left


@pytest.mark.parametrize(("weapon", "offered"), [("Prism Lance", True), ("Sunlance", False)])
def test_c04_is_for_weapons_below_energy_twelve(weapon: str, offered: bool) -> None:
    at = Moment(dice=(2, 1))
    at.put("oracle", 10, 10)
    at.put("pylon", 12, 10)
    at.put("anvils-1", 11, 20)
    at.hand(N, "C04")
    asked = shots(at, weapon, *["pass"] * offered, unit="oracle" if offered else "pylon", target="anvils-1")
    assert len(asked) == offered


def test_c05_weak_seams() -> None:
    at = battle("C05", dice=(2, 1, 4, 1, 1))
    shots(at, COIL, f"C05|south.anvils|{COIL}")
    assert at["glaives-1"].place == "destroyed"


def test_c05_at_scenery() -> None:
    at = Moment(rectangle("house", "medium-building", 8, 20, 13, 25), dice=(2, 1, 5))
    at.put("bastion", 10, 6)
    at.put("anvils-1", 10, 10).fired = [BOW]
    at.hand(S, "C05")
    at.run(shoot(at.game, at.squad("anvils-1")), "piece:house", f"C05|south.anvils|{COIL}")
    assert at.game.state.scars == {"house": 1}


def test_c06_spare_belts() -> None:
    at = battle("C06", dice=(1, 1, 1))
    shots(at, BOW, f"C06|south.anvils|{BOW}")
    assert len(last_fired(at).pool.dice) == 3
    assert shots(battle("C06", dice=(1,)), COIL) == []


def test_c12_decoy_burst_at_reaction_fire() -> None:
    """3 + 2 for the reaction + (2 - 2) of Evasion + 2: only sixes hit."""
    at = Moment(dice=(5, 5, 5))
    at.game.state.order = [S, N]
    at.put("parasols-1", 10, 10)
    at.empty("wisp-1")
    at.put("wisp-1", 30, 20, airborne=True)
    lend(at.game, CARDS["C09"], at.squad("wisp-1").id)
    at.hand(N, "C12")
    key = "south.parasols-1|Quad Flak, tracking|north.wisp-1"
    flow = react(at.game, at.squad("wisp-1"), {"north.wisp-1": [(0.0, 20.0), (30.0, 20.0)]})
    asked = at.run(flow, key, [8.0, 20.0], f"C12|{at.squad('wisp-1').id}")
    assert [each.player for each in asked] == [S, S, N]
    assert (last_fired(at).needed, last_fired(at).hits) == (7, 0)
    assert [each.card for each in at.game.state.effects] == ["C09"]


def test_c13_smoke_pots() -> None:
    at = battle(dice=(5, 5), foes=("C13",))
    shots(at, BOW, "C13|north.glaives")
    assert (last_fired(at).needed, last_fired(at).hits) == (6, 0)


def test_c13_smoke_adds_nothing_to_soft_cover() -> None:
    at = Moment(rectangle("park", "park", 8, 14, 13, 18), dice=(1, 1))
    at.put("oracle", 10, 22)
    at.put("anvils-1", 10, 10)
    at.put("dancers-1-1", 10, 16)
    at.hand(N, "C13")
    assert shots(at, BOW, target="dancers-1-1") == []


@pytest.mark.parametrize(("card", "left"), [((), 3), (("C14",), 4)])
def test_c14_go_to_ground(card: tuple[str, ...], left: int) -> None:
    """Energy 3 against Armour 6: a 3 damages only without Body Cover."""
    at = Moment(dice=(5, 1, 3))
    at.put("oracle", 10, 22)
    at.put("anvils-1", 10, 10)
    dancers = at.put("dancers-1-1", 10, 16)
    at.hand(N, *card)
    shots(at, BOW, *(["C14|north.dancers-1"] if card else []), target="dancers-1-1")
    assert at.game.left(dancers) == left


@pytest.mark.parametrize(
    ("target", "save", "left"), [("glaives-1", 4, 2), ("glaives-1", 3, 1), ("dancers-1-1", 6, 4), ("dancers-1-1", 5, 3)]
)
def test_c15_surge_emitters(target: str, save: int, left: int) -> None:
    """Saves on 5 become saves on 4; units without any save on 6."""
    at = Moment(dice=(3, 3, save) if target == "glaives-1" else (5, 1, 3, save))
    at.put("oracle", 10, 22)
    at.put("anvils-1", 10, 10)
    unit = at.put(target, 10, 16)
    at.hand(N, "C15")
    shots(at, COIL if target == "glaives-1" else BOW, f"C15|{unit.squad}", target=target)
    assert at.game.left(unit) == left


def test_c28_fouled_feeds_leave_one_shot() -> None:
    at = battle(dice=(1,), foes=("C28",))
    shots(at, BOW, f"C28|south.anvils|{BOW}")
    assert len(last_fired(at).pool.dice) == 1
    assert shots(battle(dice=(1,), foes=("C28",)), COIL) == []


def test_d_card_4_the_windows_of_one_event_share_a_stack() -> None:
    """South passes, North plays, and South may still play."""
    at = battle("C01", "C06", dice=(1, 1, 1), foes=("C13",))
    asked = shots(at, BOW, "C01|south.anvils", "C13|north.glaives", f"C06|south.anvils|{BOW}")
    assert [each.player for each in asked] == [S, N, S]
    assert (last_fired(at).needed, len(last_fired(at).pool.dice)) == (5, 3)


def test_cards_in_close_quarters() -> None:
    """C06 and C05 help, C15 saves; nothing scores Criticals (D-CQ-3): 5 dice at Energy 3 against Armour 6."""
    at = Moment(HOUSE, dice=(1, 1, 3, 6, 6, 3, 1, 6, 6, 1, 1, 5, 1))
    at.put("bastion", 22, 16)
    at.put("oracle", 22, 28)
    inside(at, "house:centre", "rifles-1", "dancers-1-1")
    at["rifles-2"].place = at["rifles-3"].place = at["dancers-1-2"].place = "destroyed"
    at.hand(S, "C05", "C06")
    at.hand(N, "C15")
    pairs = [(at["rifles-1"], at.weapon("rifles-1", "Close Rifles"))]
    answers = ["C06|south.rifles|Close Rifles", "C05|south.rifles|Close Rifles", "C15|north.dancers-1"]
    foes = at.squad("dancers-1-1")
    flow = strike(at.game, fires_at(at.game, pairs, foes), entered=False)
    asked = at.run(flow, *answers)
    assert [each.window for each in asked] == ["decl", "dmg2", "save"]
    assert at.game.left(at["dancers-1-1"]) == 3


# -- moves


@pytest.mark.parametrize(
    ("card", "unit", "before", "after"),
    [("C07", "rifles-1", 3, 5), ("C08", "anvils-1", 5, 8), ("C09", "drover-1", 16, 22)],
)
def test_c07_to_c09_longer_moves(card: str, unit: str, before: float, after: float) -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.empty("drover-1")
    at.put(unit, 10, 12, airborne=unit == "drover-1")
    at.hand(S, card)
    assert budget(at.game, at[unit]) == before
    play(at, S, "MOVE", unit, f"{card}|{at[unit].squad}")
    assert budget(at.game, at[unit]) == after
    assert ramp_limit(at.game, at["drover-1"]) == 8.0
    expire(at.game, "action")
    assert budget(at.game, at[unit]) == before


@pytest.mark.parametrize("card", ["C07", "C09", "C11"])
def test_c07_to_c11_are_for_some_types_only(card: str) -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 12)
    at.put("rifles-1", 12, 12)
    at.hand(S, "C08")
    assert play(at, S, "MOVE", "rifles-1") == []
    at.hand(S, card)
    unit = "anvils-1"
    assert play(at, S, "MOVE", unit) == []


def test_c08_does_not_change_the_limit_of_a_weapon_that_fired() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 12).fired = [COIL]
    at.hand(S, "C08")
    play(at, S, "MOVE", "anvils-1", "C08|south.anvils")
    assert budget(at.game, at["anvils-1"]) == 4.0


def test_c10_rough_riders_pay_nothing_for_tough_ground() -> None:
    at = Moment(rectangle("park", "park", 12, 0, 30, 20))
    at.put("bastion", 10, 6)
    unit = at.put("anvils-1", 11, 10)
    at.hand(S, "C10")

    def reach() -> bool:
        return PathRegion((11.0, 10.0), *policies(at.game, unit, budget(at.game, unit))).find((16.0, 10.0)) is not None

    assert not reach()
    play(at, S, "MOVE", "anvils-1", "C10|south.anvils")
    assert reach()
    at["anvils-1"].x = 4.0
    at.hand(S, "C10")
    assert play(at, S, "MOVE", "anvils-1") == []


def test_c11_hot_landing_opens_the_ramp_after_three_quarters() -> None:
    at = Moment()
    at.put("drover-2", 10, 12)
    at.hand(S, "C11")
    play(at, S, "MOVE", "drover-2", f"C11|{at.squad('drover-2').id}")
    assert ramp_limit(at.game, at["drover-2"]) == 12.0
    expire(at.game, "action")
    assert ramp_limit(at.game, at["drover-2"]) == 12.0
    expire(at.game, "squad")
    assert ramp_limit(at.game, at["drover-2"]) == 8.0


def test_d_card_4_a_move_opens_a_window_for_its_player() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 12)
    for number in (2, 3):
        at[f"anvils-{number}"].place = "destroyed"
    at.hand(S, "C08")
    asked = at.run(move(at.game, at.squad("anvils-1")), "C08|south.anvils", [{"id": "south.anvils-1", "at": [10, 20]}])
    assert [each.window for each in asked] == ["move", ""]


def test_c27_pinning_fire_halves_the_move_rounded_up() -> None:
    """D-CORE-10."""
    at = Moment()
    at.game.state.order = [S, N]
    at.put("oracle", 10, 20)
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 8 + number, 12)
    at.hand(N, "C27")
    flow = activate(at.game, at.squad("rifles-1"))
    asked, given = [], iter(["C27|south.rifles"])
    step: Any = next(flow)
    asked.append(step)
    step = flow.send(next(given))
    assert (asked[0].player, asked[0].window) == (N, "e-act")
    assert budget(at.game, at["rifles-1"]) == 2.0
    with pytest.raises(StopIteration):
        flow.send("end")
    assert budget(at.game, at["rifles-1"]) == 3.0


# -- battlegroups and rounds


def test_c16_field_repair_at_the_start_of_an_activation() -> None:
    at = Moment()
    at.game.state.order = [S, N]
    at.put("bastion", 10, 8)
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 8 + 2 * number, 12)
    at["anvils-2"].lost = 1
    at.hand(S, "C16")
    asked = at.run(activation(at.game), "south.armour", "end", "C16|south.anvils-2")
    assert [each.window for each in asked] == ["", "", "bg"]
    assert keys(asked[2]) == ["C16|south.anvils-2", "pass"]
    assert at["anvils-2"].lost == 0


def test_c22_long_throw() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    at.put("anvils-1", 10, 12)
    at.put("parasols-1", 10, 15.9)
    at.put("ferrets-1", 10, 16.1)
    at.game.state.objectives["middle"] = Objective("middle", 10, 12, mobile=True, carrier="south.anvils")
    at.hand(S, "C22")
    assert receivers(at.game, at.squad("anvils-1")) == []
    play(at, S, "BG", "anvils-1", "C22|south")
    assert [each.id for each in receivers(at.game, at.squad("anvils-1"))] == [at.squad("bastion").id, "south.parasols"]
    expire(at.game, "action", "squad")
    assert total(at.game, "throw", S) == 2


def test_c29_guns_up() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    parasol = at.put("parasols-1", 10, 12)
    parasol.fired = ["Quad Flak, tracking"]
    flak = at.weapon("parasols-1", "Quad Flak, tracking")
    at.hand(S, "C29")
    play(at, S, "END-BG", "parasols-1", "C29|south.parasols")
    assert why_silent(at.game, parasol, flak) is not None
    assert why_silent(at.game, parasol, flak, reacting=True) is None
    at.hand(S, "C29")
    assert play(at, S, "END-BG", "parasols-1") == []
    at.put("glaives-1", 10, 20)


def test_c29_a_weapon_reacts_once_more_only() -> None:
    at = Moment(dice=(1, 1, 1))
    at.put("parasols-1", 10, 10).fired = ["Quad Flak, tracking"]
    at["parasols-1"].rearmed = ["Quad Flak, tracking"]
    at.empty("wisp-1")
    at.put("wisp-1", 10, 20, airborne=True)
    at.run(resolve(at.game, [at.fire("parasols-1", "Quad Flak, tracking", "wisp-1", reacting=True)], reacting=True))
    assert at["parasols-1"].rearmed == []


def test_c17_and_c30_at_the_end_of_a_round() -> None:
    """C17 restores D3 = 2 of 3 lost points; C30 adds D3 = 3 tokens to 1, and then all four are rolled for."""
    at = Moment(HOUSE, dice=(5, 3, 1, 1, 1, 1))
    at.game.state.order, at.game.state.step = [S, N], "round-up"
    at.put("bastion", 22, 16)
    at.put("oracle", 22, 28)
    at.put("rifles-1", 18, 18, lost=3)
    at.game.state.tokens = {"house": 1}
    at.hand(S, "C17")
    at.hand(N, "C30")
    asked = at.run(round_up(at.game), "C17|south.rifles-1", "C30|house")
    assert [each.window for each in asked] == ["up", "up"]
    assert at["rifles-1"].lost == 1
    assert at.game.state.tokens == {}


# -- searches and Fortitude


def searching(*hand: str, dice: Sequence[int], answers: Sequence[str]) -> Objective:
    """Let the Rifles search in round 1."""
    at = Moment(dice=dice)
    at.put("bastion", 10, 8)
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 8 + number, 12)
    marker = at.game.state.objectives["middle"] = Objective("middle", 10, 12, hidden=True)
    at.hand(S, *hand)
    at.run(search(at.game, at.squad("rifles-1")), *answers)
    return marker


def test_c20_sharp_eyes() -> None:
    assert searching(dice=(4,), answers=()).hidden
    assert not searching("C20", dice=(4,), answers=("C20|south.rifles",)).hidden
    assert searching("C20", dice=(1,), answers=("C20|south.rifles",)).hidden


def test_c21_look_again() -> None:
    assert not searching("C21", dice=(2, 6), answers=("C21|south.rifles",)).hidden
    assert searching("C21", dice=(6, 2), answers=("C21|south.rifles",)).hidden
    assert not searching("C21", dice=(6,), answers=("pass",)).hidden


def shaken(*, south: Sequence[str] = (), north: Sequence[str] = (), dice: Sequence[int] = ()) -> Moment:
    """Return a moment in which the Rifles must test their Fortitude, 4+."""
    at = Moment(HOUSE, dice=dice)
    at.game.state.order, at.game.state.player = [S, N], S
    at.put("bastion", 22, 16)
    at.put("oracle", 22, 28)
    inside(at, "house:centre", "rifles-1", "dancers-1-1")
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    at.squad("rifles-1").shaken = True
    at.hand(S, *south)
    at.hand(N, *north)
    return at


def test_c18_hold_the_stairs() -> None:
    at = shaken(south=("C18",))
    _test, asked = at.run(check_fortitude(at.game), "test", "C18|south.rifles")
    assert (asked.window, asked.player) == ("fort", S)
    assert at["rifles-1"].place == "inside"
    assert at.game.state.effects == []


@pytest.mark.parametrize(("face", "place"), [(6, "inside"), (5, "inside"), (4, "table")])
def test_c19_break_their_nerve(face: int, place: str) -> None:
    at = shaken(north=("C19",), dice=(face,))
    out = [] if place == "inside" else [[{"id": "south.rifles-1", "at": [22, 18.5]}]]
    at.run(check_fortitude(at.game), "test", "C19|south.rifles", *out)
    assert at["rifles-1"].place == place


# -- initiation


def start(*, dice: Sequence[int], south: Sequence[str] = (), oracle: bool = False) -> Moment:
    """Return a moment before initiative: both Commanders are on the table if the Oracle is."""
    at = Moment(dice=dice)
    at.put("bastion", 10, 8)
    if oracle:
        at.put("oracle", 10, 26)
    at.hand(S, *south)
    return at


def test_c25_early_start() -> None:
    """South has CV 4, North 0: 1 and 5 tie, so South rerolls a 1 into a 3."""
    at = start(dice=(1, 5, 3), south=("C25",))
    asked = at.run(initiative(at.game), "C25|south", KEEP)
    assert [each.window for each in asked] == ["init-roll", ""]
    assert at.game.state.order == [S, N]


@pytest.mark.parametrize(("answer", "order"), [(REROLL, [N, S]), (LEAVE, [S, N])])
def test_foresight_rerolls_the_own_die(answer: str, order: list[str]) -> None:
    """D-INIT-9: South has CV 4, North 2: 1 becomes 5, which is 7 against 5."""
    at = start(dice=(1, 1, 5) if answer == REROLL else (1, 1), oracle=True)
    asked = at.run(initiative(at.game), answer, KEEP)
    assert [(each.player, each.rule) for each in asked] == [(N, "D-INIT-9"), (order[0], "D-INIT-6")]
    assert at.game.state.order == order


@pytest.mark.parametrize(
    ("dice", "standing"),
    [
        ((1, 5, 3), "Initiative: you 1 + 4 = 5, North 5 + 0 = 5. You tie; a reroll wins on 2+."),
        ((1, 6, 3), "Initiative: you 1 + 4 = 5, North 6 + 0 = 6. North goes first; a reroll wins on 6+."),
        ((4, 1, 3), "Initiative: you 4 + 4 = 8, North 1 + 0 = 1. You go first."),
    ],
)
def test_the_card_for_initiative_is_asked_about_with_all_totals(dice: tuple[int, ...], standing: str) -> None:
    at = start(dice=dice, south=("C25",))
    decision = next(initiative(at.game))
    assert isinstance(decision, Choose)
    assert decision.prompt == f"{standing} Play a card?"


def test_foresight_is_used_once_per_game_and_on_the_table_only() -> None:
    at = start(dice=(1, 1), oracle=True)
    at.game.state.uses.note("foresight north.oracle", "game")
    assert [each.rule for each in at.run(initiative(at.game), KEEP)] == ["D-INIT-6"]
    at = start(dice=(1, 1))
    assert [each.rule for each in at.run(initiative(at.game), KEEP)] == ["D-INIT-6"]


def test_d_core_5_a_die_rerolled_by_foresight_is_not_rerolled_by_a_card() -> None:
    at = start(dice=(1, 1, 5), oracle=True)
    at.hand(N, "C25")
    asked = at.run(initiative(at.game), REROLL, KEEP)
    assert [each.rule for each in asked] == ["D-INIT-9", "D-INIT-6"]


def before(at: Moment) -> Moment:
    """Let the cards of initiation come next."""
    at.game.state.order, at.game.state.waiting, at.game.state.step = [S, N], [S, N], "effects"
    return at


def test_c24_signal_intercept_takes_a_card_at_random() -> None:
    at = before(Moment(dice=(2,)))
    at.hand(S, "C24")
    at.hand(N, "C01", "C02", "C03")
    at.run(before_the_round(at.game), f"C24|{N}")
    assert at.game.state.hands == {S: [], N: ["C01", "C03"]}
    assert at.game.state.discards == {S: ["C24"], N: ["C02"]}
    assert at.game.state.waiting == [S, N]
    at = before(Moment())
    at.hand(S, "C24")
    assert at.run(before_the_round(at.game)) == []


def test_c26_revised_orders_draws_two_and_discards_down_to_the_limit() -> None:
    at = before(Moment(dice=(1, 1)))
    at.hand(S, "C07", "C26")
    at.run(before_the_round(at.game), "C26|")
    assert at.game.state.hands[S] == ["C01", "C02", "C07"]
    asked = at.run(before_the_round(at.game), "C01", "C02")
    assert [each.player for each in asked] == [S, S]
    assert at.game.state.hands[S] == ["C07"]


def test_d_init_9_one_player_after_another_in_initiative_order() -> None:
    at = before(Moment())
    for player in (S, N):
        at.hand(player, "C24")
    assert [each.player for each in at.run(before_the_round(at.game), "pass")] == [S]
    assert at.game.state.waiting == [N]
    assert [each.player for each in at.run(before_the_round(at.game), "pass")] == [N]
    at.run(before_the_round(at.game))
    assert at.game.state.step == "activation"


# -- where single rules end


def test_d_init_5_only_the_first_dice_are_rerolled_by_cards() -> None:
    """4 + 1 and 2 + 3 tie; the dice of the tie are final."""
    at = start(dice=(1, 3, 2, 1), south=("C25",), oracle=True)
    at.game.state.uses.note("foresight north.oracle", "game")
    asked = at.run(initiative(at.game), "pass", KEEP)
    assert [each.window for each in asked] == ["init-roll", ""]


def test_foresight_is_noted() -> None:
    at = start(dice=(1, 1, 5), oracle=True)
    at.run(initiative(at.game), REROLL, KEEP)
    assert at.game.state.uses.count("game", "foresight north.oracle") == 1


def test_nobody_cancels_their_own_card() -> None:
    at = Moment(dice=(1, 1))
    at.game.state.order = [S, N]
    at.hand(S, "C23", "C26")
    at.hand(N, "C01")
    assert len(at.run(offer(at.game, Occasion({S: "INIT"})), "C26|")) == 1


def test_without_cards_nobody_draws() -> None:
    at = Moment(cards="off")
    at.game.state.order = [S, N]
    assert at.run(deal(at.game)) == []
    assert at.game.state.hands == {S: [], N: []}


def test_a_new_round_forgets_which_guns_are_up() -> None:
    at = Moment(dice=(6, 1))
    at.put("parasols-1", 10, 10).rearmed = ["Quad Flak, tracking"]
    at.run(initiate(at.game), KEEP)
    assert at["parasols-1"].rearmed == []
    assert at.game.state.step == "cards"


def ending() -> Moment:
    """Return the end of the activation of an Armour battlegroup whose Parasol has fired."""
    at = Moment()
    at.game.state.order, at.game.state.step = [S, N], "group"
    at.put("bastion", 10, 8)
    at.put("parasols-1", 10, 12).fired = ["Quad Flak, tracking"]
    at.game.state.group = "south.armour"
    for squad in at.game.state.squads.values():
        squad.acted = True
    return at


def test_c29_is_offered_at_the_end_of_an_activation() -> None:
    at = ending()
    at.hand(S, "C29")
    asked = at.run(act(at.game), "C29|south.parasols")
    assert [each.window for each in asked] == ["end-bg"]
    assert at["parasols-1"].rearmed == ["Quad Flak, tracking"]


def test_effects_of_cards_end_with_the_activation_of_the_battlegroup() -> None:
    at = ending()
    for card in ("C08", "C11", "C22"):
        lend(at.game, CARDS[card], S)
    at.run(act(at.game))
    assert at.game.state.effects == []


def test_effects_for_an_action_end_with_it() -> None:
    at = Moment()
    at.put("bastion", 10, 8)
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 8 + 3 * number, 12)
    at.hand(S, "C08")
    flow = activate(at.game, at.squad("anvils-1"))
    step: Any = next(flow)
    for answer in ("move", "C08|south.anvils", "stay"):
        step = flow.send(answer)
    assert step.rule == "D-ACT-4"
    assert budget(at.game, at["anvils-1"]) == 5.0


def test_d_cmd_5_cards_are_discarded_at_once_after_fire() -> None:
    at = Moment(dice=(5, 6))
    at.put("oracle", 10, 20, 270)
    at.put("bastion", 10, 10, lost=4)
    at.hand(S, "C01", "C02")
    asked = shots(at, "Prism Lance", "C01", unit="oracle", target="bastion")
    assert [each.rule for each in asked] == ["D-CMD-5"]


def test_d_cmd_5_cards_are_discarded_at_once_after_close_quarters() -> None:
    at = Moment(HOUSE, armies=(commanded((3, "rifles-1")), TESSALINE), dice=(6, 6, 6, 6, 6, 6))
    inside(at, "house:centre", "dancers-1-1", "rifles-1")
    at["rifles-1"].lost = 3
    at["rifles-2"].place = at["rifles-3"].place = at["dancers-1-2"].place = "destroyed"
    at.hand(S, "C01", "C02")
    flow = activate(at.game, at.squad("dancers-1-1"))
    next(flow)
    flow.send("shoot")
    flow.send("south.rifles")
    step: Any = flow.send("separate")
    assert (step.rule, step.player) == ("D-CMD-5", S)


def test_d_cmd_5_cards_are_discarded_at_the_end_of_a_round() -> None:
    at = Moment()
    at.game.state.order, at.game.state.step, at.game.state.bereft = [S, N], "round-up", [S]
    at.hand(S, "C01", "C02")
    asked = at.run(round_up(at.game), "C01")
    assert [each.rule for each in asked] == ["D-CMD-5"]


def test_d_cmd_3_enemy_scouts_relay_nothing() -> None:
    at = Moment()
    at.put("flickers-1", 10, 10)
    anvil = at.put("anvils-1", 10, 12)
    assert not reaches(at.game, S, [anvil])


def test_effects_are_for_one_squad_and_one_weapon() -> None:
    at = Moment()
    lend(at.game, CARDS["C04"], "south.anvils", COIL)
    lend(at.game, CARDS["C01"], "south.anvils")
    assert total(at.game, "energy", "south.anvils", COIL) == 1
    assert total(at.game, "energy", "south.anvils", BOW) == 0
    assert total(at.game, "energy", "south.parasols", COIL) == 0
    assert total(at.game, "hit", "south.anvils", BOW) == -1


def asked_for(card: str, player: str, timing: Timing, at: Moment, *fires: Any) -> bool:
    """Say whether a card is offered to a player for some fire."""
    at.hand(player, card)
    occasion = Occasion({player: timing}, at.game.squad_of(fires[0].unit), fires)
    return any(targets(at.game, player, CARDS[card], occasion))


def test_cards_are_offered_only_where_they_do_something() -> None:
    wall = rectangle("barricade", "barricade", 8, 14, 12, 14.5)
    at = Moment(wall, rectangle("house", "medium-building", 20, 20, 25, 25))
    at.put("bastion", 10, 6)
    at.put("oracle", 10, 19)
    at.put("anvils-1", 10, 10)
    covered, bare = at.put("dancers-1-1", 10, 15.2), at.put("dancers-2-1", 14, 13)
    assert not asked_for("C14", N, "E-HIT", at, hit(at.fire("anvils-1", BOW, "dancers-1-1"), 6))
    assert asked_for("C14", N, "E-HIT", at, hit(at.fire("anvils-1", BOW, bare.id), 6))
    assert not asked_for("C14", N, "E-HIT", at, hit(at.fire("anvils-1", BOW, bare.id), 1))
    assert not asked_for("C13", N, "E-DECL", at, at.fire("anvils-1", BOW, covered.id))
    at.empty("wisp-1")
    at.put("wisp-1", 12, 16, airborne=True)
    assert not asked_for("C13", N, "E-DECL", at, at.fire("anvils-1", BOW, "wisp-1"))
    assert [*targets(at.game, S, CARDS["C30"], Occasion({S: "UP"}))] == []


def hit(fire: Fire, face: int) -> Fire:
    """Let the dice to hit of a weapon show a face."""
    fire.pool = Pool("hit", 6, ((face,),))
    return fire


def test_c02_is_of_no_use_against_large_units() -> None:
    at = Moment(rectangle("wall", "medium-building", 19, 5, 21, 20.05, 5))
    at.put("bastion", 5, 20)
    at.put("anvils-1", 10, 20, 0)
    at.put("pylon", 30, 20)
    fire = at.fire("anvils-1", BOW, "pylon")
    fire.aim = replace(fire.aim, hull_down=True)
    assert not asked_for("C02", S, "DECL", at, fire)
    fire.aim = replace(fire.aim, target=at.game.sheet(at["glaives-1"]))
    assert asked_for("C02", S, "DECL", at, fire)


def test_c15_is_of_no_use_against_energy_thirteen_or_for_the_best_saves() -> None:
    at = Moment(armies=(TESSALINE, TESSALINE))
    at.put("pylon", 10, 10)
    at.put("glaives-1", 12, 10)
    at["north.oracle"].place = "off"
    at.game.state.units["north.oracle"].place = "table"
    at.game.state.units["north.oracle"].x = at.game.state.units["north.oracle"].y = 22.0
    enemy = at.game.state.units["north.glaives-1"]
    enemy.place, enemy.x, enemy.y = "table", 20.0, 20.0
    for unit, weapon, offered in (("pylon", "Sunlance", False), ("glaives-1", "Arc Cannon", True)):
        fire = at.fire(unit, weapon, enemy.id)
        fire.strikes = [Strike(enemy, (13,), fire.aim, pool=Pool("damage", 6, ((5,),)))]
        assert asked_for("C15", N, "SAVE", at, fire) == offered


def test_c15_improves_saves_up_to_three() -> None:
    assert [surged(save) for save in (0, 2, 3, 4, 5, 6)] == [6, 2, 3, 3, 4, 5]


def test_c16_never_restores_more_than_was_lost() -> None:
    at = Moment(dice=(5,))
    unit = at.put("rifles-1", 10, 10, lost=1)
    carry_out(at.game, CARDS["C17"], S, Target(unit.id), Occasion({}))
    assert unit.lost == 0
    assert [each.amount for each in at.game.events if isinstance(each, events.Restored)] == [1]


@pytest.mark.parametrize(("shots_", "more", "left"), [(1, -1, 1), (2, -1, 1), (2, 1, 3), (2, 0, 2)])
def test_c28_leaves_at_least_one_shot(shots_: int, more: int, left: int) -> None:
    at = Moment()
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    aimed = at.aim("anvils-1", BOW, "glaives-1")
    weapon = aimed.weapon.model_copy(update={"shots": shots_})
    assert replace(aimed, weapon=weapon, more_shots=more).shots == left


def test_d_core_5_damage_dice_that_were_rerolled_are_no_longer_failed() -> None:
    at = battle()
    aimed = at.aim("anvils-1", COIL, "glaives-1")
    rolled = Pool("damage", 6, ((1,), (1, 1), (6,), (1, 6)))
    assert Strike(at["glaives-1"], (10,) * 4, aimed, pool=rolled).failed == [0]


def test_d_cmd_4_shots_go_only_to_units_that_the_weapon_may_fire_at() -> None:
    at = Moment(armies=(commanded((3, "anvils-1")), TESSALINE))
    at.put("anvils-1", 10, 12)
    at.put("anvils-2", 30, 12)
    at.put("glaives-1", 10, 25, 270)
    assert at.run(reallocate(at.game, [at.fire("glaives-1", "Arc Cannon", "anvils-1")])) == []


def test_c29_lets_a_weapon_that_fired_react() -> None:
    at = Moment()
    at.game.state.order = [S, N]
    at.put("parasols-1", 10, 10).fired = ["Quad Flak, tracking"]
    at.empty("wisp-1")
    at.put("wisp-1", 30, 20, airborne=True)
    paths = {"north.wisp-1": [(0.0, 20.0), (30.0, 20.0)]}
    assert at.run(react(at.game, at.squad("wisp-1"), paths)) == []
    at["parasols-1"].rearmed = ["Quad Flak, tracking"]
    assert len(at.run(react(at.game, at.squad("wisp-1"), paths), "pass")) == 1


def test_c04_is_of_no_use_without_a_hit() -> None:
    assert shots(battle("C04", dice=(1,)), COIL) == []


def test_a_battle_that_ends_amid_an_action_leaves_no_effect_behind() -> None:
    at = Moment()
    lend(at.game, CARDS["C08"], "south.anvils")
    end(at.game, [N], "the other player conceded", "D-WIN-4")
    assert at.game.state.effects == []


def test_c29_counts_for_weapons_in_a_garrison_too() -> None:
    house = rectangle("house", "medium-building", 20, 20, 25, 25)
    army = with_weapon(CINDER, "rifle", "Service Rifles", "AA-1")
    at = Moment(house, armies=(army, TESSALINE))
    settle(at.game, at["rifles-1"], at.game.features[0], "centre")
    at["rifles-1"].fired = ["Service Rifles"]
    target = Target(at.squad("rifles-1").id)
    occasion = Occasion({"south": "END-BG"})
    assert target.about in [each.about for each in TARGETS["C29"](at.game, "south", occasion)]
    carry_out(at.game, CARDS["C29"], "south", target, occasion)
    assert at["rifles-1"].rearmed == ["Service Rifles"]


@pytest.mark.parametrize(("airborne", "hidden"), [(False, True), (True, False)])
def test_c13_hides_aircraft_that_have_landed(airborne: bool, hidden: bool) -> None:
    """C13, D-AIR-4: they are Vehicles."""
    at = Moment()
    at.put("parasols-1", 10, 10)
    at.put("wisp-1", 10, 20, airborne=airborne)
    occasion = Occasion(
        {"north": "E-DECL"}, at.squad("parasols-1"), [at.fire("parasols-1", "Quad Flak, tracking", "wisp-1")]
    )
    assert bool([*TARGETS["C13"](at.game, "north", occasion)]) == hidden
