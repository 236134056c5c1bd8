"""Rounds, turns, abilities, reactions, commands: each rule in play (A-RND, A-TURN, A-ABIL, A-ONE, A-REACT, A-CMD)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose, only_answer
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import moments, rules_of
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, keyworded, row

BOTH = ("Hullbreakers", "Wallward Pikes")


def pack(*abilities: AbilityDocument) -> PackDocument:
    """A pack of some abilities."""
    return PackDocument(id="test", kind="custom", name="Test", abilities=abilities)


def ability(identity: str, timing: str, *phases: str, **more: object) -> AbilityDocument:
    """An ability that is resolved by hand unless told otherwise."""
    return AbilityDocument(
        id=identity,
        name=identity.title(),
        timing=timing,
        phases=phases,
        **more,  # type: ignore[arg-type]
    )


def facing(phase: str = "hero", **more: object) -> Battle:
    """Ten Pikes and five Hullbreakers far from each other."""
    battle = Battle(phase, **more)  # type: ignore[arg-type]
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    return battle


# -- rounds


def test_a_rnd_1_and_a_ebr_3_the_battle_ends_after_the_agreed_rounds() -> None:
    battle = facing(rounds=2)
    battle.state.round = 2
    battle.at("closing").begin()
    assert battle.session.finished


def test_a_rnd_2_each_player_has_one_turn() -> None:
    battle = facing(windows="always").begin()
    battle.until("endOfTurn").until("startOfTurn")
    assert (battle.game.state.turn, battle.game.state.active) == (2, B)
    battle.rolls("priority", 6, 1)
    begun = [event.player for event in battle.events(events.TurnBegan)]
    assert begun == [B], "Ann's began before"


def test_a_rnd_3_and_a_rnd_4_first_turn_then_underdog_then_points_then_abilities() -> None:
    more = pack(ability("dawn", "Start of Battle Round", "startOfBattleRound", used_by=BOTH))
    battle = facing(packs=(more,))
    battle.state.round, battle.state.points = 1, {A: 3, B: 1}
    battle.at("round").rolls("priority", 1, 6).begin().say(B)
    kinds = [event.kind for event in battle.session.events]
    assert kinds.index("RoundBegan") < kinds.index("UnderdogFound") < kinds.index("CommandGained")
    assert battle.asked.player == B
    assert battle.keys == ["dawn hullbreakers", PASS]
    battle.done()
    assert battle.asked.player == A
    assert battle.keys == ["dawn wallward-pikes", PASS]


def test_a_rnd_5_and_a_obj_1_and_a_amb_42_control_is_worked_out_when_round_1_begins() -> None:
    for number, holder in ((0, A), (1, "")):
        battle = Battle()
        battle.put("wallward-pikes", *row(5, 19, 13, 1.5))
        battle.put("hullbreakers", *row(5, 20, 28, 2))
        battle.state.round = number
        battle.at("round")
        if number:
            battle.rolls("priority", 6, 1)
        battle.begin().say(A)
        assert battle.game.state.control["centre"] == holder


def test_a_pri_1_and_a_dep_8_who_finished_first_chooses() -> None:
    battle = facing()
    battle.state.round, battle.state.finished = 0, [B, A]
    assert battle.at("round").begin().asked.player == B
    assert rules_asked(battle) == {"A-PRI-1"}
    battle.say(A)
    assert battle.game.state.first == A


def test_a_pri_2_the_winner_of_the_priority_roll_chooses() -> None:
    battle = facing().at("round").rolls("priority", 2, 3).begin()
    assert battle.asked.player == B
    assert rules_asked(battle) == {"A-PRI-2"}


def test_a_pri_3_a_tie_leaves_it_to_who_went_first() -> None:
    for first in (A, B):
        battle = facing().at("round").rolls("priority", 3, 3)
        battle.state.first = first
        assert battle.begin().asked.player == first
        assert rules_asked(battle) == {"A-PRI-3"}


def rules_asked(battle: Battle) -> set[str]:
    """Return the rules by which is asked, and those of the options."""
    asked = battle.asked
    assert isinstance(asked, Choose)
    return {asked.rule, *(option.rule for option in asked.options)}


def test_a_und_1_fewest_points_and_nobody_when_equal() -> None:
    for points, underdog in (({A: 1, B: 0}, B), ({A: 0, B: 1}, A), ({A: 2, B: 2}, "")):
        battle = facing().at("round").rolls("priority", 6, 1)
        battle.state.points = points
        assert battle.begin().say(A).game.state.underdog == underdog


def test_a_und_2_and_a_und_3_the_status_stays_through_the_round() -> None:
    battle = facing().at("round").rolls("priority", 6, 1)
    battle.state.points = {A: 0, B: 1}
    state = battle.begin().say(A).game.state
    assert (state.underdog, state.command[A] - state.command[B]) == (A, 1)
    battle = facing("endOfTurn")
    battle.state.underdog, battle.state.control = A, dict.fromkeys(battle.state.control, A)
    battle.begin()
    assert battle.game.state.points[A] > battle.game.state.points[B]
    assert battle.game.state.underdog == A


def test_a_cp_1_and_a_cp_2_and_a_cp_3_points_of_a_round() -> None:
    extra = next(iter(LANTERN.units)).model_copy(update={"id": "extra", "name": "Extra"})
    battle = facing(armies=(LANTERN.model_copy(update={"auxiliaries": (extra,)}), BRINEBACK))
    battle.state.points = {A: 0, B: 2}
    battle.at("round").rolls("priority", 6, 1).begin().say(A)
    assert battle.game.state.command == {A: 5, B: 5}


def test_a_cp_4_and_a_ebr_1_unspent_points_are_lost_after_the_abilities() -> None:
    dusk = pack(ability("dusk", "End of Battle Round", "endOfBattleRound", used_by=BOTH))
    battle = facing(packs=(dusk,), rounds=4).at("closing")
    battle.state.active, battle.state.turn = B, 2
    battle.rolls("priority", 6, 1).begin()
    assert battle.asked.player == B, "A-EBR-2: whose turn was second"
    battle.done()
    assert battle.asked.player == A
    assert battle.game.state.command == {A: 4, B: 4}
    battle.done()
    assert battle.game.state.command == {A: 0, B: 0}


def test_a_cp_5_without_points_no_command() -> None:
    battle = facing()
    battle.state.command = {A: 0, B: 4}
    battle.begin()
    assert battle.why_not("rally", "wallward-pikes") == "A-CP-5"


def test_a_ebr_2_the_second_player_is_active_at_the_end_of_the_round() -> None:
    battle = facing("endOfTurn", windows="always")
    battle.state.turn, battle.state.active = 2, B
    battle.begin().done(2)
    assert battle.game.state.step == "closing"
    assert battle.asked.player == B


def test_a_ebr_4_another_round_begins_without_one_army() -> None:
    battle = Battle("endOfTurn", rounds=2, active=B)
    battle.state.turn = 2
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    for unit in battle.state.units.values():
        if unit.owner == B:
            unit.place = "destroyed"
    battle.begin(KeyedDice(1))
    assert not battle.session.finished
    assert battle.game.state.round == 2


def test_a_ebr_4_the_battle_goes_on_without_one_army() -> None:
    battle = Battle("endOfTurn", rounds=1)
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5))
    for unit in battle.state.units.values():
        if unit.owner == B:
            unit.place = "destroyed"
    battle.state.control = dict.fromkeys(battle.state.control, A)
    battle.begin()
    assert not battle.session.finished
    assert battle.game.state.points[A] == 3
    assert battle.asked.player == A, "who is left may rally in the enemy's turn"
    assert battle.game.state.active == B


# -- turns


def test_a_turn_1_seven_phases_in_order() -> None:
    battle = facing("startOfTurn", windows="always").begin()
    seen = [battle.game.state.phase_name]
    while battle.game.state.turn == 1:
        battle.done()
        if battle.game.state.phase_name != seen[-1]:
            seen.append(battle.game.state.phase_name)
    assert tuple(seen[:7]) == PHASES


def test_a_turn_2_the_active_player_first_then_the_opponent() -> None:
    battle = facing("hero", windows="always").begin()
    assert battle.asked.player == A
    assert battle.done().asked.player == B
    assert battle.done().game.state.phase_name == "movement"


def test_a_turn_2_the_question_says_whose_turn_it_is_if_it_is_not_ones_own() -> None:
    battle = facing("hero", windows="always").begin()
    assert battle.asked.prompt == "Hero phase: choose an ability"
    owner = battle.game.player_name(A)
    assert battle.done().asked.prompt == f"Hero phase, {owner}'s turn: choose an ability"


def test_a_turn_3_one_ability_after_another_until_a_pass() -> None:
    battle = facing("movement", windows="always").begin()
    battle.use("normal-move", "wallward-pikes").say("stay")
    assert battle.asked.player == A
    assert battle.game.state.phase_name == "movement"
    battle.done(2)
    assert battle.game.state.phase_name == "shooting", "the window does not open again"


@pytest.mark.parametrize("phase", PHASES)
def test_a_turn_4_timing_words(phase: str) -> None:
    game = facing().begin().game
    name = f"{phase[0].upper()}{phase[1:]}"
    assert moments(game, A, phase) == {f"your{name}", f"any{name}"}
    assert moments(game, B, phase) == {f"enemy{name}", f"any{name}"}


def test_a_turn_4_deployment_and_rounds_are_everybodys() -> None:
    game = facing().begin().game
    for phase in ("deployment", "startOfBattleRound", "endOfBattleRound"):
        assert moments(game, A, phase) == moments(game, B, phase) == {phase}


def test_a_turn_5_and_a_eot_2_what_holds_for_the_turn_ends_with_it() -> None:
    battle = facing("endOfTurn")
    battle.did("hullbreakers", "RUN")
    hull = battle.unit("hullbreakers")
    spans = ("phase", "turn", "round", "own turn")
    hull.effects = [Effect(f"e {span}", "hit", 1, span, A) for span in spans]  # type: ignore[arg-type]
    battle.begin()
    assert battle.game.state.turn == 2
    assert [each.until for each in battle.unit("hullbreakers").effects] == ["round", "own turn"]
    assert not battle.game.used(battle.unit("hullbreakers"), "RUN")


def test_a_turn_5_until_your_next_turn_ends_before_its_first_window() -> None:
    battle = facing("endOfTurn", active=B)
    battle.unit("hullbreakers").effects = [Effect("flare", "hit", -1, "own turn", A)]
    battle.begin()
    assert battle.game.state.active == A
    assert battle.unit("hullbreakers").effects == []


def test_a_amb_38_a_run_in_the_enemys_turn_is_forgotten_in_ones_own() -> None:
    battle = facing("endOfTurn")
    battle.put("barbcasters", (38, 25))
    battle.did("barbcasters", "RUN")
    battle.begin().until("movement")
    assert battle.why_not("normal-move", "barbcasters") == ""
    assert not battle.game.used(battle.unit("barbcasters"), "RUN")


# -- abilities


def test_a_abil_1_abilities_have_timing_condition_effect_and_keywords_and_commands_a_cost() -> None:
    battle = facing(windows="always").begin(KeyedDice(1))
    rally = battle.game.ability(A, "rally")
    assert (rally.timing, rally.phases) == ("Any Hero Phase", ("anyHero",))
    assert "" not in (rally.declare, rally.effect)
    assert "RALLY" in rally.keywords
    users = [unit.id for unit in rules_of(rally).users(battle.game, A, rally)]
    assert users == ["ann.wallward-pikes"], "the only unit of Ann on the battlefield"
    battle.game.state.units["ann.wallward-pikes"].slain = ["ann.wallward-pikes-10"]
    before = battle.game.state.command[A]
    battle.use("rally", "wallward-pikes")
    assert battle.game.state.command[A] == before - rally.cost == before - 1
    assert battle.why_not("rally", "wallward-pikes") == "A-CMD-3"


def test_a_cmd_5_there_are_ten_commands() -> None:
    from game.rulesets.aos4.rules.abilities import REGISTRY

    commands = [each.id for each in bundled_pack(CORE).abilities if each.kind == "command"]
    assert sorted(commands) == [
        "all-out-attack", "all-out-defence", "at-the-double", "counter-charge", "covering-fire", "forward-to-victory",
        "magical-intervention", "power-through", "rally", "redeploy",
    ]  # fmt: skip
    assert [each for each in commands if each not in REGISTRY] == []


def test_every_core_ability_is_known_to_the_rules() -> None:
    from game.rulesets.aos4.rules.abilities import REGISTRY

    deployed = {"deploy-unit", "deploy-faction-terrain", "deploy-regiment"}
    core = bundled_pack(CORE).abilities
    assert len(core) == 22
    assert {each.id for each in core} - deployed <= {*REGISTRY}


def test_a_abil_2_and_a_abil_3_declared_then_reacted_to_then_resolved() -> None:
    battle = Battle("charge")
    battle.put("duskmoth-riders", (10, 15))
    battle.put("barbcasters", (20, 15))
    battle.rolls("charge", 6, 6).begin().use("charge", "duskmoth-riders")
    assert battle.events(events.Rolled)
    assert battle.reactions() == ["forward-to-victory duskmoth-riders"]
    assert not battle.events(events.Moved)


def test_no_reroll_is_asked_for_a_charge_that_reaches_already() -> None:
    asked = []
    for dice in ((6, 6), (1, 1)):
        battle = Battle("charge")
        battle.put("duskmoth-riders", (10, 15))
        battle.put("barbcasters", (20, 15))
        battle.rolls("charge", *dice).begin().use("charge", "duskmoth-riders")
        asked.append(only_answer(battle.asked))
    assert asked == [PASS, None]


def test_a_abil_4_users_are_on_the_battlefield() -> None:
    battle = facing(windows="always").begin()
    assert "rally wallward-pikes" in battle.keys
    assert "rally glarecoil-slingers" not in battle.keys


def test_a_abil_6_and_a_one_3_a_passive_holds_by_itself_and_once() -> None:
    [regiment] = LANTERN.regiments
    wright = regiment.units[0]
    twin = wright.model_copy(update={"id": "twin", "general": False})
    army = LANTERN.model_copy(update={"auxiliaries": (twin,)})
    battle = facing(armies=(army, BRINEBACK))
    battle.put("beaconwright", (10, 9))
    battle.put("twin", (16, 9))
    battle.begin()
    assert battle.game.bonus(battle.unit("wallward-pikes"), "control") == 1
    assert battle.game.bonus(battle.unit("hullbreakers"), "control") == 0


def test_a_abil_7_each_target_in_turn() -> None:
    battle = Battle(active=B)
    battle.put("hollow-bell", (20, 15))
    battle.put("wallward-pikes", *row(10, 18, 9, 1.5, 5))
    battle.put("beaconwright", (20, 18))
    battle.rolls("drowning-peal ann.beaconwright", 4).rolls("ward", 1).rolls("drowning-peal ann.wallward-pikes", 1)
    battle.begin().use("drowning-peal", "hollow-bell").at_unit("beaconwright")
    assert battle.unit("beaconwright").damage == 1
    assert battle.unit("wallward-pikes").damage == 0
    battle.dice_used()


def test_a_abil_9_once_per_turn_for_the_whole_army() -> None:
    twin = BRINEBACK.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    battle = facing(
        "combat", active=B, armies=(LANTERN, BRINEBACK.model_copy(update={"auxiliaries": (twin,)})), windows="always"
    )
    battle.put("tide-reeve", (22, 27.5))
    battle.put("twin", (26, 27.5))
    battle.rolls("call-the-surge", 1).begin().use("call-the-surge", "tide-reeve").at_unit("hullbreakers")
    assert battle.why_not("call-the-surge", "twin") == "A-ABIL-9"


def test_a_abil_9_once_per_battle_for_each_unit() -> None:
    once = pack(ability("shout", "Once Per Battle, Your Hero Phase", "yourHero"))
    battle = facing(packs=(once,)).begin()
    battle.use("shout", "wallward-pikes").say("done")
    battle.game.expire("phase", "turn", "round")
    assert battle.why_not("shout", "wallward-pikes") == "A-ABIL-9"


def test_a_one_1_one_core_ability_in_a_phase() -> None:
    battle = facing("movement", windows="always").begin().use("normal-move", "wallward-pikes").say("stay")
    assert battle.why_not("run", "wallward-pikes") == "A-ONE-1"
    assert battle.why_not("normal-move", "wallward-pikes") == "A-ONE-1"


def test_a_one_2_not_the_same_ability_twice() -> None:
    shout = pack(ability("shout", "Your Hero Phase", "yourHero"))
    battle = facing(packs=(shout,), windows="always").begin().use("shout", "wallward-pikes").say("done")
    assert battle.why_not("shout", "wallward-pikes") == "A-ONE-2"


def test_a_one_3_an_effect_of_the_same_ability_does_not_add_up() -> None:
    game = facing().begin().game
    unit = game.state.units["bob.hullbreakers"]
    for _again in range(2):
        game.affect(unit, Effect("flare", "hit", -1, "turn", A), "A-ONE-3")
    assert game.bonus(unit, "hit") == -1


def test_a_one_4_a_command_with_the_keyword_counts() -> None:
    """Redeploy is the only RUN ability that is used here: nobody ran."""
    battle = facing("movement", active=B, windows="always").at("movement", "opponent")
    battle.put("glarecoil-slingers", *row(10, 30, 5, 1.5, 5))
    battle.rolls("redeploy", 3).begin().use("redeploy", "wallward-pikes").no_reaction().say("stay")
    battle.until("charge", "opponent")
    assert battle.why_not("counter-charge", "wallward-pikes") == "A-CHG-1"
    assert battle.why_not("counter-charge", "glarecoil-slingers") == ""


# -- reactions


def test_a_react_1_and_a_react_5_only_who_can_react_is_asked() -> None:
    battle = facing("movement").rolls("run", 3).begin().use("run", "wallward-pikes")
    assert battle.asked.player == A
    assert battle.reactions() == ["at-the-double wallward-pikes"]
    battle.done()
    assert battle.asked.rule == "A-MOVE-7"
    battle = facing("movement").rolls("run", 3)
    battle.state.command = {A: 0, B: 4}
    battle.begin().use("run", "wallward-pikes")
    assert battle.asked.rule == "A-MOVE-7"


def fighting(**more: object) -> Battle:
    """Pikes and Hullbreakers in combat, Ann's turn."""
    battle = Battle("combat", **more)  # type: ignore[arg-type]
    battle.put("wallward-pikes", (10, 10))
    battle.put("hullbreakers", (10, 13), (12, 13))
    return battle


def test_a_react_2_and_a_react_6_in_turn_the_active_player_first() -> None:
    battle = fighting().rolls("hit", 3, 3, 3).rolls("wound", 1, 1, 1).begin()
    battle.use("fight", "wallward-pikes").say("stay")
    assert battle.asked.player == A
    assert battle.reactions() == ["all-out-attack wallward-pikes"]
    battle.use("all-out-attack", "wallward-pikes")
    assert battle.asked.player == B
    assert battle.reactions() == ["all-out-defence hullbreakers"]
    battle.use("all-out-defence", "hullbreakers")
    [attacked] = battle.events(events.Attacked)
    assert attacked.hits == 3, "3 hits with +1"
    assert battle.game.bonus(battle.unit("hullbreakers"), "save") == 1


def test_a_react_3_a_reaction_triggers_no_reaction() -> None:
    again = pack(
        ability("echo", "Reaction: Opponent declared an ATTACK ability", "anyCombat", used_by=("Hullbreakers",))
    )
    battle = fighting(packs=(again,)).rolls("hit", 1, 1, 1).begin()
    battle.use("fight", "wallward-pikes").say("stay").use("all-out-attack", "wallward-pikes")
    assert battle.asked.player == B
    asked = "React to Fight by Wallward Pikes, targeting Hullbreakers?"
    assert battle.asked.prompt == asked, "not to All-out Attack, an ATTACK ability too"
    assert "echo hullbreakers" in battle.reactions()


def test_a_react_4_and_a_amb_18_only_a_spell_that_was_cast_is_unbound_in_any_phase() -> None:
    early = AbilityDocument(
        id="early", kind="spell", name="Early", timing="Your Shooting Phase", phases=("yourShooting",), value=5,
        keywords=("SPELL",), handler="mortal-damage", params={"target": "enemy", "range": 40, "amount": 1},
    )  # fmt: skip
    armies = (LANTERN, keyworded(BRINEBACK, "barbcasters", "WIZARD (1)"))
    for faces, asked in (((3, 3), True), ((1, 2), False)):
        battle = Battle("shooting", armies=armies, packs=(pack(early),))
        battle.put("beaconwright", (10, 5))
        battle.put("barbcasters", (30, 20))
        battle.rolls("cast early", *faces).begin().use("early", "beaconwright")
        assert (battle.reactions() == ["unbind barbcasters"]) is asked


def test_a_imp_6_an_unknown_trigger_is_offered_in_its_phases_to_its_side() -> None:
    odd = pack(
        ability(
            "odd",
            "Reaction: Opponent declared something odd",
            "anyMovement",
            used_by=BOTH,
        )
    )
    battle = facing("movement", packs=(odd,)).begin().use("normal-move", "wallward-pikes")
    assert battle.asked.player == B
    assert battle.reactions() == ["odd hullbreakers"]
    battle = facing("hero", packs=(odd,), windows="always").rolls("rally", 1, 1, 1, 1, 1, 1, 1)
    battle.begin().use("rally", "wallward-pikes")
    assert "odd hullbreakers" not in battle.keys


def test_a_imp_6_a_reaction_to_a_named_command_is_offered_after_that_one_alone() -> None:
    jeer = ability("jeer", "Reaction: Opponent declared the 'Rally' command", "anyHero", used_by=("Hullbreakers",))
    shout = ability("shout", "Your Hero Phase", "yourHero", used_by=("Wallward Pikes",))
    battle = facing("hero", packs=(pack(jeer, shout),), windows="always").rolls("rally", 1, 1, 1, 1, 1, 1, 1)
    battle.begin().use("shout", "wallward-pikes")
    assert battle.reactions() == []
    battle.say("done").use("rally", "wallward-pikes")
    assert (battle.asked.player, battle.reactions()) == (A, [])
    battle.done()
    assert (battle.asked.player, battle.reactions()) == (B, ["jeer hullbreakers"])


# -- who is asked


def asked_in(phase: str, **hurt: object) -> list[str]:
    """Return what Ann is asked about in a phase with one unit, "" where she is not asked, and what is offered."""
    battle = Battle(phase)
    battle.put("wallward-pikes", *row(9, 10, 5, 1.5, 5), **({"slain": []} | hurt))
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    battle.begin()
    return battle.keys if battle.game.state.phase_name == phase and battle.asked.player == A else []


def test_a_react_5_nobody_is_asked_who_could_only_rally_the_unhurt() -> None:
    assert asked_in("hero") == []
    assert "rally wallward-pikes" in asked_in("hero", damage=1)
    assert "rally wallward-pikes" in asked_in("hero", slain=["ann.wallward-pikes-10"])


def test_a_react_5_what_changes_nothing_is_offered_beside_what_does() -> None:
    battle = Battle()
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5, 5), damage=1)
    battle.put("beaconwright", (30, 4))
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    assert {"rally wallward-pikes", "rally beaconwright"} <= {*battle.begin().keys}


@pytest.mark.parametrize(
    ("damage", "slain", "returns", "asked"),
    [
        (0, [], 1, False),
        (1, [], 0, True),
        (0, ["ann.wallward-pikes-10"], 0, False),
        (0, ["ann.wallward-pikes-10"], 1, True),
    ],
)
def test_a_react_5_nobody_is_asked_about_a_heal_for_nobody(
    damage: int, slain: list[str], returns: int, *, asked: bool
) -> None:
    mend = ability("mend", "Your Hero Phase", "yourHero", used_by=BOTH).model_copy(
        update={"handler": "heal", "params": {"target": "self", "returns": returns}}
    )
    battle = Battle(packs=(pack(mend),))
    battle.put("wallward-pikes", *row(9, 10, 5, 1.5, 5), damage=damage, slain=slain)
    battle.state.command = {A: 0, B: 0}
    battle.put("hullbreakers", *row(5, 20, 25, 2))
    battle.begin()
    assert (battle.game.state.phase_name == "hero") is asked


def test_a_react_5_a_prayer_is_asked_about_since_it_may_be_banked() -> None:
    battle = Battle(active=B)
    battle.put("tide-reeve", (20, 25))
    battle.put("wallward-pikes", *row(9, 10, 5, 1.5, 5), slain=[])
    assert "salt-the-wounds-shut tide-reeve" in battle.begin().keys


@pytest.mark.parametrize(("gap", "bonus", "asked"), [(12.5, 0, True), (12.51, 0, False), (12.51, 1, True)])
def test_a_react_5_nobody_is_asked_about_charges_that_no_roll_could_bring_anywhere(
    gap: float, bonus: int, *, asked: bool
) -> None:
    for phase, active, state in (("charge", A, "active"), ("charge", B, "opponent")):
        battle = Battle(phase, active=active).at(phase, state)
        effects = [Effect("x", "charge", bonus, "turn", A)] if bonus else []
        battle.put("beaconwright", (10, 10), effects=effects)
        battle.put("tide-reeve", (10 + 2 * 40 / 50.8 + gap, 10))
        battle.begin()
        assert (battle.game.state.phase_name == "charge" and battle.asked.player == A) is asked


# -- commands


def test_a_cmd_1_and_a_cp_5_a_command_costs_its_points() -> None:
    battle = facing(windows="always").rolls("rally", 1, 1, 1, 1, 1, 1, 1).begin().use("rally", "wallward-pikes")
    assert battle.game.state.command == {A: 3, B: 4}


def test_a_cp_5_the_last_point_pays_for_a_command() -> None:
    battle = facing(windows="always").rolls("rally", 1, 1, 1, 1, 1, 1, 1)
    battle.state.command = {A: 1, B: 4}
    battle.begin().use("rally", "wallward-pikes")
    assert battle.game.state.command == {A: 0, B: 4}


def test_a_cmd_2_one_command_for_a_unit_in_a_phase() -> None:
    battle = fighting(windows="always").rolls("hit", 1, 1, 1).begin().done(2)
    battle.use("fight", "wallward-pikes").say("stay").use("all-out-attack", "wallward-pikes").no_reaction()
    assert battle.why_not("all-out-defence", "wallward-pikes") == "A-CMD-2"


def test_a_cmd_3_one_use_for_an_army_in_a_phase() -> None:
    battle = facing(windows="always")
    battle.put("beaconwright", (30, 5))
    battle.rolls("rally", 1, 1, 1, 1, 1, 1).begin().use("rally", "beaconwright")
    assert battle.why_not("rally", "wallward-pikes") == "A-CMD-3"
    battle.done()
    assert battle.asked.player == B
    assert battle.why_not("rally", "hullbreakers") == ""


def test_a_cmd_4_and_a_amb_17_the_defender_is_a_friendly_target() -> None:
    battle = fighting().rolls("hit", 1, 1, 1).begin().use("fight", "wallward-pikes").say("stay").done()
    assert battle.asked.player == B
    assert battle.reactions() == ["all-out-defence hullbreakers"]


def test_a_man_6_a_manifestation_uses_no_command() -> None:
    battle = facing()
    battle.put("wandering-wick", (30, 5))
    battle.begin()
    assert battle.why_not("rally", "wandering-wick") == "A-MAN-6"
    assert battle.why_not("normal-move", "wandering-wick") == ""


def test_a_imp_29_of_two_units_of_one_name_only_the_bearer_has_an_ability_of_its_own() -> None:
    """An artefact stands on one warscroll; another unit of the same name has it not."""
    trinket = ability("roster.trinket", "Your Hero Phase", "yourHero", used_by=("Hullbreakers",))
    [plain] = [each for each in BRINEBACK.units if each.name == "Hullbreakers"]
    bearer = plain.model_copy(update={"id": "hullbreakers-no2", "abilities": (*plain.abilities, trinket)})
    battle = Battle(armies=(LANTERN, BRINEBACK.model_copy(update={"auxiliaries": (bearer,)})), active=B)
    battle.put(plain.id, *row(5, 20, 20, 2))
    battle.put(bearer.id, *row(5, 5, 20, 2))
    game = battle.begin().game
    assert [unit.id for unit in rules_of(trinket).users(game, B, trinket)] == ["bob.hullbreakers-no2"]
    assert [unit.name for unit in game.of(B)] == ["Hullbreakers 1", "Hullbreakers 2"]
