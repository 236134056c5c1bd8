"""Who is whose, what units are called and have, and which abilities an army has (A-ROS, A-IMP, A-KEY, A-STATE)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from pydantic import ValidationError

from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules.setup import Role, keywords, opening_state
from game.rulesets.aos4.rules.setup_documents import Aos4Setup
from game.rulesets.aos4.rules.state import Effect
from game.table.documents import Objective
from tests.rulesets.aos4.battles import (
    BARE,
    BRINEBACK,
    LANTERN,
    A,
    B,
    Battle,
    box,
    changed,
    field,
    keyworded,
    piece,
    row,
)


def battle(**more: object) -> Battle:
    """The Beaconwright, the Lamp Cairn and the Wick of Ann, Bob's Hullbreakers and Bell; others are in reserve."""
    found = Battle("hero", windows="always", **more)  # type: ignore[arg-type]
    found.put("beaconwright", (10, 5))
    found.put("lamp-cairn", (20, 5))
    found.put("wandering-wick", (14, 5))
    found.put("hullbreakers", *row(5, 20, 24, 2))
    found.put("hollow-bell", (30, 25))
    return found


def ids(units: Iterable[object]) -> list[str]:
    return [each.id for each in units]  # type: ignore[attr-defined]


def test_a_key_12_faction_terrain_is_on_the_battlefield_and_among_no_ones_units() -> None:
    game = battle().begin().game
    wright, cairn, bell = (game.state.units[name] for name in ("ann.beaconwright", "ann.lamp-cairn", "bob.hollow-bell"))
    assert ids(game.of(A)) == ["ann.beaconwright", "ann.wandering-wick"]
    assert ids(game.enemies(wright)) == ids(game.of(B)) == ["bob.hullbreakers", "bob.hollow-bell"]
    assert ids(game.enemies(bell)) == ids(game.of(A))
    assert game.fights(wright)
    assert not game.fights(cairn)
    assert not game.fights(game.state.units["ann.wallward-pikes"]), "in reserve"
    assert game.other(A) == B
    assert game.other(B) == A


def test_a_turn_4_before_the_first_round_who_began_deployment_comes_first() -> None:
    game = battle().begin().game
    game.state.active = B
    assert game.active_first() == (B, A)
    game.state.active, game.state.beginner = "", A
    assert game.active_first() == (A, B)
    game.state.beginner = B
    assert game.active_first() == (B, A)


def test_a_key_3_and_a_key_13_keywords_are_printed_or_lent() -> None:
    """A lent number counts where it is the larger one."""
    found = battle()
    wright = found.unit("beaconwright")
    wright.effects = [
        Effect("a", "keyword", 3, "turn", A, "WIZARD"),
        Effect("b", "keyword", 0, "turn", A, "STRIKE-FIRST"),
        Effect("c", "save", 2, "turn", A),
        Effect("d", "save", -1, "turn", B),
    ]
    game, wright = found.begin().game, found.unit("beaconwright")
    assert (game.number(wright, "WIZARD"), sorted(game.numbers(wright, "WIZARD"))) == (3, [1, 3])
    assert (game.number(wright, "PRIEST"), game.numbers(wright, "PRIEST")) == (0, [])
    assert game.keywords(wright) == {"LANTERN CONCORD", "HERO", "INFANTRY", "WIZARD", "WARD", "STRIKE-FIRST"}
    assert game.has(wright, "STRIKE-FIRST")
    assert game.has(wright, "WARD")
    assert not game.has(wright, "STRIKE-LAST")
    assert (game.bonus(wright, "save"), game.bonus(wright, "hit"), game.bonus(wright, "keyword")) == (1, 0, 3)


def test_a_one_4_what_a_unit_used_counts_for_the_phase_and_for_the_turn() -> None:
    game = battle().begin().game
    wright, hullbreakers = (game.state.units[name] for name in ("ann.beaconwright", "bob.hullbreakers"))
    game.note(wright, "RUN")
    game.note(wright, "lamp", "phase")
    assert game.used(wright, "RUN")
    assert game.used(wright, "RUN", "phase")
    assert game.used(wright, "lamp", "phase")
    assert not game.used(wright, "lamp"), "noted for the phase alone"
    assert not game.used(hullbreakers, "RUN")
    assert not game.charged(wright)
    game.note(wright, "charged", "turn")
    assert game.charged(wright)


def test_a_obj_4_objectives_are_counted_for_their_holder() -> None:
    game = battle().begin().game
    game.state.control = {"west": A, "centre": B, "east": A}
    assert (game.controlled(A), game.controlled(B), game.controlled("")) == (2, 1, 0)


def test_a_key_12_faction_terrain_does_what_its_keywords_say_where_it_stands() -> None:
    army = keyworded(LANTERN, "lamp-cairn", "Obscuring", "PLACE OF POWER", "HOLY")
    found = battle(armies=(army, BRINEBACK), on=field(piece("mill", box(30, 2, 3, 3), 2, "cover"))).begin()
    mill, cairn = found.game.features()
    assert mill.id == "mill"
    assert cairn.id == "ann.lamp-cairn"
    assert cairn.does == {"cover", "impassable", "obscuring", "place-of-power"}
    assert cairn.base is not None
    assert cairn.base[:3] == pytest.approx((20, 5, 80 / 50.8))
    assert not cairn.is_low
    found.game.state.units["ann.lamp-cairn"].place = "destroyed"
    assert ids(found.game.features()) == ["mill"]


# -- the setup


def test_a_ros_1_what_each_unit_is_in_its_army() -> None:
    twin = LANTERN.regiments[0].units[0].model_copy(update={"id": "twin"})
    setup = battle(armies=(LANTERN.model_copy(update={"auxiliaries": (twin,)}), BRINEBACK)).setup
    assert setup.roles["ann.beaconwright"] == Role("regiment", 0, True)
    assert setup.roles["ann.wallward-pikes"] == Role("regiment", 0, False)
    assert setup.roles["ann.twin"] == Role("auxiliary", -1, False)
    assert setup.roles["ann.lamp-cairn"] == Role("terrain", -1, False)
    assert setup.roles["ann.wandering-wick"] == Role("manifestation", -1, False)
    assert setup.faction_terrain == {"ann.lamp-cairn"}
    assert {*setup.roles} == {*setup.cards}


def test_a_imp_29_units_of_one_name_are_numbered_for_each_player() -> None:
    def twin(identity: str) -> object:
        return LANTERN.regiments[0].units[1].model_copy(update={"id": identity})

    army = LANTERN.model_copy(update={"auxiliaries": (twin("second"), twin("third"))})
    state = opening_state(Battle(armies=(army, LANTERN)).setup)
    names = {each.id: each.name for each in state.units.values()}
    assert [names[f"ann.{each}"] for each in ("wallward-pikes", "second", "third", "beaconwright")] == [
        "Wallward Pikes 1",
        "Wallward Pikes 2",
        "Wallward Pikes 3",
        "Beaconwright",
    ]
    assert names["bob.wallward-pikes"] == "Wallward Pikes"
    assert all(each.owner == each.id[:3] == each.card[:3] and each.place == "reserve" for each in state.units.values())
    assert (state.points, state.command) == ({A: 0, B: 0}, {A: 0, B: 0})
    assert (state.control, state.ticked) == ({"west": "", "centre": "", "east": ""}, {A: [], B: []})
    assert state.step == "territories"


def test_a_state_5_models_have_their_base_their_titles_and_their_weapons() -> None:
    begun = battle()
    pikes = begun.setup.models_of(begun.unit("wallward-pikes"))
    assert [*pikes] == [f"ann.wallward-pikes-{number}" for number in range(1, 11)]
    assert [sorted(each.titles) for each in pikes.values()][:4] == [["champion"], ["musician"], ["standard bearer"], []]
    assert {each.radius for each in pikes.values()} == {32 / 50.8}
    assert {weapon.name for each in pikes.values() for weapon in each.weapons} == {"Long Pike"}


def test_a_geo_10_markers_are_40_mm_unless_the_map_says_otherwise() -> None:
    wide = Objective(id="west", name="West", at=(11, 15), radius=1.5)
    on = BARE.model_copy(update={"objectives": (wide, *BARE.objectives[1:])})
    markers = battle(on=on).setup.objectives
    assert {name: each[:3] for name, each in markers.items()} == {
        "west": (11, 15, 1.5),
        "centre": (22, 15, pytest.approx(20 / 25.4)),
        "east": (33, 15, pytest.approx(20 / 25.4)),
    }


def test_a_dep_5_territories_are_the_zones_of_the_map() -> None:
    territories = battle().setup.territories
    assert {side: zone.bounds for side, zone in territories.items()} == {
        "south": (0, 0, 44, 10),
        "north": (0, 20, 44, 30),
    }


def ability(identity: str, name: str, **more: object) -> AbilityDocument:
    timing, phases = more.pop("timing", "Your Hero Phase"), more.pop("phases", ("yourHero",))
    return AbilityDocument(id=identity, name=name, timing=timing, phases=phases, **more)  # type: ignore[arg-type]


def test_a_imp_3_and_a_pray_7_the_abilities_of_an_army() -> None:
    """Core, packs of the battle and of the army, the army's own, those of its warscrolls; and Sacred Rites for all."""
    shared = PackDocument(id="p", kind="custom", name="P", abilities=(ability("all", "All"),))
    own = PackDocument(id="q", kind="custom", name="Q", abilities=(ability("ours", "Ours"),))
    bare = BRINEBACK.model_copy(update={"packs": (own,), "abilities": (ability("mine", "Mine"),)})
    bare = changed(
        bare, "hullbreakers", abilities=(ability("axe", "Axe"), ability("oath", "Oath", used_by=("Tide Reeve",)))
    )
    setup = battle(armies=(LANTERN.model_copy(update={"packs": ()}), bare), packs=(shared,)).setup
    assert {"all", "ours", "mine", "axe", "oath", "sacred-rites", "shoot", "fight"} <= {*setup.abilities[B]}
    assert {"all", "sacred-rites", "shoot"} <= {*setup.abilities[A]}
    assert not {"ours", "mine", "axe", "oath", "searing-ray"} & {*setup.abilities[A]}
    assert setup.abilities[B]["axe"].used_by == ("Hullbreakers",), "those whose warscroll it is on"
    assert setup.abilities[B]["oath"].used_by == ("Tide Reeve",)
    assert setup.abilities[B]["mine"].used_by == ()


def test_a_imp_3_what_an_army_says_of_an_ability_wins_over_packs() -> None:
    def pack(name: str) -> PackDocument:
        return PackDocument(id="p", kind="custom", name="P", abilities=(ability("deed", name),))

    army = LANTERN.model_copy(update={"abilities": (ability("deed", "Later"),), "packs": ()})
    setup = battle(armies=(army, BRINEBACK), packs=(pack("Earlier"),)).setup
    assert (setup.abilities[A]["deed"].name, setup.abilities[B]["deed"].name) == ("Later", "Earlier")


def test_a_react_1_and_a_imp_30_abilities_by_when_they_are_used() -> None:
    kinds = (
        ability("answer", "Answer", timing="Reaction: You declared a RUN ability", phases=("yourMovement",)),
        ability("glow", "Glow", kind="passive", timing="Passive", phases=()),
        ability("raid", "Raid", kind="card", timing="", phases=()),
        ability("deed", "Deed"),
    )
    army = LANTERN.model_copy(update={"packs": (), "abilities": kinds})
    setup = battle(armies=(army, BRINEBACK.model_copy(update={"packs": ()}))).setup

    def beside(found: Iterable[AbilityDocument]) -> set[str]:
        return {each.id for each in found} & {each.id for each in kinds}

    assert beside(setup.reactions[A]) == {"answer"}
    assert beside(setup.passives[A]) == {"glow"}
    assert beside(setup.tactics[A]) == {"raid"}
    assert beside(setup.offered(A, frozenset({"yourHero", "yourMovement"}))) == {"deed"}
    assert beside(setup.offered(A, frozenset({"yourMovement"}))) == set()
    assert setup.tactics[B] == ()


def test_a_imp_29_an_ability_is_for_those_it_names_whose_warscroll_has_it() -> None:
    twin = LANTERN.regiments[0].units[1].model_copy(update={"id": "twin", "abilities": (ability("own", "Own"),)})
    anybody = ability("any", "Any", used_by=("Wallward Pikes",))
    army = LANTERN.model_copy(update={"auxiliaries": (twin,), "abilities": (anybody,)})
    found = battle(armies=(army, BRINEBACK)).begin()
    units, known = found.game.state.units, found.setup.abilities[A]

    def bearers(spec: AbilityDocument) -> list[str]:
        return [each.id for each in units.values() if found.setup.names_unit(spec, each)]

    assert bearers(known["own"]) == ["ann.twin"], "the other one of its name does not have it on its warscroll"
    assert bearers(known["any"]) == ["ann.wallward-pikes", "ann.twin"]
    assert bearers(known["fight"]) == []


def test_players_have_ids_of_their_own() -> None:
    plain = battle().setup.document.model_dump()
    plain["players"][1]["id"] = A
    with pytest.raises(ValidationError, match=r"players\[1\]\.id|taken by the other player"):
        Aos4Setup.model_validate(plain)


def test_a_key_1_keywords_are_read_in_whatever_case_and_spacing() -> None:
    assert keywords((" Wizard  (2)", "ward(6+)", "Champion (1/5)", " fly ", "War Machine")) == {
        "WIZARD": 2,
        "WARD": 6,
        "CHAMPION": 5,
        "FLY": 0,
        "WAR MACHINE": 0,
    }
