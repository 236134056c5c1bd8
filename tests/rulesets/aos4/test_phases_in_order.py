"""Deployment, rounds and turns step by step: who is asked, what is told, what is kept (A-DEP, A-RND, A-TURN)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import DEPLOY, Choose, Pick
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.damaging import survivors
from game.rulesets.aos4.rules.battleplans import find, names
from game.rulesets.aos4.rules.battleplans import of as plan_of
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.rules.objectives import control_score, determine_control, scores
from game.rulesets.aos4.rules.phases.deployment import (
    deploying_abilities,
    deployment_room,
    reserve,
    waiting_units,
)
from game.rulesets.aos4.rules.phases.windows import fighters, tier_of
from game.rulesets.aos4.rules.state import Effect, State
from game.table.lattice import position
from game.table.layout.steps import MemberStep
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, field, keyworded, piece, row

AXE, PIKE, CAIRN, RIDER = 40 / 50.8, 32 / 50.8, 80 / 50.8, 60 / 50.8


def pack(*abilities: AbilityDocument) -> PackDocument:
    return PackDocument(id="test", kind="custom", name="Test", abilities=abilities)


def deploying(step: str = "deploying", **more: Any) -> Battle:
    """Nobody stands on the table; Bob begins deployment."""
    battle = Battle(**more)
    battle.state.round, battle.state.deployer, battle.state.finished = 0, B, []
    return battle.at(step)


def spots(battle: Battle, name: str, *at: tuple[float, float]) -> list[dict[str, Any]]:
    return [{"id": model, "at": [*spot]} for model, spot in zip(battle.setup.models_of(battle.unit(name)), at)]


# -- deployment


@pytest.mark.parametrize(("ann", "bob", "winner"), [(5, 2, A), (2, 5, B)])
def test_a_dep_1_the_winner_takes_a_territory_and_the_other_begins(ann: int, bob: int, winner: str) -> None:
    """The dice that did not decide are not told, and each side is offered."""
    battle = deploying("territories").rolls("territory ann", ann).rolls("territory bob", bob).begin()
    [rolled] = battle.events(events.RolledOff)
    assert (rolled.purpose, rolled.winner, rolled.faces) == ("territory", winner, {A: ann, B: bob})
    assert isinstance(battle.asked, Choose)
    assert (battle.asked.player, [each.key for each in battle.asked.options]) == (winner, ["south", "north"])
    other = B if winner == A else A
    battle.say("north")
    state = battle.game.state
    assert state.territories == {winner: "north", other: "south"}
    assert (state.beginner, state.deployer) == (other, other)
    [taken] = battle.events(events.TerritoryChosen)
    assert (taken.player, taken.side) == (winner, "north")


def test_a_dep_2_all_terrain_of_who_begins_comes_first() -> None:
    twin = LANTERN.terrain[0].model_copy(update={"id": "second"})
    army = LANTERN.model_copy(update={"terrain": (*LANTERN.terrain, twin)})
    other = BRINEBACK.model_copy(update={"terrain": (twin.model_copy(update={"id": "bells"}),)})
    battle = deploying("terrain", armies=(army, other)).begin()
    for name, spot in (("bells", (10, 25)), ("lamp-cairn", (10, 3)), ("second", (26, 3))):
        assert battle.asked.rule == "A-DEP-6"
        assert battle.asked.player == battle.unit(name).owner
        battle.say(spots(battle, name, spot))
    assert battle.asked.rule == "A-DEP-3"


@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [(5, 8.425, True), (5, 8.4265, False), (22, 4, True), (27.4236, 3, True), (27.4246, 3, False), (5, 1.5749, True)],
)
def test_a_dep_6_faction_terrain_in_its_territory_and_off_features(x: float, y: float, legal: bool) -> None:
    """A base of 80 mm has a radius of 1.5748 inches; the hut begins at 32."""
    battle = deploying("terrain", on=field(piece("hut", box(32, 2, 2, 2), 3))).begin()
    answer = spots(battle, "lamp-cairn", (x, y))
    assert battle.allows(answer) is legal
    assert legal or battle.against(answer) == {"A-DEP-6"}


@pytest.mark.parametrize(("gap", "legal"), [(3.0, False), (3.0005, False), (3.0015, True)])
def test_a_dep_6_more_than_three_inches_from_every_objective(gap: float, legal: bool) -> None:
    """The centre lies in the territory here."""
    near = field().model_copy(
        update={"objectives": tuple(each.model_copy(update={"at": (each.at[0], 5.0)}) for each in field().objectives)}
    )
    battle = deploying("terrain", on=near).begin()
    x = 22 - 20 / 25.4 - gap - CAIRN
    assert battle.allows(spots(battle, "lamp-cairn", (round(x, 4), 5.0))) is legal


def test_a_dep_3_a_unit_and_every_whole_regiment_are_offered_and_the_rest_may_be_left_to_the_program() -> None:
    second = BRINEBACK.regiments[0].model_copy(
        update={
            "name": "The Second",
            "units": (BRINEBACK.regiments[0].units[0].model_copy(update={"id": "lone", "general": False}),),
        }
    )
    battle = deploying(
        armies=(LANTERN, BRINEBACK.model_copy(update={"regiments": (*BRINEBACK.regiments, second)}))
    ).begin()
    assert isinstance(battle.asked, Choose)
    regiment = BRINEBACK.regiments[0]
    assert [(each.key, each.label) for each in battle.asked.options] == [
        *(
            (f"deploy-unit bob.{unit.id}", battle.unit(f"bob.{unit.id}").name)
            for unit in (*regiment.units, second.units[0])
        ),
        ("deploy-regiment bob/0", f"The whole regiment: {regiment.name}"),
    ], "a regiment of one is no row"
    assert [each.key for each in battle.asked.shortcuts] == [DEPLOY]
    assert battle.asked.prompt == "Bob, which unit do you deploy?"


def test_a_dep_7_of_the_last_unit_of_a_row_nobody_is_asked_which() -> None:
    battle = deploying().begin().say("deploy-regiment bob/0")
    assert battle.game.state.regiment == "bob/0"
    assert all("regiment" not in key for key in battle.keys), "no other unit may be picked meanwhile"
    first = battle.keys[0].split()[1]
    units = {each.id for each in BRINEBACK.regiments[0].units}
    assert {key.split()[1] for key in battle.keys} == units
    battle.use("deploy-unit", first)
    assert battle.asked.rule == "A-DEP-5"


def test_a_dep_3_who_waits_to_be_deployed() -> None:
    twin = LANTERN.regiments[0].units[1].model_copy(update={"id": "twin"})
    battle = deploying(armies=(LANTERN.model_copy(update={"auxiliaries": (twin,)}), BRINEBACK))
    battle.put("beaconwright", (10, 5))
    battle.state.uses.note("ann.duskmoth-riders kept", "battle")
    game = battle.begin().game
    assert [each.id for each in waiting_units(game, A)] == ["ann.wallward-pikes", "ann.glarecoil-slingers", "ann.twin"]
    assert [each.id for each in reserve(game, A, "terrain", "manifestation")] == [
        "ann.lamp-cairn",
        "ann.wandering-wick",
    ]
    assert [each.id for each in reserve(game, A, "auxiliary")] == ["ann.twin"]


def test_a_amb_39_a_unit_of_an_ability_that_names_no_user_may_use_it_in_deployment_alone() -> None:
    def below(identity: str, *phases: str, **more: Any) -> AbilityDocument:
        words = more.pop("keywords", ("DEPLOY",))
        return AbilityDocument(
            id=identity, name="Below", timing="Deployment Phase", phases=phases, keywords=words, **more
        )

    known = pack(
        below("any", "deployment"),
        below("named", "deployment", used_by=("Hullbreakers",)),
        below("late", "yourHero"),
        below("plain", "deployment", keywords=("MARCH",)),
    )
    battle = deploying(packs=(known,)).begin()
    for name, expected in (("hullbreakers", ["any", "named"]), ("barbcasters", ["any"])):
        assert [each.id for each in deploying_abilities(battle.game, B, battle.unit(name))] == expected


@pytest.mark.parametrize(("distance", "far"), [(9.0, True), (9.0005, True), (9.1, False)])
def test_a_dep_5_nine_inches_from_the_enemys_territory_where_that_is_so_near(distance: float, far: bool) -> None:
    near = field().model_copy(
        update={
            "zones": tuple(
                zone.model_copy(update={"area": (box(0, y, 44, 10),)})
                for zone, y in zip(field().zones, (0, 10 + distance))
            )
        }
    )
    battle = deploying(on=near).begin()
    room = deployment_room(battle.game, battle.unit("beaconwright"))

    def allows(y: float) -> bool:
        return room.find([MemberStep("ann.beaconwright-1", position(20, y))]) is not None

    assert allows(10 - AXE - 0.01)
    assert allows(10 - AXE - 0.0001) is (not far), "9 inches are not more than 9"
    assert not allows(10 - AXE + 0.01)
    [spot] = [(round(each.disc.x, 3), round(each.disc.y, 3)) for each in room.policy.members]
    assert spot == (22.0, 5.0), "it is shown in the middle of its territory"


def test_a_dep_9_a_unit_without_room_is_lost_and_told() -> None:
    battle = deploying(on=field(piece("town", box(0, 20, 44, 10), 5, "impassable"))).begin()
    battle.use("deploy-unit", "hullbreakers")
    [lost] = battle.events(events.Destroyed)
    assert (lost.unit, lost.name, lost.why, lost.rule) == (
        "bob.hullbreakers",
        "Hullbreakers",
        "no room to set it up",
        "A-DEP-9",
    )


# -- rounds


@pytest.mark.parametrize(
    ("faces", "first", "chooser", "rule"),
    [((6, 1), B, A, "A-PRI-2"), ((1, 6), A, B, "A-PRI-2"), ((4, 4), A, A, "A-PRI-3"), ((4, 4), B, B, "A-PRI-3")],
)
def test_a_pri_2_and_a_pri_3_who_chooses_the_first_turn(
    faces: tuple[int, int], first: str, chooser: str, rule: str
) -> None:
    battle = Battle("round")
    battle.state.first = first
    battle.put("beaconwright", (10, 5))
    battle.rolls("priority ann", faces[0]).rolls("priority bob", faces[1]).begin()
    assert isinstance(battle.asked, Choose)
    assert (battle.asked.player, battle.asked.rule) == (chooser, rule)
    assert [each.key for each in battle.asked.options] == [chooser, A if chooser == B else B]
    assert [each.rule for each in battle.asked.options] == [rule, rule]
    [rolled] = battle.events(events.RolledOff)
    assert (rolled.purpose, rolled.winner) == ("priority", chooser)
    assert battle.game.state.round == 2


def opened(change: Any = None, **more: Any) -> State:
    """The state after a second round began, Ann choosing to go first."""
    battle = Battle("round", windows="always", **more)
    battle.state.points = {A: 5, B: 3}
    battle.put("beaconwright", (10, 5))
    battle.put("hullbreakers", *row(5, 18, 17, 2))
    if change:
        change(battle.state)
    battle.rolls("priority", 6, 1).begin().say(A)
    return battle.game.state


def test_a_rnd_2_a_round_begins_with_its_first_turn_and_forgets_the_last_one() -> None:
    def used(state: State) -> None:
        state.turn, state.phase = 2, 6
        for span in ("phase", "turn", "round", "battle"):
            state.uses.note("deed", span)

    state = opened(used)
    assert (state.round, state.turn, state.phase, state.first, state.active) == (2, 1, 0, A, A)
    assert [state.uses.count(span, "deed") for span in ("phase", "round", "battle")] == [0, 0, 1]


@pytest.mark.parametrize(
    ("ann", "bob", "underdog", "command"), [(5, 3, B, (4, 5)), (3, 5, A, (5, 4)), (3, 3, "", (4, 4))]
)
def test_a_und_1_and_a_cp_2_the_underdog_and_its_point(
    ann: int, bob: int, underdog: str, command: tuple[int, int]
) -> None:
    def points(state: State) -> None:
        state.points, state.underdog = {A: ann, B: bob}, B

    state = opened(points)
    assert (state.underdog, state.command) == (underdog, {A: command[0], B: command[1]})


@pytest.mark.parametrize(("ann", "bob", "command"), [(0, 0, (4, 4)), (1, 0, (4, 5)), (0, 2, (5, 4)), (2, 1, (4, 5))])
def test_a_cp_3_fewer_auxiliaries_are_worth_a_point(ann: int, bob: int, command: tuple[int, int]) -> None:
    def with_auxiliaries(army: Any, number: int) -> Any:
        card = army.regiments[0].units[1]
        return army.model_copy(
            update={"auxiliaries": tuple(card.model_copy(update={"id": f"aux-{each}"}) for each in range(number))}
        )

    armies = with_auxiliaries(LANTERN, ann), with_auxiliaries(BRINEBACK, bob)
    state = opened(lambda state: setattr(state, "points", {A: 1, B: 1}), armies=armies)
    assert state.command == {A: command[0], B: command[1]}


def test_a_rnd_5_control_is_determined_as_the_first_round_begins_and_no_other() -> None:
    def first(state: State) -> None:
        state.round, state.finished = 0, [A, B]

    mill = field(piece("mill", box(15, 16, 2, 2), 2))
    battle = Battle("round", windows="always", on=mill)
    battle.put("hullbreakers", *row(5, 18, 17, 2))
    first(battle.state)
    battle.begin().say(A)
    assert battle.game.state.control == {"west": "", "centre": B, "east": ""}
    assert battle.game.state.held == {"mill": B}
    later = opened(on=mill)
    assert later.control == {"west": "", "centre": "", "east": ""}
    assert later.held == {}


@pytest.mark.parametrize(("number", "rounds", "over"), [(1, 2, False), (2, 2, True), (3, 2, True)])
def test_a_ebr_3_the_battle_ends_after_its_last_round(number: int, rounds: int, over: bool) -> None:
    battle = Battle("closing", rounds=rounds)
    battle.state.round, battle.state.points = number, {A: 4, B: 3}
    battle.put("beaconwright", (10, 5))
    battle.rolls("priority", 6, 1).begin()
    assert battle.session.finished is over
    assert battle.game.state.command == {A: 0, B: 0}
    if over:
        result = battle.game.state.result
        assert result is not None
        assert (result.winners, result.reason, result.rule) == ([A], "more victory points", "A-EBR-3")
        [ended] = battle.events(events.Ended)
        assert (ended.winners, ended.reason) == ((A,), "more victory points")


@pytest.mark.parametrize(
    ("points", "centre", "winners"),
    [((4, 3), B, [A]), ((3, 4), A, [B]), ((4, 4), B, [B]), ((4, 4), A, [A]), ((4, 4), "", [A, B])],
)
def test_a_ebr_3_three_wells_names_the_winner(points: tuple[int, int], centre: str, winners: list[str]) -> None:
    battle = Battle("hero", windows="always").begin()
    game = battle.game
    game.state.points, game.state.control = {A: points[0], B: points[1]}, {"west": A, "centre": centre, "east": A}
    found, reason, rule = plan_of(game).outcome(game)
    assert (found, rule) == (winners, "A-EBR-3")
    assert ("Centre" in reason) is (points[0] == points[1])


@pytest.mark.parametrize(
    ("own", "theirs", "points"),
    [(0, 0, 0), (1, 0, 2), (1, 1, 1), (1, 2, 1), (2, 1, 3), (2, 0, 3), (3, 0, 3), (0, 3, 0)],
)
def test_a_eot_1_what_three_wells_scores(own: int, theirs: int, points: int) -> None:
    assert sum(each for each, _reason in find("three-wells").scores(own, theirs)) == points
    assert "three-wells" in names()


# -- turns


def test_a_turn_1_a_turn_begins_with_its_phase_and_ends_with_the_points() -> None:
    battle = Battle("turn", windows="always", active=B)
    battle.state.turn, battle.state.phase, battle.state.window = 2, 6, "opponent"
    battle.put("beaconwright", (10, 5))
    battle.begin()
    [begun] = battle.events(events.TurnBegan)
    assert (begun.player, begun.round, begun.turn) == (B, 1, 2)
    [phase] = battle.events(events.PhaseBegan)
    assert (phase.phase, phase.player) == ("startOfTurn", B)
    windows = []
    for _pass in range(3):
        windows.append((battle.game.state.phase_name, battle.game.state.window))
        battle.done()
    assert windows == [("startOfTurn", "active"), ("startOfTurn", "opponent"), ("hero", "active")]


def test_a_eot_1_and_a_turn_5_the_second_player_follows_and_the_turn_is_forgotten() -> None:
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", *row(5, 19, 13, 1.5), effects=[Effect("x", "hit", 1, "turn", A)])
    battle.put(
        "tide-reeve", (2, 28), effects=[Effect("y", "hit", 1, "own turn", B), Effect("z", "hit", 1, "own turn", A)]
    )
    battle.state.uses.note("deed", "turn")
    battle.begin()
    state = battle.game.state
    assert (state.turn, state.active) == (2, B)
    assert state.points == {A: 2, B: 0}
    assert [(each.points, each.reason) for each in battle.events(events.Scored)] == [
        (1, "controls an objective"),
        (1, "controls more objectives than the enemy"),
    ]
    assert battle.unit("wallward-pikes").effects == []
    assert [each.source for each in battle.unit("tide-reeve").effects] == ["z"], "Bob's turn has begun"
    assert state.uses.count("turn", "deed") == 0


def test_a_rnd_2_after_the_second_turn_the_round_is_closed() -> None:
    battle = Battle("endOfTurn", active=B)
    battle.state.turn, battle.state.first = 2, A
    battle.put("beaconwright", (10, 5))
    battle.rolls("priority", 1, 6).begin()
    assert battle.game.state.round == 2
    assert battle.asked.player == B


# -- fighting


@pytest.mark.parametrize(
    ("keywords", "tier"),
    [
        ((), "normal"),
        (("STRIKE-FIRST",), "first"),
        (("STRIKE-LAST",), "last"),
        (("STRIKE-FIRST", "STRIKE-LAST"), "normal"),
    ],
)
def test_a_strike_3_tiers(keywords: tuple[str, ...], tier: str) -> None:
    battle = Battle("combat", armies=(keyworded(LANTERN, "wallward-pikes", *keywords), BRINEBACK))
    battle.put("wallward-pikes", (20, 10))
    battle.put("hullbreakers", (20, 13))
    assert tier_of(battle.begin().game, battle.unit("wallward-pikes")) == tier


def test_a_fight_3_who_may_fight_by_which_ability() -> None:
    fierce = AbilityDocument(
        id="fierce",
        name="Fierce",
        timing="Any Combat Phase",
        phases=("anyCombat",),
        keywords=("FIGHT",),
        used_by=("Hullbreakers",),
    )
    later = fierce.model_copy(update={"id": "later", "phases": ("anyHero",)})
    answer = fierce.model_copy(update={"id": "answer", "timing": "Reaction: You declared a FIGHT ability"})
    battle = Battle("combat", windows="always", packs=(pack(fierce, later, answer),)).at("combat", "fight")
    battle.put("wallward-pikes", (20, 10))
    battle.put("hullbreakers", (20, 13))
    battle.put("barbcasters", (2, 28))
    game = battle.begin().game
    assert {(spec.id, unit.id) for spec, unit in fighters(game, B)} == {
        ("fight", "bob.hullbreakers"),
        ("fierce", "bob.hullbreakers"),
    }
    assert {(spec.id, unit.id) for spec, unit in fighters(game, A)} == {("fight", "ann.wallward-pikes")}
    game.note(battle.unit("hullbreakers"), "FIGHT", "phase")
    assert fighters(game, B) == []


# -- objectives


@pytest.mark.parametrize(("gap", "contests"), [(3.0, True), (3.0008, True), (3.0013, False), (10.0, False)])
def test_a_obj_2_a_model_contests_within_three_inches_of_the_rim(gap: float, contests: bool) -> None:
    battle = Battle("hero", windows="always")
    battle.put("beaconwright", (round(22 - 2 * AXE - gap, 4), 15))
    battle.put("wandering-wick", (22, 15))
    game = battle.begin().game
    centre = battle.setup.objectives["centre"]
    assert contesting(game, battle.unit("beaconwright"), centre) == contests
    assert contesting(game, battle.unit("wandering-wick"), centre) == 0, "manifestations contest nothing"
    assert scores(game, centre) == {A: 2 * contests, B: 0}


def test_a_obj_6_control_with_what_effects_and_auras_add_never_below_0() -> None:
    battle = Battle("hero", windows="always")
    battle.put("wallward-pikes", *row(3, 20, 13, 1.5), effects=[Effect("x", "control", 2, "turn", A)])
    battle.put("beaconwright", (21, 9))
    battle.put("hullbreakers", (22, 18), effects=[Effect("x", "control", -5, "turn", A)])
    game = battle.begin().game
    centre = battle.setup.objectives["centre"]
    assert control_score(game, battle.unit("wallward-pikes"), centre) == 3 + 2 + 1 + 1, "effect, Steady Glow, standard"
    assert control_score(game, battle.unit("hullbreakers"), centre) == 0


def test_a_obj_3_gaining_control_is_told_once_with_both_scores() -> None:
    battle = Battle("hero", windows="always")
    battle.put("wallward-pikes", (21, 15), (22.5, 15))
    battle.put("hullbreakers", (22, 18))
    game = battle.begin().game
    before = len(game.events)
    determine_control(game)
    determine_control(game)
    [gained] = game.events[before:]
    assert isinstance(gained, events.ControlGained)
    assert (gained.objective, gained.player, gained.scores) == ("centre", A, {A: 2, B: 1})


# -- split units


def split(*at: tuple[float, float]) -> Battle:
    battle = Battle("hero", windows="always")
    battle.put("wallward-pikes", *at)
    battle.put("hullbreakers", (20, 28))
    return battle.begin()


def test_a_coh_4_the_larger_part_then_the_titles_then_the_nearer_to_the_enemy() -> None:
    def kept(battle: Battle) -> list[list[str]]:
        return [
            [each.rpartition("-")[2] for each in part] for part in survivors(battle.game, battle.unit("wallward-pikes"))
        ]

    assert kept(split(*row(3, 10, 10, 1.5))) == []
    assert kept(split((10, 10), (20, 10), (21.5, 10), (30, 10))) == [["2", "3"], ["1"], ["4"]]
    assert kept(split((10, 10), (11.5, 10), (20, 10), (21.5, 10))) == [["1", "2"], ["3", "4"]], "the champion is in it"


def test_a_coh_4_a_split_unit_is_asked_about_in_words() -> None:
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", (10, 10), (11.5, 10), (20, 10), (20, 11.5), (20, 13))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    assert isinstance(battle.asked, Pick)
    assert battle.asked.prompt == "Wallward Pikes are split: choose the first of 2 or more models to remove"
    assert [(each.key, each.label) for each in battle.asked.shortcuts] == [
        ("suggested", "Keep 3 models to the east: Standard bearer"),
        ("1", "Keep 2 models to the west: Champion and Musician"),
    ]
    battle.say("1")
    assert [*battle.unit("wallward-pikes").at] == ["ann.wallward-pikes-1", "ann.wallward-pikes-2"]
    [slain] = battle.events(events.Slain)
    assert (len(slain.models), slain.rule) == (3, "A-COH-4")


def test_a_coh_4_parts_to_the_north_and_the_south() -> None:
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", (10, 10), (10, 11.5), (10, 20), (10, 21.5))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    assert isinstance(battle.asked, Pick)
    assert [each.label.split(":")[0] for each in battle.asked.shortcuts] == [
        "Keep 2 models to the south",
        "Keep 2 models to the north",
    ]


def test_a_coh_2_a_single_file_of_ten_keeps_six() -> None:
    battle = split(*row(10, 10, 10, 1.6))
    [part] = survivors(battle.game, battle.unit("wallward-pikes"))
    assert len(part) == 6
    assert part[0] == "ann.wallward-pikes-1", "with those who have titles"


def test_a_turn_3_passing_is_told() -> None:
    battle = Battle("hero", windows="always")
    battle.put("beaconwright", (10, 5))
    battle.begin().done()
    [passed] = battle.events(events.Passed)
    assert (passed.player, passed.rule) == (A, "A-TURN-3")
