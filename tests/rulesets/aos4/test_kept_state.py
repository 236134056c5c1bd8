"""What a battle keeps: each is read back from a document, and rules that hang on it say the same again (A-STATE)."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice
from game.engine.saving.documents import SaveDocument
from game.engine.saving.documents import plain as plain_of
from game.engine.saving.loading import load_save, verify
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.rules.abilities.resolving import spare_uses
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, keyworded, piece, row
from tests.rulesets.aos4.battles import field as field_of


def read_back(battle: Battle, **changes: Any) -> Battle:
    """Return the same moment, read from its document; `changes` are first made to the Beaconwright there."""
    ruleset, state = rulesets.load("aos4"), battle.game.state
    plain = json.loads(json.dumps(state.plain()))
    plain["units"]["ann.beaconwright"].update(changes)
    twin = copy(battle)
    twin.session = Session(ruleset, battle.setup, battle.dice, state=ruleset.read_state(plain, battle.setup))
    if not changes:
        assert twin.asked.plain() == battle.asked.plain()
        assert twin.game.state.digest() == state.digest()
    return twin


def casting(*keywords: str, theirs: ArmyDocument = BRINEBACK) -> Battle:
    """The Beaconwright with a second one beside it, Hullbreakers 10 inches away, Ann's hero phase."""
    second = LANTERN.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    lantern = keyworded(LANTERN.model_copy(update={"auxiliaries": (second,)}), "beaconwright", *keywords)
    battle = Battle(armies=(lantern, theirs), windows="always")
    battle.put("beaconwright", (20, 5))
    battle.put("twin", (24, 5))
    battle.put("hullbreakers", *row(5, 16, 16, 2))
    return battle


def test_a_state_1_round_turn_player_phase_and_window_are_where_they_were() -> None:
    battle = Battle(active=B, windows="always").at("shooting", "opponent")
    battle.state.round, battle.state.turn, battle.state.first = 3, 2, A
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", (20, 20))
    state = read_back(battle.begin()).game.state
    assert (state.round, state.turn, state.first, state.active) == (3, 2, A, B)
    assert (state.phase_name, state.window) == ("shooting", "opponent")


def test_a_state_1_a_declaration_waits_for_its_reaction_in_a_save() -> None:
    battle = casting(theirs=keyworded(BRINEBACK, "hullbreakers", "WIZARD (1)"))
    battle.begin(KeyedDice(2)).use("blinding-flare", "beaconwright").done()
    assert battle.reactions() == ["unbind hullbreakers"]
    text = json.dumps(plain_of(save_document(battle.session)))
    loaded, difference = load_save(parse_document(text, SaveDocument, "a save"), rulesets.find, "a save")
    assert difference is None
    assert loaded.pending().plain() == battle.asked.plain()


def test_a_state_2_points_commands_underdog_and_what_the_army_used_this_turn() -> None:
    battle = casting()
    battle.state.points, battle.state.command, battle.state.underdog = {A: 7, B: 4}, {A: 1, B: 3}, B
    battle.rolls("cast", 1, 2).begin().use("blinding-flare", "beaconwright").no_reaction()
    twin = read_back(battle)
    state = twin.game.state
    assert (state.points, state.command, state.underdog) == ({A: 7, B: 4}, {A: 1, B: 3}, B)
    assert twin.why_not("blinding-flare", "twin") == battle.why_not("blinding-flare", "twin") == "A-MAG-5"
    assert twin.why_not("searing-ray", "twin") == ""


def test_a_state_3_damage_charges_abilities_used_and_lasting_effects() -> None:
    battle = Battle("movement", windows="always")
    battle.put("beaconwright", (20, 5), damage=2, effects=[Effect("flare", "hit", -1, "round", B)])
    battle.put("wallward-pikes", (30, 5))
    battle.put("hullbreakers", (20, 25))
    battle.begin().use("normal-move", "beaconwright").say(battle.moved("beaconwright", 1, 0))
    battle.game.note(battle.unit("wallward-pikes"), "charged", "turn")
    twin = read_back(battle)
    wright, pikes = twin.unit("beaconwright"), twin.unit("wallward-pikes")
    assert (wright.damage, wright.place, twin.unit("barbcasters").place) == (2, "table", "reserve")
    assert twin.game.bonus(wright, "hit") == -1
    assert (twin.game.charged(wright), twin.game.charged(pikes)) == (False, True)
    assert twin.why_not("run", "beaconwright") == battle.why_not("run", "beaconwright") == "A-ONE-1"
    assert twin.why_not("run", "wallward-pikes") == ""
    twin.game.expire("round")
    assert twin.game.bonus(wright, "hit") == 0


def test_a_state_4_uses_of_power_the_bar_after_a_miscast_and_ritual_points() -> None:
    battle = casting("WIZARD (2)")
    battle.put("tide-reeve", (20, 27), ritual=3)
    battle.rolls("cast", 1, 1).rolls("miscast", 1).rolls("ward", 6).begin()
    battle.use("searing-ray", "beaconwright").no_reaction()
    twin = read_back(battle)
    assert spare_uses(twin.game, twin.unit("beaconwright")) == 1
    assert twin.why_not("blinding-flare", "beaconwright") == "A-MAG-4"
    assert twin.why_not("blinding-flare", "twin") == ""
    assert twin.unit("tide-reeve").ritual == 3


def test_a_state_5_every_model_has_its_place_and_the_slain_take_their_titles_along() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", (20, 20))
    twin = read_back(battle.begin())
    pikes = twin.unit("wallward-pikes")
    facts = twin.game.models(pikes)
    assert pikes.at == {"ann.wallward-pikes-1": (10.0, 10.0), "ann.wallward-pikes-2": (11.5, 10.0)}
    assert pikes.slain == [*facts][2:]
    assert twin.game.holders(pikes, "champion") == sum("champion" in facts[model].titles for model in pikes.at) == 1
    assert all(facts[model].weapons and facts[model].radius == 32 / 50.8 for model in pikes.at)


def test_a_state_6_a_manifestation_has_its_summoner_and_its_damage() -> None:
    battle = casting()
    battle.put("wandering-wick", (30, 5), summoner="ann.beaconwright", damage=2)
    twin = read_back(battle.begin())
    assert (twin.unit("wandering-wick").summoner, twin.unit("wandering-wick").damage) == ("ann.beaconwright", 2)
    assert twin.why_not("kindle-the-wandering-wick", "beaconwright") == "A-MAN-5"


def test_a_state_7_who_controls_an_objective_and_what_faction_terrain_suffered() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 5))
    battle.put("lamp-cairn", (30, 8), damage=4)
    battle.state.control, battle.state.held = {"west": A, "centre": "", "east": B}, {"ann.lamp-cairn": A}
    twin = read_back(battle.begin())
    assert (twin.game.controlled(A), twin.game.controlled(B)) == (1, 1)
    assert twin.game.state.held == {"ann.lamp-cairn": A}
    [cairn] = twin.game.features()
    assert (cairn.is_impassable, twin.unit("lamp-cairn").damage, twin.unit("lamp-cairn").owner) == (True, 4, A)


def test_a_state_8_what_follows_from_the_places_follows_from_those_that_are_read() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", (20, 20))
    battle.begin()
    assert not battle.game.in_combat(battle.unit("beaconwright"))
    assert battle.why_not("normal-move", "beaconwright") == ""
    near = read_back(battle, at={"ann.beaconwright-1": [20.0, 16.0]})
    assert near.game.in_combat(near.unit("beaconwright"))
    assert near.why_not("normal-move", "beaconwright") == "A-RANGE-2"


def test_a_state_9_a_save_and_its_log_come_to_the_same_state() -> None:
    battle = casting().begin(KeyedDice(5))
    rng = Random(5)
    for _answer in range(25):
        battle.session.answer(random_answer(battle.asked, rng))
    text = json.dumps(plain_of(save_document(battle.session)))
    document = parse_document(text, SaveDocument, "a save")
    assert document.version
    loaded, difference = load_save(document, rulesets.find, "a save")
    again, differences = verify(document, rulesets.find, "a save")
    assert (difference, differences) == (None, [])
    assert loaded.state.digest() == again.state.digest() == battle.game.state.digest()
    assert loaded.state.rolls.total > 0


@pytest.mark.parametrize(("field", "same"), [("target", True), ("purpose", False)])
def test_a_pop_3_the_target_of_a_roll_is_not_missed_in_saves_that_lack_it(field: str, same: bool) -> None:
    battle = Battle("startOfTurn", on=field_of(piece("stone", box(21, 10, 2, 2), 3, "place-of-power")))
    battle.put("beaconwright", (24.5, 11))
    battle.put("tide-reeve", (2, 28))
    battle.begin(KeyedDice(1)).use("activate-place-of-power", "beaconwright")
    document = save_document(battle.session)
    older = tuple({key: value for key, value in each.items() if key != field} for each in document.happened() or ())
    assert older != document.events
    _session, differences = verify(document.model_copy(update={"events": older}), rulesets.find, "a save")
    assert (not differences) is same


def test_an_effect_on_no_picked_weapon_is_written_as_earlier_versions_did() -> None:
    """Their saves hold digests of the whole state: a new field of a state is sparse."""
    effect = Effect("rally/0", "hit", 1, "turn", A)
    assert {*effect.plain()} == {"source", "what", "amount", "until", "player", "keyword", "by"}
    assert replace(effect, weapon="Beak").digest() != effect.digest()
