"""What people see: cards, zones, events in words, rules in words, what dice are for."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.kit.wording import read_wording
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.lengths import count_in, counted
from game.play.teacher import new_lesson
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.dice.tests import fear_test, sees_through
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.pools import parts
from game.rulesets.bushido.rules.moving.carry_out import boost
from game.rulesets.bushido.rules.registry import STATES, TRAITS
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.rules.turn import main as phases
from game.rulesets.bushido.view import reference, table
from game.rulesets.bushido.view.table import grounds
from game.rulesets.bushido.warbands.traits import SPECIALS, term
from game.table.path.policy import CONTACT
from game.ui.board.ruler_art import receipt_text
from game.ui.play.roster_column import said_of
from tests.rulesets.bushido.bushido_kit import (
    BLADE,
    BOW,
    HALF,
    Moment,
    N,
    S,
    act,
    card,
    duel,
    fight_session,
    moment,
    skirmish_session,
    warband,
)
from tests.rulesets.bushido.bushido_kit import piece as ground

RULES = Path(table.__file__).parents[1]
FACTS: list[type[Event]] = [
    kind for kind in vars(events).values() if isinstance(kind, type) and kind.__module__ == events.__name__
]


def piece(game: Moment, name: str) -> PieceView:
    return next(each for each in table.view(game.game).pieces if each.id == game[name].id)


def card_of(game: Moment, name: str) -> list[str]:
    return [line.text for line in piece(game, name).details]


def test_every_kind_of_event_is_told_in_words() -> None:
    assert [kind for kind in FACTS if not kind.says and kind.sentence is Event.sentence] == [events.RollFact]


def test_no_event_of_a_fight_is_told_by_its_name_alone() -> None:
    session = fight_session()
    rng = Random(1)
    while not session.finished:
        answer = random_answer(session.pending(), rng)
        special = str(answer).partition(" ")[2] if session.pending().secret else ""
        if not special or special in SPECIALS:
            session.answer(answer)
    told = [RULESET.tell(session.game, event) for event in session.events]
    assert all(text and not re.fullmatch(r"[A-Z]\w+", text) for text in told)
    assert not any("{" in text for text in told)
    assert any(text.startswith("Bell Warden splits") for text in told)


def test_every_rule_that_the_code_cites_is_in_the_reference() -> None:
    known = {*reference.RULES.entries}
    cited: set[str] = set()
    for path in RULES.rglob("*.py"):
        cited |= set(re.findall(r'"(B-[A-Z]+-[A-Z]?\d+)"', path.read_text(encoding="utf-8")))
    assert len(cited) > 80
    assert cited - known == set()


def test_traits_and_states_have_a_rule_in_our_words_and_every_rule_a_chapter() -> None:
    for each in (*TRAITS.values(), *STATES.values()):
        assert reference.RULES.wording(each.rule), each.name
    rules = RULESET.rules()
    assert all(rule.title and rule.text and rule.chapter for rule in rules)
    assert [rule.chapter for rule in rules] == sorted(
        (rule.chapter for rule in rules),
        key=[each["title"] for each in read_wording("game.rulesets.bushido", "words")["chapters"]].index,
    )
    assert RULESET.wording("B-NONE-1") == ""
    shared = next(rule for rule in rules if rule.id == "B-TR-54")
    assert {"Strong", "Weak"} == set(shared.title.split(", "))


def test_b_stat_2_a_card_shows_what_changes_its_statistics_now() -> None:
    game = moment()
    game.put("bell-warden", 5.0, 5.0, wounds=3, ki=2, counters=0, markers={"Stunned": [0, 0], "Bleeding": [1, 2]})
    lines = card_of(game, "bell-warden")
    assert lines[0].startswith("4 of 7 wounds left")
    assert lines[0].count("×") == 3
    assert "Ki 2 of 6, +2 each turn" in lines
    assert "0 activation counters" in lines
    assert "Melee now 2: Exhausted -1, Stunned -1" in lines
    assert any(line.startswith("Stunned ×2: ") for line in lines)
    assert any(line.startswith("Bleeding ×2 (2, 1): ") for line in lines)
    assert any(line.startswith("Parry (1): ") for line in lines)
    assert any(line.startswith("Bell Staff: strength +0, Reach") for line in lines)
    shown = piece(game, "bell-warden")
    assert (shown.value, shown.damage, shown.compulsion) == ("4", 3, "Stunned, Bleeding")


def test_b_ki_1_a_feat_that_cannot_be_paid_says_why() -> None:
    game = moment()
    game.put("bell-warden", 5.0, 5.0, ki=1)
    [line] = [line for line in card_of(game, "bell-warden") if line.startswith("Iron Chant")]
    assert line.endswith("Not now: it costs 2 Ki, but Bell Warden has 1 (B-KI-1)")
    game["bell-warden"].ki = 2
    assert not any("Not now" in line for line in card_of(game, "bell-warden"))


def test_b_ki_1_a_card_says_what_a_trait_that_a_feat_lends_means() -> None:
    game = moment()
    game.put("bell-warden", 5.0, 5.0, ki=2)
    [line] = [line for line in card_of(game, "bell-warden") if line.startswith("Iron Chant")]
    assert "Armour (1) means: " in line, line


def test_b_tr_3_a_card_counts_shots() -> None:
    game = moment()
    game.put("reed-stalker", 5.0, 5.0)
    assert any("Reed Darts" in line and "4 shots left" in line for line in card_of(game, "reed-stalker"))


def test_b_scen_7_a_zone_wears_the_colour_of_who_controls_it() -> None:
    game = moment(scenario="seikyuu")
    game.put("bell-warden", 12.0, 12.0)
    zones = {each.id: each for each in table.view(game.game).pieces if each.kind == "zone"}
    assert {name: zone.owner for name, zone in zones.items()} == {"zone-west": "", "zone-middle": S, "zone-east": ""}
    assert zones["zone-middle"].radius == 2.0
    assert [line.text for line in zones["zone-middle"].details] == [
        "a zone 4″ across, neutral",
        "controlled by South",
    ]


@pytest.mark.parametrize(
    ("key", "purpose", "rule"),
    [
        ("turn 1/south.bell-warden/melee/attack/0", "attack", "B-MELEE-7"),
        ("turn 1/south.bell-warden/damage/1", "damage", "B-DMG-1"),
        ("turn 0/south.bell-warden/tactics/0", "the tactical test", "B-TEST-20"),
        ("turn 5/length", "the length of the game", "B-START-1"),
        ("turn 1/south.bell-warden/sneezing/0", "a test", "B-TEST-1"),
    ],
)
def test_typed_dice_say_what_they_are_for(key: str, purpose: str, rule: str) -> None:
    found = table.roll_wanted(moment().game, key)
    assert (found.purpose, found.rule) == (purpose, rule)
    assert found.owner == ("" if "length" in key else S)


def test_a_game_can_be_played_with_dice_that_people_roll() -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), TypedDice())
    rng = Random(2)
    while session.state.turn < 2:
        with suppress(RollNeeded):  # the answer waits for more dice
            if session.awaiting is None:
                session.answer(random_answer(session.pending(), rng))
                continue
            assert all(table.roll_wanted(session.game, roll.key).rule for roll in session.awaiting.rolls)
            session.roll([rng.randint(1, roll.sides) for roll in session.awaiting.rolls])
    assert len(session.events) > 60


def test_faces_that_were_rolled_again_are_all_shown() -> None:
    assert Pool("x", 6, ((1, 5), (3,))).shown == "1→5, 3"
    assert Pool("x", 6, ()).shown == "–"


def test_the_view_of_a_finished_game_says_who_won() -> None:
    game = moment()
    game.game.state.victory = {S: 2, N: 1}
    assert [player.score for player in table.view(game.game).players] == [2, 1]
    assert table.view(game.game).result == ""


def test_b_geo_3_distances_are_inches_to_two_places_and_nothing_is_rounded() -> None:
    game = moment()
    one, other = game.put("bell-warden", 5.0, 5.0), game.put("ferry-brute", 9.0, 8.0)
    receipt = game.game.ruler.measure(one.disc, other.disc)
    assert receipt.range == receipt.inches == pytest.approx(5.0 - one.radius - other.radius)
    count_in(RULESET.terms.unit)
    assert counted(receipt.range) == "3.62″"
    assert receipt_text(receipt) == "3.62″"


def test_b_start_3_counters_ki_and_states_stand_on_the_table() -> None:
    game = moment()
    game.put("bell-warden", 5.0, 5.0, ki=3, counters=1, facing=9000, markers={"Prone": [0], "Stunned": [0]})
    shown = piece(game, "bell-warden")
    assert (shown.counters, shown.stock, shown.facing) == (1, "Ki 3", 9000)
    assert shown.states == ("Prone", "Stunned")
    waiting = next(each for each in table.view(game.game).reserve if each.id == game["ferry-brute"].id)
    assert (waiting.counters, waiting.facing) == (None, None)


def test_b_ki_20_boosts_and_b_rng_2_states_show_what_every_statistic_is_now() -> None:
    game = moment()
    archer = game.put("temple-guard-archer", 5.0, 5.0, markers={"Stunned": [0]})
    game.game.lend(archer, "Boost [move] (1)", "action", "boost")
    told = card_of(game, "temple-guard-archer")
    assert any(line.startswith("Ranged now") and "Stunned -1" in line for line in told)
    assert any(line.startswith("Move now") and "boosts +1" in line for line in told)


def test_texts_of_a_card_say_the_values_of_this_model() -> None:
    game = moment()
    game.put("bell-warden", 5.0, 5.0)
    [parry] = [line for line in card_of(game, "bell-warden") if line.startswith("Parry (1): ")]
    assert "X" not in parry.partition(": ")[2]
    assert table.filled("X markers of value Y, Xenia", term("Bleed (2/3)")) == "2 markers of value 3, Xenia"


def test_wounds_and_counters_are_told_by_their_number() -> None:
    game = moment()
    warden = game.put("bell-warden", 5.0, 5.0)
    game.game.wound(warden, 1)
    game.game.wound(warden, 2)
    game.game.pay(warden, 2)
    assert [RULESET.tell(game.game, event) for event in game.game.events] == [
        "Bell Warden takes 1 wound, 6 left",
        "Bell Warden takes 2 wounds, 4 left",
        "Bell Warden pays 2 activation counters, 0 left",
    ]


@pytest.mark.parametrize(
    ("amount", "lost", "told"),
    [
        (2, 0, "gains 2 Ki"),
        (1, 1, "gains 1 Ki and loses 1 above its limit"),
        (0, 2, "gains no Ki: it cannot hold more"),
    ],
)
def test_b_stat_2_ki_that_cannot_be_held_is_told_as_such(amount: int, lost: int, told: str) -> None:
    game = moment()
    warden = game.put("bell-warden", 5.0, 5.0)
    event = events.KiGained(model=warden.id, amount=amount, lost=lost, rule="B-START-2")
    assert RULESET.tell(game.game, event) == f"Bell Warden {told}"


def test_b_terr_every_trait_of_terrain_says_what_it_does_with_its_rule() -> None:
    at = moment(
        terrain=(
            ground("reed", 2, 2, 2, 2, passage="difficult", visibility="obscuring", size="huge"),
            ground("gate", 8, 2, 2, 2, passage="impassable", visibility="blocking", size="small", destructible=True),
            ground("mound", 14, 2, 2, 2, visibility="enhancing", size="large"),
            ground("paving", 20, 2, 2, 2, passage="ideal"),
        )
    )
    told = {name: [(line.rule, line.text) for line in lines] for name, lines in grounds(at.game).items()}
    assert {rule for lines in told.values() for rule, _text in lines} == {"", *(f"B-TERR-{n}" for n in range(1, 10))}
    assert told["reed"][0] == ("B-TERR-2", "Difficult: Each inch in this terrain costs two.")
    assert told["gate"][2] == (
        "B-TERR-9",
        "Destructible: A model that waits beside this terrain may remove it for 2 Ki.",
    )
    at.game.state.destroyed.append("gate")
    assert "gate" not in grounds(at.game)
    assert "gate" not in {each.id for each in at.game.ruler.battlefield.pieces}


@pytest.mark.parametrize(
    ("scenario", "texts"),
    [
        ("idols", ["neutral"] * 3),
        ("keii", ["friendly to the player who deploys in the south"] * 2 + ["neutral"] * 2
         + ["friendly to the player who deploys in the north"] * 2),
    ],
)  # fmt: skip
def test_b_setup_1_objectives_lie_there_before_the_sides_are_chosen(scenario: str, texts: list[str]) -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario)), KeyedDice(3))
    lying = [each for each in RULESET.view(session.game).pieces if each.symbol == "objective"]
    assert [each.details[0].text for each in lying] == texts
    assert {each.owner for each in lying} == {""}
    while session.pending().rule != "B-SETUP-5":
        session.answer(random_answer(session.pending(), Random(1)))
    after = [each for each in RULESET.view(session.game).pieces if each.symbol == "objective"]
    assert [(each.id, each.x, each.y) for each in after] == [(each.id, each.x, each.y) for each in lying]


@pytest.mark.parametrize(("scenario", "what"), [("idols", "objectives"), ("keii", "scenario points")])
def test_b_scen_1_a_victory_point_says_of_what_somebody_has_the_most(scenario: str, what: str) -> None:
    at = moment(scenario=scenario)
    at.game.state.turn, at.game.state.points = 2, {S: 3, N: 1}
    laid = scenarios.find(scenario)
    first, objective = next(iter(laid.objectives(at.game).items()))
    at.game.state.objectives = {first: objective}
    objective.friendly_to = S
    at.run(laid.ending(at.game), *([["idol-1"]] if scenario == "idols" else []))
    [point] = at.told("VictoryPoint")
    assert RULESET.tell(at.game, point) == f"South scores a victory point: the most {what}"


def log_of(at: Moment, since: int = 0) -> list[str]:
    return [RULESET.tell(at.game, event) for event in at.game.events[since:]]


def test_b_fear_2_the_log_names_whose_fear_a_test_is_against() -> None:
    at = duel((3,), {}, {"traits": ["Fear (4)"]}, gap=1.0)
    at.run(fear_test(at.game, at["a"], 4, at["b"]))
    assert log_of(at) == [
        "A rolls for the Ki test against the Fear of B: 3",
        "A fails the Ki test against the Fear of B: 3, 4 needed",
    ]


def test_b_state_7_the_log_names_the_disguise() -> None:
    at = duel((5, 3), {"ki": {"value": 2, "max": 6}}, {}, gap=1.0)
    at.game.mark(at["b"], "Disguised", 4)
    at.run(sees_through(at.game, at["a"], at["b"]))
    assert "A passes the Ki test against the Disguise of B: 6, 4 needed" in log_of(at)


def test_b_rng_2_and_b_rng_11_the_log_names_the_target_of_shots_and_who_may_be_hit_instead() -> None:
    """A friend of the shooter touches the target; the damage names its victim (B-DMG-1)."""
    bow: dict[str, Any] = {"ranged": {"value": 1}, "weapons": [BLADE, BOW]}
    south = warband(card("A", **bow), card("C"), faction="South")
    at = moment((6, 6, 3, 3), south=south, north=warband(card("B"), faction="North"))
    at.put("a", 5.0, 12.0, facing=0)
    at.put("b", 10.0, 12.0, facing=18000)
    at.put("c", 10.0, 12.0 + 2 * HALF)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    told = log_of(at)
    assert "A rolls for the ranged attack against B: 6" in told
    assert "A rolls for the ranged attack to hit B and not a friend beside it: 6" in told
    assert any(text.startswith("A rolls damage against B, 3, 3: 3 + 3 = 6") for text in told)


def test_b_rng_1_the_log_says_that_a_shot_is_out_of_range() -> None:
    at = duel((), {"weapons": [BLADE, BOW], "ranged": {"value": 1}}, {}, gap=18.5)
    at.run(shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert log_of(at) == ["A shoots at B with Bow: out of range, no roll"]


def test_b_melee_7_the_log_names_the_opponent_of_every_roll_and_the_target_of_a_charge() -> None:
    at = duel((3, 3, 3, 3, 3, 3), {}, {}, gap=4.0)
    spot = [at["b"].x - 2 * HALF - CONTACT / 2, 12.0]
    act(at, "a", "charge", spot, "0/3", "0/3")
    told = log_of(at)
    assert any(text.startswith("A goes for B: ") for text in told)
    assert "A rolls for defence against B: 3, 3, 3 (3 + 1 + 1 = 5)" in told


@pytest.mark.parametrize(("face", "told"), [
    (2, "Turn 5 begins; the die for the game length shows 2: the game continues; every model on the table gains "
        "2 activation counters"),
    (4, "Turn 5 begins; every model on the table gains 2 activation counters"),
])  # fmt: skip
def test_b_start_1_the_log_shows_the_die_of_1_to_3_too(face: int, told: str) -> None:
    at = moment((face, 5, 2, 2), length="variable", turns=5)
    at.put("bell-warden", 5.0, 5.0)
    at.put("river-bandit-chief", 20.0, 20.0)
    at.game.state.turn = 4
    flow = phases.starting_phase(at.game)
    next(flow)
    assert log_of(at)[0] == told
    assert ("Turn 5 is the last one: the die shows 4" in log_of(at)) is (face == 4)


def test_b_ki_1_the_log_names_whom_a_feat_is_used_on_and_what_a_boost_is_for() -> None:
    at = moment((5, 4, 3, 2))
    warden = at.put("bell-warden", 5.0, 12.0, ki=6, counters=2)
    at.put("river-bandit-chief", 5.0 + 2 * HALF + 4.0, 12.0, facing=18000)
    at.game.state.step = "activation"
    act(at, "bell-warden", "simple-feat", "stand", ["north.river-bandit-chief"])
    assert "Bell Warden uses Tolling Voice on River Bandit Chief for 2 Ki, 4 left" in log_of(at)
    assert "Bell Warden rolls for the Ki test against River Bandit Chief: 5, 4 (5 + 1 = 6)" in log_of(at)
    boost(at.game, warden)
    assert log_of(at)[-1] == "Bell Warden pays 1 Ki for one more inch of Move, 3 left"


def test_b_tr_12_b_tr_25_and_b_tr_37_the_log_names_both_sides_of_an_ability() -> None:
    lead = card("Lead", traits=["Heal (1)", "Channel (1/6)", "Order [Man] (1/6)"], ki={"value": 1, "max": 6})
    south = warband(lead, card("Man"), faction="South")
    at = moment((), south=south, north=warband(card("Foe"), faction="North"))
    at.put("lead", 5.0, 12.0, ki=1)
    at.put("man", 5.0 + 2 * HALF, 12.0, wounds=2)
    act(at, "lead", "channel", "south.man")
    act(at, "lead", "heal", ["south.man"])
    at["lead"].counters = 2
    act(at, "lead", "order")
    told = log_of(at)
    assert "Lead gives 1 Ki to Man" in told
    assert "Lead heals 1 wound of Man, 4 left" in told
    assert "Lead orders Man: activation counters gained: 1, 3 left" in told


def test_b_scen_5_and_b_scen_7_the_log_says_where_scenario_points_are_scored() -> None:
    at = moment(scenario="keii")
    at.game.state.objectives = scenarios.find("keii").objectives(at.game)
    shrine = at.game.state.objectives["shrine-3"]
    at.put("bell-warden", shrine.x, shrine.y - 2 * HALF)
    act(at, "bell-warden", "simple-scenario")
    assert "South scores 2 scenario points: Bell Warden prays at Shrine 3" in log_of(at)
    at = moment(scenario="seikyuu")
    at.put("bell-warden", 12.0, 12.0)
    scenarios.find("seikyuu").scored(at.game)
    assert log_of(at) == ["South scores 2 scenario points for zone middle"]


def test_b_state_5_the_log_names_the_ki_that_lifts_a_death_sentence() -> None:
    at = moment()
    warden = at.put("bell-warden", 5.0, 12.0, ki=4)
    at.game.mark(warden, "Death Sentence", 0)
    at.run(phases.death_sentence(at.game, warden), "pay")
    assert log_of(at)[-1] == "Bell Warden pays 3 Ki and loses Death Sentence (1)"


@pytest.mark.parametrize(("scenario", "told"), [
    ("idols", "both sides have the same number of objectives"),
    ("keii", "both sides have the same number of scenario points"),
])  # fmt: skip
def test_amb_29_a_turn_without_a_victory_point_says_why(scenario: str, told: str) -> None:
    at = moment(scenario=scenario)
    at.game.state.turn = 2
    at.run(scenarios.find(scenario).ending(at.game))
    assert log_of(at) == [f"Nobody scores a victory point: {told}"]


@pytest.mark.parametrize(("scenario", "what"), [("idols", "the most objectives"), ("keii", "the most scenario points")])
def test_b_scen_1_the_score_of_a_turn_names_what_was_counted(scenario: str, what: str) -> None:
    counted = scenarios.find(scenario).counts
    point = events.VictoryPoint(player=S, victory=1, reason="the most", counted=counted)
    found = point.landmark()
    assert found is not None
    assert found.text == what


def test_b_tr_15_a_pool_names_the_trait_that_adds_to_it() -> None:
    south = warband(card("A", traits=["Co-ordinated Attack [Fighter]"]), card("C", types=["Fighter"]), faction="South")
    at = moment((), south=south, north=warband(card("B"), faction="North"))
    a, b = at.put("a", 5.0, 12.0), at.put("b", 5.0 + 2 * HALF, 12.0)
    at.put("c", b.x + 2 * HALF, 12.0)
    bout = Bout(Fighter(a, "Blade"), Fighter(b, "Blade"))
    assert parts(at.game, bout, bout.activating) == [("melee", 3), ("Co-ordinated Attack", 1)]


def test_no_words_of_the_program_stand_for_those_of_the_game() -> None:
    assert RULESET.terms.gain(0.5) == "+0.5 objectives"


def test_the_plate_of_a_player_counts_pass_tokens_and_objectives() -> None:
    session = skirmish_session(scenario="idols")
    view = session.ruleset.view(session.game)
    assert [stock.text for stock in view.players[0].left] == ["0 objectives", "0 pass tokens"]
    learning = new_lesson(session.ruleset)
    pieces = learning.ruleset.view(learning.game).pieces
    idol = next(piece for piece in pieces if piece.symbol == "objective")
    assert "Each use turns it one step: enemy → neutral → yours" in [line.text for line in idol.details]


def test_b_stat_5_models_out_of_the_game_are_listed_as_lost() -> None:
    session = skirmish_session(reed_stalker={"place": "killed"}, ferry_brute={"place": "removed"})
    view = RULESET.view(session.game)
    assert {piece.name for piece in view.lost} == {"Reed Stalker", "Ferry Brute"}
    assert all(piece.fate is not None and piece.counters is None and not piece.left for piece in view.lost)
    said = {piece.name: said_of(piece) for piece in (*view.pieces, *view.lost) if piece.kind == "base"}
    assert (said["Bell Warden"], said["Reed Stalker"]) == ("Ki 2 · 2 counters", "Ki 2")
