"""Rare moments in which a game must go on: what is removed in mid-action, destroyed, crowded out or left alone."""

from itertools import product
from random import Random

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.events import (
    Ascended,
    Damaged,
    MarkerDestroyed,
    OutOfReach,
    Rolled,
    Scored,
    TokensDropped,
    TokensVanished,
)
from game.rulesets.godbreakers.rules.setup import PlayerDocument, Setup, SetupDocument
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.traits import REGISTRY
from tests.rulesets.godbreakers.kit import (
    FAR,
    PLAYERS,
    A,
    B,
    C,
    Play,
    begin,
    forgotten,
    godbreaker,
    hoard,
    make_setup,
    objective,
    of_kind,
    shard,
    table,
    treasure,
    unaligned,
    wall,
    wood,
)


def sound(play: Play) -> bool:
    return play.session.ruleset.violations(play.game) == []


# -- gone in the middle of something -----------------------------------------------------------------


def test_g_roll_6_and_q15_the_active_model_ascends_after_its_first_action_and_has_no_second() -> None:
    nova = godbreaker("Nova", B, 11.5, 10, 8, traits={"Vengeful": 1})
    play = begin(godbreaker("Raven", A, 10, 10, 12, damage=3), nova, treasure("gold", "raven"), dice=[12, 5])
    happened = play.act("Raven", "engage", ["nova"])
    # It still stands there while the engage goes on: Nova may yet pay back.
    assert play.candidates == ["raven"]
    happened = play.answer(["raven"])
    assert [(event.model, event.tokens) for event in of_kind(happened, Ascended)] == [("raven", ("gold",))]
    assert play.state.active == ""
    assert play.asked == (B, "G-ACT-1")


def test_q15_a_model_that_ascends_by_a_test_of_its_own_special_action() -> None:
    raven = godbreaker("Raven", A, 10, 10, 12, traits={"Summoning": 1})
    play = begin(raven, godbreaker("Nova", B, *FAR), dice=[12])
    play.act("Raven", "summon", [10, 11.5])
    assert play.model("Raven").place == "ascended"
    assert play.state.models["summoned-d8-1"].owner == A
    play.answer(["nova"], "end")
    # What it summoned is its player's, and still acts.
    assert play.candidates == ["summoned-d8-1"]


def test_g_trait_despoiling_whom_a_failed_test_removes_again_may_be_called_again() -> None:
    dead = godbreaker("Wren", A, 1, 1, 12)
    dead.place = "casualty"
    raven = godbreaker("Raven", A, 10, 10, traits={"Despoiling": 3})
    play = begin(raven, dead, godbreaker("Nova", B, *FAR), dice=[1, 2])
    play.act("Raven", "despoil", ["wren"], [10, 11.5], "despoil", ["wren"], [10, 8.5])
    assert (play.model("Wren").place, play.model("Wren").die) == ("casualty", 10)


def test_q25_a_token_lies_where_no_base_would_fit() -> None:
    # The wolf dies in the only gap of a crowd and a wall; its token needs no room.
    ring = [godbreaker(f"M{n}", A, 10 + dx, 10 + dy) for n, (dx, dy) in enumerate([(1, 0), (-1, 0), (0, 1)])]
    wolf = unaligned("Wolf", 10, 10, damage=9)
    ground = table(wall("Wall", (8, 9.3), (12, 9.3)))
    play = begin(
        *ring, wolf, godbreaker("Nova", B, *FAR), treasure("gold", "wolf"), step="recovery", dice=[2], ground=ground
    )
    dropped = of_kind(play.session.events, TokensDropped)
    assert [(event.x, event.y) for event in dropped] == [(10, 10)]
    token = play.state.tokens["gold"]
    assert (token.holder, token.x, token.y) == ("", 10, 10)


def test_g_res_2_a_marker_destroyed_scores_no_more_and_its_shards_trait_is_gone() -> None:
    raven = godbreaker("Raven", A, 10, 10)
    pieces: list[Model | Marker] = [
        raven,
        shard(B, 11.5, 10),
        godbreaker("Nova", B, 20, 10),
        godbreaker("Nix", B, 21.5, 10),
        objective(*FAR),
    ]
    play = begin(*pieces, dice=[5], shards={B: "Fleet"})
    happened = play.act("Raven", "sunder", [f"{B}.shard"])
    assert [event.marker for event in of_kind(happened, MarkerDestroyed)] == [f"{B}.shard"]
    play.answer("end", ["nova"], "move")
    assert play.may_place(20, 3.01)
    assert not play.may_place(20, 2.9)
    play.answer([20, 5])
    assert of_kind(play.end_round(), Scored) == []


def test_g_scn_2_treasure_counts_on_top_of_markers() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, *FAR),
        objective(11.5, 10),
        treasure("gold", "raven"),
        step="resolution",
        in_round=5,
    )
    scored = of_kind(play.session.events, Scored)
    assert [(event.points, event.rule) for event in scored] == [(2, "G-RES-2"), (5, "G-SCN-THE-SCORE")]
    assert play.state.vp[A] == 7


def test_g_res_1_what_ends_with_the_round_ends_before_markers_score() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10),
        godbreaker("Nova", B, *FAR),
        objective(11.5, 10),
        Token("ready-1", "ready", 0, 0, "raven"),
        step="resolution",
        ready=True,
    )
    kinds = [event.kind for event in play.session.events if event.kind in ("TokensVanished", "Scored")]
    assert kinds == ["TokensVanished", "Scored"]
    [gone] = of_kind(play.session.events, TokensVanished)
    assert play.session.ruleset.tell(play.game, gone) == "Gone: the ready token"


# -- compulsions by name -----------------------------------------------------------------------------


def compelled(wild: Model, *others: Model | Marker | Token) -> Play:
    """Everybody else has acted, and Bert has just activated the wild model."""
    for other in others:
        if isinstance(other, Model):
            other.activated = True
    play = begin(wild, *others, priority=[A, B])
    play.answer([wild.id])
    return play


def test_g_comp_cowardly_flees_whom_it_touches() -> None:
    play = compelled(unaligned("Hare", 10, 10, 6), godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 13, 10))
    assert "Cowardly" in play.decision.prompt
    assert play.options == ["flee:raven", "override"]


def test_g_comp_murderous_turns_on_the_closest() -> None:
    play = compelled(unaligned("Wolf", 10, 10, 8), godbreaker("Raven", A, 13, 10), godbreaker("Nova", B, 15, 10))
    assert "Murderous" in play.decision.prompt
    assert play.options == ["approach:raven", "override"]


def test_g_comp_mine_wants_whoever_carries_treasure() -> None:
    pieces = [godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 15, 10), treasure("gold", "nova"), hoard(A, 5, 5)]
    play = compelled(forgotten("Grim", 10, 10), *pieces)  # type: ignore[arg-type]
    assert "Mine!" in play.decision.prompt
    assert play.options == ["approach:nova", "override"]


# -- engages and placings ----------------------------------------------------------------------------


def test_q8_whom_the_winner_cannot_reach_has_rolled_all_the_same() -> None:
    raven = godbreaker("Raven", A, 10, 10, reach=6)
    play = begin(raven, godbreaker("Nova", B, 15, 10), dice=[1, 6])
    happened = play.act("Raven", "engage", ["nova"])
    assert [(event.model, event.roll.result) for event in of_kind(happened, Rolled)] == [("raven", 1), ("nova", 6)]
    assert [event.model for event in of_kind(happened, OutOfReach)] == ["raven"]
    assert of_kind(happened, Damaged) == []


def test_q22_whom_the_text_does_not_name_the_last_in_priority_places() -> None:
    raven = godbreaker("Raven", A, 10, 10)
    play = begin(raven, godbreaker("Cass", C, *FAR), hoard(B, 11.5, 10), players=3, priority=[A, B, C], dice=[1])
    play.act("Raven", "plunder")
    assert play.decision.player == C
    assert play.decision.about == "forgotten-1"


def test_g_act_1_a_side_without_models_is_passed_over_until_it_is_routed() -> None:
    play = begin(godbreaker("Raven", A, 10, 10), godbreaker("Wren", A, 15, 10), unaligned("Hare", 20, 10, 6))
    play.act("Raven", "end")
    assert play.candidates == ["wren"]
    play.answer(["wren"], "end", ["hare"], "nothing")
    assert play.ended() == ([A], "")


# -- whole games ---------------------------------------------------------------------------------------


def armed(seat: int, source: Random) -> CircleDocument:
    """A circle with random traits of all metals, flaws and a shard trait."""
    names = [name for name, trait in REGISTRY.items() if trait.metal not in ("flaw", "advanced")]
    flaws = [name for name, trait in REGISTRY.items() if trait.metal == "flaw"]
    members = tuple(
        member.model_copy(
            update={
                "die": source.choice((6, 8, 10, 12)),
                "traits": {name: source.randint(1, 3) for name in source.sample(names, 3)},
                "flaws": tuple(source.sample(flaws, source.randint(0, 2))),
            }
        )
        for member in make_setup(seat + 1, table()).document.players[seat].circle.godbreakers
    )
    circle = make_setup(seat + 1, table()).document.players[seat].circle
    return circle.model_copy(update={"godbreakers": members, "shard": source.choice(names)})


@pytest.mark.parametrize(("players", "rounds"), [*product((1, 4), (3, 7)), (4, 4), (4, 5), (4, 6)])
def test_g_rnd_1_games_full_of_traits_come_to_an_end_in_any_number_of_rounds(players: int, rounds: int) -> None:
    source = Random(10 * players + rounds)
    ground = table(wood("Grove", 10, 8, 16, 13), wall("Hedge", (18, 4), (18, 12)), wall("Rock", (6, 14), (9, 14)))
    document = make_setup(players, ground, rounds=rounds).document
    supply = (wood("Pond", 0, 0, 4, 2), wall("Rampart", (0, 0), (4, 0), width=0.4))
    seats: tuple[PlayerDocument, ...] = tuple(
        seat.model_copy(update={"circle": armed(place, source)}) for place, seat in enumerate(document.players)
    )
    whole: SetupDocument = document.model_copy(update={"players": seats, "terrain_supply": supply})
    ruleset = load("godbreakers")
    session = Session(ruleset, Setup(whole), KeyedDice(rounds), history=False)
    asked = 0
    while session.decision is not None:
        session.answer(random_answer(session.decision, source))
        assert ruleset.violations(session.game) == []
        asked += 1
    result = session.state.result
    assert result is not None
    assert session.state.round == rounds or (result.rule == "G-RES-3" and session.state.round < rounds)
    assert 20 < asked < 20_000


def test_g_rnd_1_no_fewer_than_three_rounds_and_no_more_than_seven() -> None:
    ruleset = load("godbreakers")
    for rounds in (2, 8):
        with pytest.raises(ValueError, match="rounds"):
            ruleset.new_setup(GamePlan(PLAYERS, rounds=rounds))
