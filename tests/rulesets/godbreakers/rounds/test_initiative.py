"""Rounds (G-RND) and the Initiative phase (G-INI)."""

from collections.abc import Iterator

import pytest

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.events import (
    Activated,
    Damaged,
    DieRaised,
    InitiativeTied,
    InitiativeWon,
    PrioritySet,
    Rolled,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios.bundled import TheScore
from tests.rulesets.godbreakers.kit import (
    PLAYERS,
    A,
    B,
    C,
    D,
    Play,
    begin,
    from_the_start,
    godbreaker,
    make_setup,
    of_kind,
    table,
    unaligned,
)


def leaders(*dice: int, players: int = 2, die: int = 8) -> Play:
    """A game at its Initiative phase in which every circle is its leader."""
    models = [godbreaker(f"Lead{each}", each, 3 + 5 * place, 5, die, leader=True) for place, each in enumerate(PLAYERS)]
    return begin(*models[:players], step="initiative", players=players, dice=dice)


# -- G-RND ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 5, 7])
def test_g_rnd_1_the_game_lasts_as_long_as_agreed(rounds: int) -> None:
    models = (godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    going_on = begin(*models, step="resolution", in_round=rounds - 1, rounds=rounds)
    assert going_on.state.result is None
    assert going_on.state.round == rounds
    over = begin(*models, step="resolution", in_round=rounds, rounds=rounds, vp={A: 1})
    assert over.ended() == ([A], "")


def test_g_rnd_1_five_rounds_unless_agreed_otherwise_and_three_to_seven_at_most() -> None:
    assert make_setup(2, table()).options.rounds == 5
    for rounds in (2, 8):
        with pytest.raises(ValueError, match="rounds"):
            make_setup(2, table(), rounds=rounds)


def test_g_rnd_2_a_round_is_initiative_activation_recovery_resolution() -> None:
    raven, nova = godbreaker("Raven", A, 5, 5, 8, leader=True), godbreaker("Nova", B, 6, 5, 8, leader=True)
    play = begin(raven, nova, step="round", in_round=0, dice=[5, 3, 7, 4, 2])
    assert play.asked == (A, "G-INI-3")
    happened = play.session.events + play.answer([A, B], ["raven"], "engage", ["nova"], "end", ["nova"], "end")
    kinds = [event.kind for event in happened]
    order = ["RoundBegan", "InitiativeWon", "PrioritySet", "Activated", "Recovered", "Casualty", "Routed", "GameEnded"]
    assert sorted(order, key=kinds.index) == order


def test_g_rnd_2_the_next_round_begins_after_the_last_phase() -> None:
    play = begin(
        godbreaker("Raven", A, 5, 5, leader=True),
        godbreaker("Nova", B, 25, 15, leader=True),
        dice=[4, 3],
    )
    play.end_round()
    assert play.state.round == 2
    assert play.asked == (A, "G-INI-3")
    assert not any(model.activated for model in play.state.models.values())


# -- G-INI ---------------------------------------------------------------------------------------


def test_g_ini_1_every_leader_rolls_and_the_highest_result_wins() -> None:
    play = leaders(3, 7)
    assert play.state.initiative == B
    assert play.asked == (B, "G-INI-3")
    rolled = of_kind(play.session.events, Rolled)
    assert [(event.model, event.purpose) for event in rolled] == [
        ("leadanna", "initiative"),
        ("leadbert", "initiative"),
    ]


def test_g_ini_1_an_initiative_roll_is_not_challenging() -> None:
    assert leaders(1, 3).state.initiative == B


@pytest.mark.parametrize("place", ["casualty", "ascended"])
def test_g_ini_1_without_its_leader_the_player_picks_any_other_godbreaker(place: str) -> None:
    gone = godbreaker("Boss", A, 1, 1, leader=True)
    gone.place = "casualty" if place == "casualty" else "ascended"
    play = begin(
        gone,
        godbreaker("Raven", A, 5, 5, 6),
        godbreaker("Wren", A, 8, 5, 10),
        unaligned("Pet", 12, 5, owner=A),
        godbreaker("Nova", B, 25, 15, leader=True),
        step="initiative",
        dice=[9, 2],
    )
    assert play.asked == (A, "G-INI-1")
    assert play.candidates == ["raven", "wren"]
    happened = play.answer(["wren"])
    assert [(event.model, event.roll.sides) for event in of_kind(happened, Rolled)] == [("wren", 10), ("nova", 6)]


def test_g_ini_1_with_all_leaders_gone_everybody_picks_in_the_last_order_and_the_tied_roll_on() -> None:
    gone = [godbreaker(f"Boss{each}", each, 1, 1, leader=True) for each in (A, B, C)]
    for boss in gone:
        boss.place = "casualty"
    left = [godbreaker(f"Left{each}", each, 5 + 5 * n, 5 + 5 * k) for n, each in enumerate((A, B, C)) for k in (0, 1)]
    for number, model in enumerate(left):
        model.id, model.name = f"{model.id}-{number % 2}", f"{model.name} {number % 2}"
    play = begin(*gone, *left, step="initiative", players=3, dice=[4, 4, 1, 2, 5])
    asked = []
    while play.asked[1] == "G-INI-1":
        asked.append((play.asked[0], play.candidates))
        play.answer([play.candidates[1]])
    assert asked == [(each, [f"left{each}-0", f"left{each}-1"]) for each in (A, B, C)]
    rolled = of_kind(play.session.events, Rolled)
    assert [event.model for event in rolled] == [f"left{each}-1" for each in (A, B, C, A, B)]
    assert play.asked == (B, "G-INI-3")


def test_g_ini_1_a_circle_without_godbreakers_neither_picks_nor_rolls() -> None:
    pet = unaligned("Pet", 12, 5, owner=B)
    play = begin(godbreaker("Raven", A, 5, 5, leader=True), pet, step="initiative", dice=[1])
    assert [event.model for event in of_kind(play.session.events, Rolled)] == ["raven"]
    assert play.asked == (A, "G-INI-3")
    assert play.items == [A, B]


def test_g_ini_2_only_the_tied_roll_again_until_one_wins() -> None:
    play = leaders(5, 5, 3, 2, 2, 4, 6, players=3)
    assert [event.players for event in of_kind(play.session.events, InitiativeTied)] == [(A, B), (A, B)]
    assert play.state.initiative == B
    assert play.state.initiative_result == 6


def test_g_ini_2_a_tie_below_the_highest_is_none() -> None:
    assert leaders(3, 3, 4, players=3).state.initiative == C


def test_q5_re_rolls_of_a_tie_use_the_old_die_and_the_triumph_is_settled_after() -> None:
    play = leaders(8, 8, 1, 2, die=8)
    rolled = of_kind(play.session.events, Rolled)
    assert [event.roll.sides for event in rolled] == [8, 8, 8, 8]
    # Initiative is settled: the winner sets the order with the new dice on the table.
    assert (play.asked, play.model("Leadanna").die) == ((B, "G-INI-3"), 10)
    happened = play.answer([B, A])
    assert [(event.model, event.die) for event in of_kind(play.session.events, DieRaised)] == [
        ("leadanna", 10),
        ("leadbert", 10),
    ]
    assert of_kind(happened, PrioritySet)


def test_q5_two_initiative_triumphs_of_one_model_raise_its_die_twice() -> None:
    play = leaders(6, 6, 6, 2, die=6)
    play.answer([A, B])
    assert (play.model("Leadanna").die, play.model("Leadbert").die) == (10, 8)


def test_g_roll_6_a_d12_leader_ascends_once_initiative_is_settled() -> None:
    wren = godbreaker("Wren", A, 5, 9)
    boss, nova = godbreaker("Boss", A, 5, 5, 12, leader=True), godbreaker("Nova", B, 25, 15, leader=True)
    play = begin(boss, wren, nova, step="initiative", dice=[12, 3])
    assert play.state.initiative == A
    play.answer([A, B])
    assert play.model("Boss").place == "ascended"
    assert play.candidates == ["wren"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g_ini_3_the_winner_sets_the_whole_order_among_any_number_of_players(players: int) -> None:
    play = leaders(*range(1, players + 1), players=players)
    winner = PLAYERS[players - 1]
    assert play.asked == (winner, "G-INI-3")
    assert set(play.items) == set(PLAYERS[:players])
    order = [PLAYERS[0], winner, *PLAYERS[1 : players - 1]]
    happened = play.answer(order)
    assert play.state.priority == order
    assert [event.handler for event in of_kind(happened, PrioritySet)] == [order[-1]]
    assert play.asked == (A, "G-ACT-1")


def test_g_ini_3_a_lone_player_has_nothing_to_order() -> None:
    play = leaders(4, players=1)
    assert play.state.priority == [A]
    assert play.asked == (A, "G-ACT-1")
    assert [event.player for event in of_kind(play.session.events, InitiativeWon)] == [A]


def test_g_ini_3_every_player_is_in_the_order_once() -> None:
    play = leaders(5, 3, 1, players=3)
    for wrong in ([A, B], [A, A, B], [A, B, C, D]):
        assert [refusal.rule for refusal in play.refused(list(wrong))] == ["G-INI-3"]
    play.answer([C, A, B])


def test_g_ini_4_start_of_the_round_rules_happen_after_the_order_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[list[str], str]] = []

    def round_starts(self: TheScore, game: Game) -> Iterator[Flow]:
        seen.append((list(game.state.priority), game.state.initiative))
        yield from ()

    monkeypatch.setattr(TheScore, "round_starts", round_starts)
    play = leaders(2, 5)
    assert seen == []
    play.answer([A, B])
    assert seen == [([A, B], B)]


def test_g_ini_5_the_lowest_in_priority_handles_the_wild_models() -> None:
    play = begin(
        unaligned("Wolf", 10, 10),
        godbreaker("Raven", A, 3, 3),
        godbreaker("Nova", B, 25, 15),
        godbreaker("Cass", C, 3, 15),
        players=3,
        priority=[B, C, A],
    )
    play.answer(["nova"], "end", ["cass"], "end", ["raven"], "end")
    assert play.asked == (A, "G-ACT-2")
    happened = play.answer(["wolf"])
    assert [(event.model, event.handler) for event in of_kind(happened, Activated)] == [("wolf", A)]
    assert play.asked[0] == A


def test_g_ini_5_the_handler_is_no_controller_and_gets_no_mercy() -> None:
    wolf = unaligned("Wolf", 11, 10)
    play = begin(wolf, godbreaker("Raven", A, 3, 3), godbreaker("Nova", B, 10, 10), dice=[7, 3, 4], priority=[A, B])
    play.answer(["raven"], "end", ["nova"], "end", ["wolf"])
    assert play.asked == (B, "G-SIDE-5")
    happened = play.answer("engage", ["nova"])
    assert [(event.model, event.amount) for event in of_kind(happened, Damaged)] == [("nova", 4)]
    assert play.model("Wolf").owner == ""


def test_g_ini_5_the_players_may_agree_that_one_of_them_handles_the_wild_models() -> None:
    play = begin(
        unaligned("Wolf", 10, 10),
        godbreaker("Raven", A, 3, 3),
        godbreaker("Nova", B, 25, 15),
        priority=[A, B],
        wild_handler=A,
    )
    play.answer(["raven"], "end", ["nova"], "end")
    assert play.asked == (A, "G-ACT-2")
    with pytest.raises(ValueError, match="neither 'lowest' nor a player"):
        make_setup(2, table(), wild_handler=D)


def test_g_scn_1_seniority_is_the_order_of_the_players_in_the_setup() -> None:
    play = from_the_start(3)
    assert play.session.ruleset.players(play.session.setup) == (A, B, C)
    assert play.decision.player == A


def test_g_ini_5_nobody_is_said_to_handle_the_wild_before_the_order_is_known() -> None:
    play = leaders(6, 2)
    notes = {player.id: player.notes for player in play.session.ruleset.view(play.game).players}
    assert play.decision.kind == "order"
    assert notes == {A: ("initiative",), B: ()}
    play.answer([A, B])
    notes = {player.id: player.notes for player in play.session.ruleset.view(play.game).players}
    assert notes == {A: ("initiative",), B: ("handles wild models",)}
