"""What all scenarios share (section 10): the winner's nomination, threats' traits, whole random games."""

import random
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.session import Session
from game.players import answer_with, make_player
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.rules.events import DieRaised, Nominated, Triumphed
from game.rulesets.godbreakers.rules.invariants import SOUND
from game.rulesets.godbreakers.rules.scenarios import find, names
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild.unaligned import TABLES
from game.rulesets.godbreakers.words.rule_text import RULES
from tests.rulesets.godbreakers.kit import (
    PLAYERS,
    A,
    B,
    Play,
    begin,
    godbreaker,
    make_setup,
    of_kind,
    table,
    unaligned,
    wall,
    wood,
)
from tests.samples import some

SCENARIOS = ("score", "nest", "tragedy", "trap", "gathering", "clash")


def test_g_scn_2_there_are_six_scenarios_each_with_a_title_and_a_summary() -> None:
    assert names() == ("score", "clash", "nest", "tragedy", "trap", "gathering")
    assert set(names()) == set(SCENARIOS)
    assert all(find(name).title and find(name).summary for name in names())


def test_g_scn_5_the_tables_name_traits_that_exist_one_for_each_face() -> None:
    assert {table: len(traits) for table, traits in TABLES.items()} == {"Mighty": 8, "Sinister": 6}
    assert {trait for traits in TABLES.values() for trait in traits} <= set(REGISTRY)


# -- G-SCN-3 -----------------------------------------------------------------------------------------


def won(*dice: int, **more: Any) -> Play:
    """Anna wins by score; three of her godbreakers stand, one has a D10."""
    pieces = [
        godbreaker("Raven", A, 3, 3, 8, damage=2),
        godbreaker("Wren", A, 6, 3, 6),
        godbreaker("Crow", A, 9, 3, 10),
        godbreaker("Nova", B, 27, 17),
    ]
    return begin(*pieces, step="resolution", in_round=5, dice=dice, **{"vp": {A: 20}, **more})


def test_g_scn_3_the_winner_may_name_a_godbreaker_below_d10_which_gains_a_triumph() -> None:
    play = won()
    assert play.asked == (A, "G-SCN-3")
    assert play.candidates == ["raven", "wren"]
    assert play.ended() == ([A], "")
    assert not play.session.finished
    happened = play.answer(["raven"])
    assert [event.model for event in of_kind(happened, Nominated)] == ["raven"]
    assert [event.removed for event in of_kind(happened, Triumphed)] == [2]
    assert [(event.model, event.die) for event in of_kind(happened, DieRaised)] == [("raven", 10)]
    assert (play.model("Raven").die, play.model("Raven").damage) == (10, 0)
    assert play.session.finished


def test_g_scn_3_the_winner_may_name_nobody() -> None:
    play = won()
    happened = play.answer([])
    assert of_kind(happened, Triumphed) == []
    assert play.model("Raven").die == 8
    assert play.session.finished


def test_g_scn_3_a_draw_names_nobody_nor_does_a_winner_without_anybody_below_d10() -> None:
    play = won(vp={A: 7, B: 7})
    assert play.session.finished
    assert play.ended() == ([A, B], "")
    pieces = [godbreaker("Raven", A, 3, 3, 10), godbreaker("Nova", B, 27, 17)]
    play = begin(*pieces, step="resolution", in_round=5, vp={A: 20})
    assert play.session.finished


def test_g_scn_3_alone_who_has_won_names_one_and_who_has_lost_none() -> None:
    pieces = [godbreaker("Raven", A, 3, 3, 8), godbreaker("Wren", A, 6, 3, 6)]
    play = begin(*pieces, step="resolution", in_round=5, players=1, vp={A: 12})
    assert play.asked == (A, "G-SCN-3")
    play.answer(["wren"])
    assert play.model("Wren").die == 8
    play = begin(*pieces, step="resolution", in_round=5, players=1, vp={A: 10})
    assert play.session.finished


def test_g_scn_3_whoever_wins_by_rout_or_concession_names_one_too() -> None:
    play = begin(godbreaker("Raven", A, 3, 3, 8), step="resolution")
    assert play.asked == (A, "G-SCN-3")
    play = begin(godbreaker("Raven", A, 3, 3, 8), godbreaker("Nova", B, 27, 17))
    play.declare("concede", A)
    assert play.asked == (B, "G-SCN-3")
    assert play.candidates == ["nova"]
    assert play.session.ruleset.interrupts(play.game, B) == ()


def test_g_scn_3_the_nomination_is_a_moment_of_the_game_that_can_be_saved_and_taken_back() -> None:
    play = won()
    again = play.session.ruleset.read_state(play.state.plain(), play.session.setup, "a test")
    resumed = Session(play.session.ruleset, play.session.setup, play.dice, state=again)
    assert resumed.pending().plain() == play.decision.plain()
    before = play.state.digest()
    play.answer(["raven"])
    play.session.undo()
    assert play.state.digest() == before
    assert play.asked == (A, "G-SCN-3")


# -- states read from a document -----------------------------------------------------------------------


@pytest.mark.parametrize(("field", "value"), [("deployed", "zoe"), ("hunts", {"zoe": [1]}), ("hunts", {A: [7]})])
def test_a_state_with_an_impossible_setup_is_refused(field: str, value: object) -> None:
    setup = make_setup(2, table(), scenario="clash")
    state = load("godbreakers").begin(setup)
    setattr(state, field, value)
    with pytest.raises(DocumentError, match=field):
        SOUND.require(state, setup, "a test")


@pytest.mark.parametrize("rank", [0, 4])
def test_g_cir_5_a_state_with_a_rank_that_is_none_from_1_to_3_is_refused(rank: int) -> None:
    setup = make_setup(2, table())
    state = load("godbreakers").begin(setup)
    next(iter(state.models.values())).traits["Tough"] = rank
    with pytest.raises(DocumentError, match=rf"rank {rank} of Tough.*G-CIR-5"):
        SOUND.require(state, setup, "a test")


# -- whole games ---------------------------------------------------------------------------------------


def ground() -> Any:
    """A small table with terrain of every sort, so that pieces meet and room is short."""
    return table(
        wood("Grove", 4, 3, 9, 8),
        wood("Marsh", 13, 11, 19, 16),
        wall("Hedge", (9, 4), (9, 7), (13, 7)),
        wall("Rampart", (18, 3), (21, 8), impassable=True),
        width=24,
        height=18,
    )


def new_game(scenario: str, players: int, seed: int) -> Session:
    traits = "chosen" if seed % 2 else "rolled"
    setup = make_setup(players, ground(), scenario=scenario, rounds=3, threat_traits=traits)
    return Session(load("godbreakers"), setup, KeyedDice(seed))


SEATS = [
    (scenario, players)
    for number, scenario in enumerate(SCENARIOS)
    for players in (1, 2, 3, 4)
    if (number + players) % 2 < some(2)
]
"""Every scenario with one and three players or with two and four; with all numbers in a thorough run."""


@pytest.mark.parametrize(("scenario", "players"), SEATS)
def test_g_scn_a_random_game_of_every_scenario_keeps_every_invariant_and_ends(scenario: str, players: int) -> None:
    session = new_game(scenario, players, seed=players)
    source = random.Random(players)
    known = RULES.entries
    while session.decision is not None:
        decision = session.decision
        assert decision.rule in known
        session.answer(random_answer(decision, source))
        assert session.ruleset.violations(session.game) == []
    assert session.ruleset.result(session.game) is not None
    assert {event.rule for event in session.events} <= set(known)
    told = [session.ruleset.tell(session.game, event) for event in session.events]
    assert [text for text, event in zip(told, session.events) if text == event.kind] == []
    assert session.ruleset.view(session.game).result


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_g_scn_forks_undo_and_replay_are_exact_in_every_scenario(scenario: str) -> None:
    session = new_game(scenario, 2, seed=3)
    source = random.Random(3)
    asked = 0
    while session.decision is not None:
        if asked % 15 == 0:
            fork = session.fork()
            assert fork.pending().plain() == session.decision.plain()
            assert fork.state.digest() == session.state.digest()
        answer = random_answer(session.decision, source)
        before = session.state.digest()
        session.answer(answer)
        if asked % 15 == 7:
            after = session.state.digest()
            session.undo()
            assert session.state.digest() == before
            session.answer(answer)
            assert session.state.digest() == after
        asked += 1
    again = Session(session.ruleset, session.setup, session.dice)
    for entry in session.journal:
        again.answer(entry)
    assert again.state.digest() == session.state.digest()


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_g_scn_the_greedy_player_plays_every_scenario(scenario: str) -> None:
    setup = make_setup(2, ground(), scenario=scenario, rounds=3)
    session = Session(load("godbreakers"), setup, KeyedDice(5), history=False)
    players = {player: make_player("greedy", place) for place, player in enumerate(PLAYERS[:2])}
    asked = 0
    while session.decision is not None:
        session.answer(answer_with(players[session.decision.player], session, asked))
        asked += 1
        assert asked < 2_000
    assert session.ruleset.violations(session.game) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_q35_a_player_may_leave_a_scenario_at_any_moment(scenario: str) -> None:
    source = random.Random(scenario)
    for moment in ((2, 60), (25, 130))[SCENARIOS.index(scenario) % 2]:
        session = new_game(scenario, 3, seed=moment)
        for _ in range(moment):
            session.answer(random_answer(session.pending(), source))
        leaver = session.pending().player
        (offer, refused), *_ = session.ruleset.interrupts(session.game, leaver)
        while refused is not None:  # in the middle of what another's model or a wild one does
            assert session.state.models[session.state.active].owner != leaver
            session.answer(random_answer(session.pending(), source))
            (offer, refused), *_ = session.ruleset.interrupts(session.game, leaver)
        session.interrupt(offer)
        while session.decision is not None:
            assert session.ruleset.violations(session.game) == []
            session.answer(random_answer(session.decision, source))
        assert leaver not in session.state.result.winners


@pytest.mark.parametrize(
    ("scenario", "key", "kind", "worth"),
    [("tragedy", "treatment", "lost", 0.75), ("gathering", "verify", "local", 0.0)],
)
def test_a_special_action_is_weighed_by_the_exact_chance_of_its_test(
    scenario: str, key: str, kind: str, worth: float
) -> None:
    patient = unaligned("Ann", 11.5, 10, 6, kind=kind)
    play = begin(godbreaker("Raven", A, 10, 10), patient, godbreaker("Nova", B, 27, 17), scenario=scenario)
    play.answer(["raven"])
    found = RULESET.judge.prospects(play.game, play.decision, random.Random(1))
    # A D6 passes with 4, 5 and 6.
    (prospect,) = [each for each in found if each.answer == key]
    assert prospect.worth == pytest.approx(worth)
    assert prospect.why.startswith("50% to pass")
